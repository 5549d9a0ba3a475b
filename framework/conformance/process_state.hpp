/// \file process_state.hpp
/// What a process shares with all its libraries, and no component may change.
#pragma once

#include <sys/resource.h>

#include <cfenv>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace tamis::framework::conformance {

std::vector<std::string> open_files();   ///< by number, with what they are
std::vector<std::string> threads();      ///< by number
std::vector<std::string> environment();  ///< NAME=VALUE, sorted
std::string locale();
std::string working_directory();
unsigned file_mode_mask();
std::vector<struct sigaction> signal_handlers();
std::vector<int> blocked_signals();     ///< of this thread
std::vector<int> processors();          ///< that this thread may run on
std::vector<rlimit> resource_limits();  ///< by number
std::vector<std::string> timers();      ///< that are set
std::string thread_name();
int priority();  ///< the nice value
/// What is called when an exception finds no handler, and when memory has run out.
std::pair<std::terminate_handler, std::new_handler> last_resorts();

/// Rounding mode, exception masks, and (on x86) flush-to-zero; without the flags of exceptions that happened.
std::string floating_point_mode();

/// Collects what is printed to stdout and stderr during its life, by child processes too.
class Printed {
 public:
  Printed();
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  ~Printed();
  std::string so_far() const;
  /// From here on, so_far() begins.
  void forget() const;

 private:
  int file_, stdout_, stderr_;
};

}  // namespace tamis::framework::conformance
