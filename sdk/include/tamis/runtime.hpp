/// \file runtime.hpp
/// What the kernel does for a component: parallel loops, random streams, files, warnings, progress,
/// cancellation. A component opens no thread, file or terminal of its own.
#pragma once

#include <tamis/abi/services.h>
#include <tamis/cells.hpp>
#include <tamis/detail/guard.hpp>

#include <string_view>
#include <type_traits>

namespace tamis {

/// The kernel's services for one component. A view, cheap to copy; what it shows is there from prepare()
/// until the component is destroyed (of a search: during run()). Every member may be called from any thread.
class Runtime {
 public:
  /// No runtime: to be assigned to before anything is asked of it.
  Runtime() = default;
  /// For the SDK and for tests; `r` outlives this object.
  explicit Runtime(const tamis_runtime* r) : r_(r) {}

  /// Runs body(i) for i in [0, n), perhaps in parallel, in blocks of `grain` consecutive items; returns when
  /// all are done. The seed of a run must give the same bytes on any number of threads, so let item i write
  /// to its own place, and sum in a fixed order afterwards. A body may call parallel_for() in turn.
  /// \param n      items.
  /// \param body   called with the number of an item, from any thread, several at once; what it throws ends
  ///               the loop.
  /// \param grain  items in a block: enough of them to be worth some microseconds.
  /// \throws Cancelled    the user has stopped the run.
  /// \throws BudgetSpent  its time is up.
  /// \throws Error  what the body threw, of several the one with the lowest block; what is no Error arrives
  ///                as one, with the same text.
  template <class Body>
  void parallel_for(std::uint64_t n, Body&& body, std::uint64_t grain = 1) const {
    parallel_blocks(
        n,
        [&body](std::uint64_t first, std::uint64_t last) {
          for (std::uint64_t i = first; i < last; ++i) body(i);
        },
        grain);
  }

  /// The same with body(first, last), for loops that share work inside a block. A block begins at a multiple
  /// of `grain`, so where blocks lie does not depend on the number of threads.
  /// \throws Error  as parallel_for().
  template <class Body>
  void parallel_blocks(std::uint64_t n, Body&& body, std::uint64_t grain) const {
    using Plain = std::remove_reference_t<Body>;
    const auto run = [](void* context, std::uint64_t first, std::uint64_t last, tamis_error* e) noexcept {
      return detail::guarded(e, [&] { (*static_cast<Plain*>(context))(first, last); });
    };
    detail::call("", r_->parallel_for, r_->self, n, grain, static_cast<tamis_body>(run),
                 const_cast<void*>(static_cast<const void*>(&body)));
  }

  /// The run's seed. Do not draw from it directly: see stream() in rng.hpp.
  std::uint64_t seed() const { return r_->seed(r_->self); }

  /// Call it in long loops outside parallel_for(), which looks by itself. Cheap: a load and a clock.
  /// \throws Cancelled    the user has stopped the run.
  /// \throws BudgetSpent  its time is up.
  void check_cancelled() const {
    const std::int32_t code = r_->cancelled(r_->self);
    if (code == TAMIS_E_BUDGET) throw BudgetSpent("the budget is spent");
    if (code != TAMIS_OK) throw Cancelled("stopped by the user");
  }

  /// One sentence for the user; it stands in the result too. Each sentence is shown once.
  void warn(std::string_view text) const { r_->warn(r_->self, {text.data(), text.size()}); }
  /// What is being done and how much of it is done; `total` 0 where unknown. May be called often.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) const {
    r_->progress(r_->self, {what.data(), what.size()}, done, total);
  }

  /// The cells of a CSV or TSV file (gzipped or not) that an option names; relative to the current folder. It
  /// stays as long as the runtime, and a file asked for twice is read once.
  /// \throws DataError  no such file, ragged rows, broken quotes; with file:row.
  Cells read_cells(std::string_view path) const {
    tamis_cells cells{};
    cells.size = sizeof cells;
    detail::call("", r_->read_cells, r_->self, tamis_text{path.data(), path.size()}, &cells);
    return Cells(cells);
  }
  /// The services as they cross the boundary.
  const tamis_runtime* raw() const { return r_; }

 private:
  const tamis_runtime* r_ = nullptr;
};

}  // namespace tamis
