/// \file score_all.hpp
/// What a criterion says of a dataset, without a kernel: every feature alone, or one move of a search.
#pragma once

#include <tamis/detail/criterion_table.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <numeric>

namespace tamis::testing {

/// One place per candidate (one for Move::whole).
struct Scored {
  std::vector<double> value;
  std::vector<std::string> reason;  ///< why a score is undefined or infinite, or what is said of it, or ""
  std::vector<std::string> name;    ///< the candidate's, where the dataset has names; "" of Move::whole
  std::vector<std::string> warnings;

  /// \throws std::out_of_range  there was no such candidate.
  double of(std::string_view feature) const { return value.at(place(feature)); }
  const std::string& why(std::string_view feature) const { return reason.at(place(feature)); }

 private:
  std::size_t place(std::string_view feature) const {
    return static_cast<std::size_t>(std::ranges::find(name, feature) - name.begin());
  }
};

/// What an undefined score becomes: the infinity that the description of C calls worse. Not a number where C
/// is an interface, which says nothing.
template <class C>
inline constexpr double worst_score = detail::Abi<Criterion>::worst(detail::Abi<Criterion>::better<C>());

/// The scores of one move, of a criterion that is prepared for `data`.
template <class C>
Scored score_move(C& criterion, const Dataset& data, Subset subset, Move move,
                  std::span<const Feature> candidates, double worst = worst_score<C>) {
  Scored out;
  out.value.resize(move == Move::whole ? 1 : candidates.size());
  std::vector<tamis_reason> reasons(out.value.size(), tamis_reason{});
  Scores scores(out.value, reasons.data(), worst);
  static_cast<Criterion&>(criterion).score(subset, move, candidates, scores);
  for (const tamis_reason& r : reasons) out.reason.emplace_back(r.text);
  for (std::size_t i = 0; i < out.value.size(); ++i)
    out.name.emplace_back(move == Move::whole ? "" : data.feature_name(candidates[i]));
  return out;
}

/// Does with a criterion whose options are set what the kernel does, and scores every
/// feature added to nothing.
template <class C>
Scored score_all(C& criterion, const Dataset& data, Runtime runtime, double worst = worst_score<C>) {
  std::vector<Feature> features(data.features());
  std::iota(features.begin(), features.end(), Feature{0});
  static_cast<Criterion&>(criterion).configured();
  static_cast<Criterion&>(criterion).prepare(data, runtime);
  return score_move(criterion, data, {}, Move::add, features, worst);
}
/// The same on one thread, with what the criterion warned of. The runtime ends with the call, and the criterion is not to be
/// asked again: before a score_move(), call the other one with a SerialRuntime that stays.
template <class C>
Scored score_all(C& criterion, const Dataset& data, double worst = worst_score<C>) {
  const SerialRuntime serial;
  Scored out = score_all(criterion, data, Runtime(serial), worst);
  out.warnings = serial.warnings;
  return out;
}

}  // namespace tamis::testing
