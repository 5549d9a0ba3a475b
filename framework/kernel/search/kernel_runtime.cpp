#include <tamis/framework/kernel/kernel_runtime.hpp>

#include "warnings.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstring>

namespace tamis::framework {
namespace {

/// Work that is expected to take longer is announced before it begins.
constexpr double kAnnounceSeconds = 60;
constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

KernelRuntime& at(void* self) { return *static_cast<KernelRuntime*>(self); }

/// Where this thread is: the outermost loop and its block, or behind all blocks of the last loop.
struct Position {
  bool inside = false;
  std::uint64_t loop = 0, block = kNone;
};
thread_local Position position;

/// A service must not throw across the boundary; what it cannot do is left out.
template <class Body>
void quietly(Body&& body) noexcept {
  try {
    body();
  } catch (...) {  // NOLINT(bugprone-empty-catch): out of memory, or an observer that throws, see there
  }
}

}  // namespace

RuntimeOptions time_left(RuntimeOptions options, std::chrono::steady_clock::time_point start) {
  options.max_seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return options;
}

ThreadLimit::ThreadLimit(int threads)
    : wanted_(threads > 0 ? threads : threads_by_default()),
      threads_(make_threads(wanted_)),
      limit_(threads_) {}

struct KernelRuntime::Arena {
  explicit Arena(int threads) : arena(threads) {}
  oneapi::tbb::task_arena arena;
};

/// A file, and where its cells are for components.
struct KernelRuntime::Cells {
  explicit Cells(CellFile read) : file(std::move(read)) {
    for (const std::string& text : file.cells) texts.push_back({text.data(), text.size()});
  }
  CellFile file;
  std::vector<tamis_text> texts;
};

KernelRuntime::KernelRuntime(const RuntimeOptions& options, Observer& observer)
    : options_(options),
      observer_(observer),
      limit_(options.threads),
      start_(std::chrono::steady_clock::now()),
      arena_(std::make_unique<Arena>(limit_.threads())),
      warnings_(std::make_unique<Warnings>()),
      table_{sizeof(tamis_runtime),
             this,
             [](void* self, std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
                tamis_error* e) noexcept { return at(self).parallel_for(n, grain, body, context, e); },
             [](void* self) noexcept { return at(self).options_.seed; },
             [](void* self) noexcept { return at(self).stop_reason(); },
             [](void* self, tamis_text t) noexcept {
               quietly([&] { at(self).warn(shown({t.data, t.size}, kLongestSaid)); });
             },
             [](void* self, tamis_text what, std::uint64_t done, std::uint64_t total) noexcept {
               at(self).component_reports_.store(true, std::memory_order_relaxed);
               quietly([&] { at(self).observer_.progress(shown({what.data, what.size}), done, total); });
             },
             [](void* self, tamis_text path, tamis_cells* out, tamis_error* e) noexcept {
               return tamis::detail::guarded(e, [&] {
                 tamis_cells cells = at(self).read_cells(std::string(path.data, path.size));
                 cells.size = std::min(cells.size, out->size);  // the reader may know fewer members
                 std::memcpy(out, &cells, cells.size);
               });
             }} {
  // not kept among the warnings: a result does not depend on the number of threads
  if (threads() < limit_.wanted()) tell_warning(observer_, fewer_threads(threads(), limit_.wanted()));
}

KernelRuntime::~KernelRuntime() = default;

void KernelRuntime::warn(const std::string& text) {
  const std::scoped_lock lock(mutex_);
  const WarningPlace place{position.inside ? position.loop : loops_,
                           position.inside ? position.block : kNone};
  if (is_mute_) return;
  ++warnings_given_;
  if (warnings_->add(place, text)) tell_warning(observer_, text);
}

std::uint64_t KernelRuntime::warnings_given() const {
  const std::scoped_lock lock(mutex_);
  return warnings_given_;
}

void KernelRuntime::mute(bool mute) {
  const std::scoped_lock lock(mutex_);
  is_mute_ = mute;
}

std::vector<std::string> KernelRuntime::warnings() const {
  const std::scoped_lock lock(mutex_);
  return warnings_->texts();
}

void KernelRuntime::say_counts() {
  const std::scoped_lock lock(mutex_);
  for (const std::string& text : warnings_->counted()) tell_warning(observer_, text);
}

tamis_cells KernelRuntime::read_cells(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = files_.try_emplace(path);
  if (is_new) {
    try {
      if (!options_.read_cells) throw DataError(escaped(path) + ": this program reads no files");
      at->second = std::make_unique<Cells>(options_.read_cells(path));
    } catch (...) {
      files_.erase(at);
      throw;
    }
  }
  const CellFile& file = at->second->file;
  return {sizeof(tamis_cells),
          {file.name.data(), file.name.size()},
          file.rows,
          file.columns,
          at->second->texts.data(),
          file.lines.data()};
}

std::vector<InputFile> KernelRuntime::files() const {
  const std::scoped_lock lock(mutex_);
  std::vector<InputFile> out;
  for (const auto& [path, cells] : files_) out.push_back({path, cells->file.sha256});
  return out;
}

void KernelRuntime::announce_cost(double operations, bool always) const {
  const double seconds = operations * 1e-9 / threads();
  if (always || seconds > kAnnounceSeconds) observer_.estimate(seconds);
}

void KernelRuntime::begin_phase(std::string name) {
  phase_ = std::move(name);
  component_reports_.store(false, std::memory_order_relaxed);
  tell_progress(observer_, phase_, 0, 0);
}

std::int32_t KernelRuntime::stop_reason() const {
  if (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed)) return TAMIS_E_CANCELLED;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  return elapsed.count() > options_.max_seconds ? TAMIS_E_BUDGET : TAMIS_OK;
}

