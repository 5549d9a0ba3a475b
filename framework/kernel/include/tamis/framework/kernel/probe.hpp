/// \file probe.hpp
/// The first meeting with a plugin file: it is loaded in a child process, and what came of it is remembered.
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

/// How files that were never loaded before are met.
struct Probe {
  /// false: they are loaded here at once; for a process that is itself a probe.
  bool wanted = true;
  double seconds = 10;  ///< after which a library that does not come to an end is refused
  /// Where verdicts are kept between programs; empty: nowhere.
  std::filesystem::path verdicts = user_verdict_file();
  const std::atomic<bool>* interrupted = nullptr;  ///< ends a probe, without a verdict, when it is set

  /// tamis/plugins.json in $XDG_CACHE_HOME or ~/.cache; "" where there is none, or for a privileged process.
  static std::filesystem::path user_verdict_file();
};

/// What a probe came to.
struct ProbeOutcome {
  std::string reason;  ///< "" or why the file must not be used
  /// Whether it will be the same until the file changes. A library that lacks another one is no such case.
  bool lasts = true;
};

/// The program that tries plugins, beside the installed folder of plugins; "" where `folders` has none.
std::filesystem::path probe_program(const std::vector<PluginFolder>& folders);

/// Loads the library in a process of its own, compares it with its manifest, and creates and destroys each
/// component with its defaults: what it does there cannot hurt this process. Cost: the start of a program and
/// the load, some milliseconds; at most `probe.seconds`.
/// \param program  probe_program(). Where it is not there, a copy of this process stands in, which is as good
///                 for a process without threads.
/// \throws Cancelled  when it is interrupted.
/// \throws Error  when no process can be made.
ProbeOutcome probe_plugin(const std::filesystem::path& file, const Manifest& manifest, const Probe& probe,
                          const std::filesystem::path& program);

/// The other side: what the probe's program does with the file.
void probe_in_process(const std::filesystem::path& file, const Manifest& manifest, const ChildPipe& channel);

/// Changes with the file (its size, inode and times), and with the kernel that judges it; "" where the file
/// cannot be looked at.
std::string identity_of(const std::filesystem::path& file);

/// What probes found, by the path and identity of the file: one that changes is tried again. Damaged or
/// missing storage is an empty memory, never an error.
class ProbeCache {
 public:
  explicit ProbeCache(std::filesystem::path storage) : storage_(std::move(storage)) {}

  /// "" for a file that passed its probe, else why not; nothing for one that has not been tried.
  std::optional<std::string> find(const std::filesystem::path& plugin);
  /// Also stores it, for other programs; where that cannot be done, this one remembers.
  /// \param identity  of the file before its probe: one that was changed meanwhile has not been tried.
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
