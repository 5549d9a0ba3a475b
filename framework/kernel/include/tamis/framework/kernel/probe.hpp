/// \file probe.hpp
/// The first load of a plugin file, in a child process, whose result is stored.
#pragma once

#include <tamis/framework/kernel/descriptor.hpp>
#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/support/child_process.hpp>

#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// How files that were never loaded before are tried.
struct Probe {
  /// false: they are loaded directly; for a process that is itself a probe.
  bool wanted = true;
  double seconds = 10;  ///< after which a library that does not finish is refused
  /// Where verdicts are stored between programs; empty: nowhere.
  std::filesystem::path verdicts = user_verdict_file();
  const std::atomic<bool>* interrupted = nullptr;  ///< ends a probe, without a verdict, when it is set

  /// tamis/plugins.json in $XDG_CACHE_HOME or ~/.cache; "" where there is none, or for a privileged process.
  static std::filesystem::path user_verdict_file();
};

/// The result of a probe.
struct ProbeOutcome {
  std::string reason;  ///< "" or why the file must not be used
  /// Whether the result holds until the file changes. It does not if the cause lies elsewhere, as a missing library.
  bool lasts = true;
};

/// The program that tries plugins, beside the installed folder of plugins; "" if `folders` has none.
std::filesystem::path probe_program(const std::vector<PluginFolder>& folders);

/// Loads the library in a process of its own, compares it with its manifest, and creates and destroys each
/// component with its defaults: what it does there cannot hurt this process. Cost: the start of a program and
/// the load, some milliseconds; at most `probe.seconds`.
/// \param program  probe_program(). If it does not exist, a forked copy of this process is used, which is equivalent for a
///                 process without threads.
/// \throws Cancelled  when it is interrupted.
/// \throws Error  when no process can be made.
ProbeOutcome probe_plugin(const std::filesystem::path& file, const Manifest& manifest, const Probe& probe,
                          const std::filesystem::path& program);

/// What the program of the probe does with the file.
void probe_in_process(const std::filesystem::path& file, const Manifest& manifest, const ChildPipe& channel);

/// An identity that changes with the file (its size, inode and times) and with the version of the kernel; "" if the file
/// cannot be inspected.
std::string identity_of(const std::filesystem::path& file);

/// Stored results of probes, by the path and identity of the file: a file that changes is tried again. Damaged or missing
/// storage counts as empty, never as an error.
class ProbeCache {
 public:
  explicit ProbeCache(std::filesystem::path storage) : storage_(std::move(storage)) {}

  /// "" for a file that passed its probe, else the reason; nothing for a file that has not been tried.
  std::optional<std::string> find(const std::filesystem::path& plugin);
  /// Keeps a verdict, and stores it for other programs if possible.
  /// \param identity  of the file before its probe: a file that was changed meanwhile counts as not tried.
  void remember(const std::filesystem::path& plugin, const std::string& identity, const std::string& verdict);

 private:
  struct Entry {
    std::string identity, reason;
  };
  void read();
  void write() const;

  std::filesystem::path storage_;
  bool is_read_ = false;
  std::map<std::string, Entry> verdicts_;  // by path
};

}  // namespace tamis::framework
