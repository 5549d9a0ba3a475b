/// \file block_orders.hpp
/// Parallel work in the orders that a kernel's threads come to in one run of a thousand.
#pragma once

#include <tamis/runtime.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// How the blocks of a parallel loop are run. at_once: two by two, each pair begun at the same moment on two
/// threads; a loop inside a block runs forward.
enum class BlockOrder { forward, backward, at_once };

/// The services of another runtime, with its own loops. What components warn of is not kept.
class OrderedRuntime {
 public:
  OrderedRuntime(Runtime services, BlockOrder order);
  OrderedRuntime(const OrderedRuntime&) = delete;
  OrderedRuntime& operator=(const OrderedRuntime&) = delete;
  Runtime runtime() const { return Runtime(&table_); }
  std::uint64_t pairs() const { return pairs_; }  ///< of blocks, that were to run at the same time
  std::uint64_t met() const { return met_; }      ///< of those, how many did

 private:
  std::int32_t run(std::uint64_t n, std::uint64_t grain, tamis_body body, void* context, tamis_error* error);

  Runtime services_;
  BlockOrder order_;
  std::uint64_t pairs_ = 0, met_ = 0;
  tamis_runtime table_;
};

/// one(i) and other(i) for i in [0, times), begun at the same moment for each i, on this thread and on
/// another. Nothing but that moment orders them.
/// \returns for how many i both ran at the same time: a busy machine may run one after the other.
/// \throws Error  what they threw; where both did, what `one` threw.
std::uint64_t at_once(std::uint64_t times, const std::function<void(std::uint64_t)>& one,
                      const std::function<void(std::uint64_t)>& other);

/// Calls `work`, which returns how often two things ran at the same time, until they did so `often`, or
/// five seconds have passed: on a machine that is busy two threads rarely run together.
void until_met(std::uint64_t often, const std::function<std::uint64_t()>& work);

/// What two calls of const functions answer, alone and at once, is the same. `what` they
/// are, for the sentence.
/// \throws Failure
void expect_undisturbed(const std::string& what, const std::function<std::vector<double>()>& one,
                        const std::function<std::vector<double>()>& other);

}  // namespace tamis::framework::conformance
