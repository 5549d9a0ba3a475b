#include <tamis/framework/support/blocking_read.hpp>

#include <atomic>
#include <filesystem>

namespace tamis::framework {
namespace {

std::atomic<int> reads{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler looks at it");

}  // namespace

bool in_blocking_read() noexcept { return reads.load(std::memory_order_relaxed) > 0; }

BlockingRead::BlockingRead(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(path, none);
  blocks_ = std::filesystem::is_other(status);
  if (blocks_) reads.fetch_add(1, std::memory_order_relaxed);
}

BlockingRead::~BlockingRead() {
  if (blocks_) reads.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace tamis::framework
