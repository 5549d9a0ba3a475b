/// \file runtime.hpp
/// Services of the kernel for a component: parallel loops, random streams, files, warnings, progress, cancellation. A
/// component starts no threads, opens no files and writes to no terminal itself.
#pragma once

#include <tamis/abi/services.h>
#include <tamis/cells.hpp>
#include <tamis/detail/guard.hpp>

#include <string_view>
#include <type_traits>

namespace tamis {

/// The kernel's services for one component. A view, cheap to copy. It is valid from prepare() until the component is
/// destroyed (in a search, during run()). Every member may be called from any thread.
class Runtime {
 public:
  /// An empty runtime: assign to it before use.
  Runtime() = default;
  /// For the SDK and for tests; `r` outlives this object.
  explicit Runtime(const tamis_runtime* r) : r_(r) {}

  /// Runs body(i) for i in [0, n), possibly in parallel, in blocks of `grain` consecutive items, and returns when all are
  /// done. The same seed must give the same bytes with any number of threads, so let item i write to its own place, and
  /// sum in a fixed order afterwards. A body may itself call parallel_for().
  /// \param n      number of items.
  /// \param body   called with the number of an item, from any thread, for several items at once; an exception ends the
  ///               loop.
  /// \param grain  items in a block: a block should take some microseconds.
  /// \throws Cancelled    the user has stopped the run.
  /// \throws BudgetSpent  its time is up.
  /// \throws Error  the exception of the body; if several blocks failed, that of the lowest block. Other types of
  ///                exceptions become an Error with the same text.
  template <class Body>
  void parallel_for(std::uint64_t n, Body&& body, std::uint64_t grain = 1) const {
    parallel_blocks(
        n,
        [&body](std::uint64_t first, std::uint64_t last) {
          for (std::uint64_t i = first; i < last; ++i) body(i);
        },
        grain);
  }

  /// The same with body(first, last), for loops that share work within a block. Blocks begin at multiples of `grain`, so
  /// they do not depend on the number of threads.
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

  /// Call it in long loops outside parallel_for(), which checks by itself. Cheap: a load and a read of the clock.
  /// \throws Cancelled    the user has stopped the run.
  /// \throws BudgetSpent  its time is up.
  void check_cancelled() const {
    const std::int32_t code = r_->cancelled(r_->self);
    if (code == TAMIS_E_BUDGET) throw BudgetSpent("the budget is spent");
    if (code != TAMIS_OK) throw Cancelled("stopped by the user");
  }

  /// Warns the user with one sentence, which is also part of the result. Each sentence is shown once.
  void warn(std::string_view text) const { r_->warn(r_->self, {text.data(), text.size()}); }
  /// Reports the present work and how much of it is done; `total` is 0 if unknown. May be called often.
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) const {
    r_->progress(r_->self, {what.data(), what.size()}, done, total);
  }

  /// The cells of a CSV or TSV file (gzipped or not) that an option names, relative to the current folder. They are valid
  /// as long as the runtime. A file that is requested twice is read once.
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
