/// \file criterion_table.hpp
/// Criterion across the boundary, both ways.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/detail/table_call.hpp>
#include <tamis/traits.hpp>

namespace tamis::detail {

template <>
struct Abi<Criterion> {
  static constexpr const char* kId = "criterion/1";
  using Table = tamis_criterion_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table),
            prepare,
            score<better<T>()>,
            TAMIS_OVERRIDES(T, Criterion, report) ? report : nullptr,
            TAMIS_OVERRIDES(T, Criterion, cost) ? cost : nullptr,
            TAMIS_OVERRIDES(T, Criterion, p_values) ? p_values : nullptr,
            TAMIS_OVERRIDES(T, Criterion, memberships) ? memberships : nullptr,
            TAMIS_OVERRIDES(T, Criterion, score_subsets) ? score_subsets<better<T>()> : nullptr};
  }

  template <class T>
  static constexpr Better better() {
    if constexpr (requires { T::describe(); })
      return T::describe().traits.better;
    else
      return Better::unsaid;
  }
  /// What an undefined score becomes.
  static constexpr double worst(Better better) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return better == Better::lower    ? kInfinity
           : better == Better::higher ? -kInfinity
                                      : std::numeric_limits<double>::quiet_NaN();
  }

  class Adapter final : public Criterion {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void prepare(const Dataset& data, const Runtime& runtime) override {
      call_(&Table::prepare, data.raw(), runtime.raw());
    }
    void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
      call_(&Table::score, subset.data(), subset.size(), static_cast<std::int32_t>(move), candidates.data(),
            scores.size(), scores.values().data(), scores.reasons());
    }
    void score_subsets(const Subsets& subsets, Scores& scores) override {
      if (!call_.has(&Table::score_subsets)) return Criterion::score_subsets(subsets, scores);
      call_(&Table::score_subsets, subsets.features().data(), subsets.starts().data(), subsets.size(),
            scores.values().data(), scores.reasons());
    }
    void report(const Diagnostics& out) const override {
      if (call_.has(&Table::report)) call_(&Table::report, out.raw());
    }
    Cost cost(const Dataset& data) const override {
      tamis_cost c{};
      if (call_.has(&Table::cost)) call_(&Table::cost, data.raw(), &c);
      return {c.prepare, c.per_candidate};
    }
    void p_values(std::span<const Feature> features, std::span<double> p) const override {
      if (call_.has(&Table::p_values)) call_(&Table::p_values, features.data(), features.size(), p.data());
    }
    void memberships(Subset subset, Matrix out) override {
      if (call_.has(&Table::memberships))
        call_(&Table::memberships, subset.data(), subset.size(), static_cast<tamis_matrix>(out));
    }

   private:
    TableCall<Table> call_;
  };

 private:
  static Criterion& at(void* self) { return *static_cast<Criterion*>(self); }
  static const Criterion& at(const void* self) { return *static_cast<const Criterion*>(self); }

  static std::int32_t prepare(void* self, const tamis_dataset* d, const tamis_runtime* r,
                              tamis_error* e) noexcept {
    return guarded(e, [&] {
      Runtime runtime(r);
      at(self).prepare(Dataset(d), runtime);
    });
  }
  template <Better kBetter>
  static std::int32_t score(void* self, const Feature* subset, std::uint64_t n_subset, std::int32_t move,
                            const Feature* candidates, std::uint64_t n_scores, double* scores,
                            tamis_reason* reasons, tamis_error* e) noexcept {
    return guarded(e, [&] {
      Scores out({scores, n_scores}, reasons, worst(kBetter));
      const auto m = static_cast<Move>(move);
      at(self).score({subset, n_subset}, m, {candidates, m == Move::whole ? 0 : n_scores}, out);
    });
  }
  template <Better kBetter>
  static std::int32_t score_subsets(void* self, const Feature* features, const std::uint64_t* starts,
                                    std::uint64_t n, double* scores, tamis_reason* reasons,
                                    tamis_error* e) noexcept {
    return guarded(e, [&] {
      Scores out({scores, n}, reasons, worst(kBetter));
      at(self).score_subsets(Subsets({features, starts[n]}, {starts, n + 1}), out);
    });
  }
  static std::int32_t report(const void* self, const tamis_diagnostics* d, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).report(Diagnostics(d)); });
  }
  static std::int32_t cost(const void* self, const tamis_dataset* d, tamis_cost* out,
                           tamis_error* e) noexcept {
    return guarded(e, [&] {
      const Cost c = at(self).cost(Dataset(d));
      *out = {c.prepare, c.per_candidate};
    });
  }
  static std::int32_t p_values(const void* self, const Feature* features, std::uint64_t n, double* p,
                               tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).p_values({features, n}, {p, n}); });
  }
  static std::int32_t memberships(void* self, const Feature* subset, std::uint64_t n_subset, tamis_matrix out,
                                  tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).memberships({subset, n_subset}, out); });
  }
};

}  // namespace tamis::detail
