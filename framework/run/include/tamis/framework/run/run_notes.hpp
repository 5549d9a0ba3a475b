/// \file run_notes.hpp
/// What is said of a run while it goes on, kept for its result.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// Hands notes, and what was done to the data, to the observer: each once.
class RunNotes {
 public:
  RunNotes(Observer& observer, KernelRuntime& kernel) : observer_(observer), kernel_(kernel) {}

  void note(const std::string& text) {
    notes_.push_back(prefix_ + text);
    observer_.note(notes_.back());
  }
  /// The notes and warnings of the same data since the last time.
  void announce(const LoadedData& data) {
    for (; noted_ < data.notes.size(); ++noted_) note(data.notes[noted_]);
    for (; warned_ < data.warnings.size(); ++warned_) kernel_.warn(data.warnings[warned_]);
  }
  /// What the notes that follow begin with.
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  Observer& observer_;
  KernelRuntime& kernel_;
  std::string prefix_;
  std::size_t noted_ = 0, warned_ = 0;
  std::vector<std::string> notes_;
};

/// For data that the program holds: a file that the config names all the same is not read.
inline void note_unread(const DataOptions& data, Observer& observer) {
  if (!data.path.empty())
    observer.note("data.path is not read, as the program holds the data; drop it from the config");
}

}  // namespace tamis::framework
