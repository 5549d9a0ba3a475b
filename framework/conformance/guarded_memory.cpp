#include "guarded_memory.hpp"

#include "verdicts.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <new>
#include <vector>

namespace tamis::framework::conformance {
namespace {

const std::size_t kPage = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

/// The room between two columns, and what it holds: a pattern that no computation gives.
constexpr std::uint64_t kGap = 3;
constexpr std::uint64_t kPattern = 0x7ff4'7461'6d69'7321;

// of this process: it runs one test
std::vector<const GuardedMemory*> watched;
const ChildPipe* channel_of_process = nullptr;

/// What was freed: its pages stay reserved, so that whoever kept an address is found.
struct Gone {
  std::span<const std::byte> pages;
  std::string name;
};
constexpr std::size_t kMostGone = 20'000;
std::vector<Gone> gone;

/// Pages of Edge::none that were given back, by their size: mapping them anew for each call takes longer than most calls.
std::map<std::size_t, std::vector<void*>> spare;

void* unguarded_pages(std::size_t bytes) {
  std::vector<void*>& free = spare[bytes];
  if (free.empty()) return ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void* const pages = free.back();
  free.pop_back();
  return std::memset(pages, 0, bytes);
}

void say_fault(int signal, siginfo_t* info, void*) {
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  for (const GuardedMemory* memory : watched)
    if (const std::string& why = memory->complaint(address); !why.empty()) {
      channel_of_process->say(why);
      ::_exit(1);
    }
  if (const std::string why = GuardedMemory::complaint_of_gone(address); !why.empty()) {
    channel_of_process->say(why);
    ::_exit(1);
  }
  std::signal(signal, SIG_DFL);  // it is raised again on return
}

bool lies_in(const std::byte* address, const std::byte* begin, std::size_t size) {
  return address >= begin && address < begin + size;
}

}  // namespace

void report_faults(const ChildPipe& channel) {
  channel_of_process = &channel;
  struct sigaction action {};
  action.sa_sigaction = say_fault;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSEGV, &action, nullptr);
}

GuardedMemory::GuardedMemory(std::string name, std::size_t bytes, Edge edge)
    : name_(name),
      outside_("Fit reached outside " + name),
      inside_("Fit wrote into " + name + ", which is only to be read"),
      edge_(edge) {
  size_ = std::max<std::size_t>(1, (bytes + kPage - 1) / kPage) * kPage;
  const std::size_t with_guards = size_ + 2 * kPage;
  void* const all = edge == Edge::none
                        ? unguarded_pages(with_guards)
                        : ::mmap(nullptr, with_guards, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  pages_ = static_cast<std::byte*>(all) + kPage;
  if (edge != Edge::none) ::mprotect(pages_, size_, PROT_READ | PROT_WRITE);
  data_ = edge == Edge::end ? pages_ + size_ - bytes : pages_;
  watched.push_back(this);
}

GuardedMemory::~GuardedMemory() {
  std::erase(watched, this);
  void* const all = pages_ - kPage;
  const std::size_t bytes = size_ + 2 * kPage;
  if (edge_ == Edge::none) {
    if (is_protected_) ::mprotect(all, bytes, PROT_READ | PROT_WRITE);
    spare[bytes].push_back(all);
  } else if (gone.size() == kMostGone ||
             ::mmap(all, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) ==
                 MAP_FAILED) {
    ::munmap(all, bytes);
  } else {
    gone.push_back({{pages_ - kPage, bytes}, name_});
  }
}

std::string GuardedMemory::complaint_of_gone(const std::byte* address) {
  for (const Gone& memory : gone)
    if (lies_in(address, memory.pages.data(), memory.pages.size()))
      return "Fit kept the address of " + memory.name + " of an earlier call, and went there in a later one";
  return "";
}

void GuardedMemory::protect(std::span<std::byte> pages, int how) {
  is_protected_ = true;
  ::mprotect(pages.data(), pages.size(), how);
}

void GuardedMemory::make_read_only() {
  protect({pages_, size_}, PROT_READ);
  for (const auto& fence : fences_) protect(fence, PROT_NONE);
}

void GuardedMemory::fence(std::size_t offset, std::size_t bytes) {
  protect(fences_.emplace_back(data_ + offset, bytes), PROT_NONE);
}

void GuardedMemory::forbid(std::size_t offset, std::size_t bytes, std::string why) {
  inside_ = "Fit " + std::move(why);
  protect({data_ + offset, bytes}, PROT_NONE);
}

const std::string& GuardedMemory::complaint(const std::byte* address) const {
  static const std::string none;
  for (const auto& fence : fences_)
    if (lies_in(address, fence.data(), fence.size())) return outside_;
  if (lies_in(address, pages_, size_)) return inside_;
  return lies_in(address, pages_ - kPage, size_ + 2 * kPage) ? outside_ : none;
}

GuardedMatrix::GuardedMatrix(std::string name, std::uint64_t rows, std::uint64_t cols, Edge edge)
    : name_(name), edge_(edge), values_(std::move(name), (cols - 1) * (rows + kGap) + rows, edge) {
  const std::span<double> all = values_.span();
  for (double& value : all) std::memcpy(&value, &kPattern, sizeof value);
  view_ = Matrix(tamis_matrix{all.data(), rows, cols, rows + kGap});
}

GuardedMatrix::GuardedMatrix(std::string name, ConstMatrix values, Edge edge)
    : GuardedMatrix(std::move(name), values.rows, values.cols, edge) {
  for (std::uint64_t j = 0; j < values.cols; ++j)
    std::ranges::copy(values.column(j), view_.column(j).begin());
  values_.memory().make_read_only();
}

std::vector<double> GuardedMatrix::entries() const {
  std::vector<double> entries;
  const std::span<const double> all = values_.span();
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    if (i % view_.stride < view_.rows)
      entries.push_back(all[i]);
    else if (edge_ != Edge::none && std::memcmp(&all[i], &kPattern, sizeof kPattern) != 0)
      fail("it wrote between the columns of {}: column j begins at j * stride, not at j * rows", name_);
  }
  return entries;
}

}  // namespace tamis::framework::conformance