void KernelRuntime::refuse_false_end(const Error& end) const {
  const bool is_end = end.code == TAMIS_E_CANCELLED || end.code == TAMIS_E_BUDGET;
  if (!is_end || end.origin.empty() || stop_reason() != TAMIS_OK) return;
  if (options_.team && options_.team->is_over()) return;
  PluginError error(
      fmt::format("ended the run ({}), which the user, the time and the budget alone do; a method "
                  "lets Cancelled and BudgetSpent pass, and throws neither",
                  end.what()));
  error.origin = end.origin;
  error.step = end.step;
  throw error;
}

std::int32_t KernelRuntime::parallel_for(std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
                                         tamis_error* error) {
  grain = std::max<std::uint64_t>(grain, 1);
  const std::uint64_t blocks = n / grain + (n % grain != 0);
  std::atomic<std::uint64_t> lowest_failure{kNone};
  std::mutex error_mutex;
  std::atomic<std::uint64_t> done{0};

  const bool outermost = !position.inside;
  const std::uint64_t loop = outermost ? ++loops_ : position.loop;

  // A block above a failure need not run; one below it must, since it may fail too.
  const auto run_block = [&](std::uint64_t block) {
    if (block > lowest_failure.load(std::memory_order_relaxed)) return;
    const Position before = position;
    if (outermost) position = {true, loop, block};
    tamis_error e;
    tamis::detail::clear_error(e);
    std::int32_t code = stop_reason();
    if (code == TAMIS_OK)
      code = tamis::detail::enter(&e, body, context, block * grain, std::min(n, (block + 1) * grain));
    if (code != TAMIS_OK && code == stop_reason())  // the same sentence wherever it was noticed
      tamis::detail::write_error(&e, static_cast<tamis_code>(code),
                                 code == TAMIS_E_BUDGET ? "the time is up" : "stopped by the user");
    position = before;
    e.code = code;  // whatever the body wrote there
    if (code == TAMIS_OK) {
      const std::uint64_t finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
      if (!component_reports_.load(std::memory_order_relaxed))
        tell_progress(observer_, phase_, finished, blocks);
      return;
    }
    const std::scoped_lock lock(error_mutex);
    if (block < lowest_failure.load(std::memory_order_relaxed)) {
      lowest_failure.store(block, std::memory_order_relaxed);
      *error = e;
    }
  };

  if (threads() == 1 || blocks <= 1) {
    for (std::uint64_t block = 0; block < blocks && lowest_failure.load() == kNone; ++block) run_block(block);
  } else {
    arena_->arena.execute([&] { framework::parallel_for(blocks, run_block); });
  }
  return lowest_failure.load() == kNone ? std::int32_t{TAMIS_OK} : error->code;
}

}  // namespace tamis::framework
