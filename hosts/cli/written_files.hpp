/// \file written_files.hpp
/// The end of a run that took its time: files first, then the screen, and what fails of them takes nothing
/// else with it.
#pragma once

#include "process_team.hpp"
#include "terminal.hpp"

#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace tamis::cli {

/// What was written, and what could not be.
class WrittenFiles {
 public:
  /// \param what  "result", for the sentence that says so.
  /// \param text  makes what is to be written. Where no file is named it is not called.
  template <class Text>
  void write(const std::filesystem::path& file, const char* what, Text&& text) {
    if (!file.empty() && attempt([&] { framework::write_file(file, text()); }))
      say(fmt::format("{} written to {}", what, file.string()));
  }
  /// Whether `body` ended; what it throws is kept for later.
  template <class Body>
  bool attempt(Body&& body) {
    try {
      body();
      return true;
    } catch (...) {
      failures_.push_back(std::current_exception());
      return false;
    }
  }
  void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  /// \throws Error  what the first attempt threw; of the others that failed there are warnings.
  void tell(TerminalObserver& observer) const {
    for (const std::string& sentence : sentences_) observer.note(sentence);
    if (failures_.empty()) return;
    for (std::size_t k = 1; k < failures_.size(); ++k) {
      try {
        std::rethrow_exception(failures_[k]);
      } catch (const std::exception& e) {
        observer.warning(e.what());
      }
    }
    std::rethrow_exception(failures_.front());
  }

 private:
  std::vector<std::string> sentences_;
  std::vector<std::exception_ptr> failures_;
};

/// \param write  writes to the files that it is given, the result before pages and figures that are made of it.
/// \param show   prints. A stdout that is full costs the printing, a disk that is full the files.
/// \throws Error  what the first of them threw, after the others had their turn.
template <class Write, class Show>
void write_then_show(Write&& write, Show&& show, TerminalObserver& observer) {
  if (!is_first()) return;
  WrittenFiles files;
  files.attempt([&] { write(files); });
  files.attempt(show);
  files.tell(observer);
}

}  // namespace tamis::cli
