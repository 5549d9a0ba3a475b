/// \file exit_guard.hpp
/// A component that ends the program by exit() has failed, and so has the run.
#pragma once

namespace tamis::cli {

/// While it lives, exit() in this process ends with a sentence and the code of a plugin's failure,
/// whatever code was wanted. A child process may leave as it likes; _exit() asks nobody and cannot
/// be seen from inside.
class ExitGuard {
 public:
  ExitGuard();
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;
};

}  // namespace tamis::cli
