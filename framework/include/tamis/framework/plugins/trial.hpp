/// \file trial.hpp
/// The first meeting with a plugin file: it is loaded in a child process, and what came of it is remembered.
#pragma once

#include <tamis/framework/plugins/descriptor.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace tamis::framework {

/// How files that were never loaded before are met.
struct Trial {
  /// false: they are loaded here at once; for a process that is itself a trial.
  bool wanted = true;
  double seconds = 10;  ///< after which a library that does not come to an end is refused
  /// Where verdicts are kept between programs; empty: nowhere.
  std::filesystem::path verdicts = user_verdict_file();

  /// tamis/plugins.json in $XDG_CACHE_HOME or ~/.cache; "" where there is none, or for a privileged process.
  static std::filesystem::path user_verdict_file();
};

/// What a trial came to.
struct TrialOutcome {
  std::string reason;  ///< "" or why the file must not be used
  /// Whether it will be the same until the file changes. A library that lacks another one is no such case.
  bool lasts = true;
};

/// Loads the library in a child process, compares it with its manifest, and creates and destroys each
/// component with its defaults. What it does there cannot hurt this process. Cost: a fork and the load, some
/// milliseconds; at most `seconds`. \throws Error  when no process can be made.
TrialOutcome try_plugin(const std::filesystem::path& file, const Manifest& manifest, double seconds);

/// What trials found, by the identity of the file (its path, size, inode and time of change) and of this
/// kernel: a file that changes is tried again. Damaged or missing storage is an empty memory, never an error.
class Verdicts {
 public:
  explicit Verdicts(std::filesystem::path storage) : storage_(std::move(storage)) {}

  /// "" for a file that passed its trial, else why not; nothing for one that has not been tried.
  std::optional<std::string> find(const std::filesystem::path& plugin);
  /// Also stores it, for other programs; where that cannot be done, this one remembers.
  void remember(const std::filesystem::path& plugin, const std::string& verdict);

 private:
  struct Verdict {
    std::string identity, reason;
  };
  void read();
  void write() const;

  std::filesystem::path storage_;
  bool is_read_ = false;
  std::map<std::string, Verdict> verdicts_;  // by path
};

}  // namespace tamis::framework
