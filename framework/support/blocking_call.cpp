#include <tamis/framework/support/blocking_call.hpp>

#include <atomic>
#include <filesystem>

namespace tamis::framework {
namespace {

std::atomic<int> calls{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler looks at it");

}  // namespace

bool in_blocking_call() noexcept { return calls.load(std::memory_order_relaxed) > 0; }

BlockingCall::BlockingCall(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(path, none);
  blocks_ = std::filesystem::is_other(status);
  if (blocks_) calls.fetch_add(1, std::memory_order_relaxed);
}

BlockingCall::~BlockingCall() {
  if (blocks_) calls.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace tamis::framework
