/// \file search_strategy_table.hpp
/// SearchStrategy across the boundary, both ways.
#pragma once

#include <tamis/detail/table_call.hpp>
#include <tamis/search_strategy.hpp>

namespace tamis::detail {

template <>
struct Abi<SearchStrategy> {
  static constexpr const char* kId = "search_strategy/1";
  using Table = tamis_search_strategy_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table), run, evaluations, TAMIS_OVERRIDES(T, SearchStrategy, report) ? report : nullptr};
  }

  class Adapter final : public SearchStrategy {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override {
      call_(&Table::run, space.raw(), goal.raw(), runtime.raw());
    }
    double evaluations(Feature features, const Goal& goal) const override {
      double out = 0;
      if (call_.has(&Table::evaluations)) call_(&Table::evaluations, features, goal.raw(), &out);
      return out;
    }
    void report(const Diagnostics& out) const override {
      if (call_.has(&Table::report)) call_(&Table::report, out.raw());
    }

   private:
    TableCall<Table> call_;
  };

 private:
  static std::int32_t run(void* self, const tamis_space* s, const tamis_goal* g, const tamis_runtime* r,
                          tamis_error* e) noexcept {
    return guarded(e, [&] {
      SearchSpace space(s);
      Runtime runtime(r);
      static_cast<SearchStrategy*>(self)->run(space, Goal(g), runtime);
    });
  }
  static std::int32_t evaluations(const void* self, Feature features, const tamis_goal* g, double* out,
                                  tamis_error* e) noexcept {
    return guarded(e,
                   [&] { *out = static_cast<const SearchStrategy*>(self)->evaluations(features, Goal(g)); });
  }
  static std::int32_t report(const void* self, const tamis_diagnostics* d, tamis_error* e) noexcept {
    return guarded(e, [&] { static_cast<const SearchStrategy*>(self)->report(Diagnostics(d)); });
  }
};

}  // namespace tamis::detail
