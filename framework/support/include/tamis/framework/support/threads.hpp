/// \file threads.hpp
/// Threads that are made where it can fail without harm.
#pragma once

#include <memory>
#include <string>

namespace tamis::framework {

/// How many threads oneTBB uses at most, as long as it lives, this one among them; of several the least.
class ParallelismLimit {
 public:
  explicit ParallelismLimit(int threads);
  ~ParallelismLimit();
  ParallelismLimit(const ParallelismLimit&) = delete;
  ParallelismLimit& operator=(const ParallelismLimit&) = delete;
  static int now();

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

/// One per core.
int threads_by_default();

/// How many of the threads that are wanted there are, this one among them; fewer where the system or a limit
/// refuses to make more. oneTBB makes its threads when there is work for them, some of them on others, where
/// a failure ends the process; so they are made here, and wait for work from then on. Cost: making a thread,
/// for each that was never made before.
/// \param wanted  at least 1.
int make_threads(int wanted);

/// What is to be said when fewer were made.
std::string fewer_threads(int made, int wanted);

}  // namespace tamis::framework
