/// \file write_then_show.hpp
/// The end of a run that took its time: files first, then the screen, and what fails of them takes nothing
/// else with it.
#pragma once

#include "process_team.hpp"
#include "terminal.hpp"

#include <exception>
#include <string>
#include <vector>

namespace tamis::cli {

/// \param write  writes the files and adds a sentence for each to what it is given.
/// \param show   prints. A stdout that is full costs the printing, a disk that is full the files.
/// \throws Error  what the first of them threw, after the other had its turn.
template <class Write, class Show>
void write_then_show(Write&& write, Show&& show, TerminalObserver& observer) {
  if (!is_first()) return;
  std::exception_ptr failed;
  std::vector<std::string> written;
  try {
    write(written);
  } catch (...) {
    failed = std::current_exception();
  }
  try {
    show();
  } catch (...) {
    if (!failed) failed = std::current_exception();
  }
  for (const std::string& sentence : written) observer.note(sentence);
  if (failed) std::rethrow_exception(failed);
}

}  // namespace tamis::cli
