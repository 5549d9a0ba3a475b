#include "transition_matrix.hpp"

#include <tamis/text.hpp>

#include <cmath>

namespace tamis::noise_models {
namespace {

bool is_probability(double p) { return p >= 0 && p <= 1; }

}  // namespace

TransitionMatrix TransitionMatrix::of_flip_rates(std::span<const double> rates) {
  const std::size_t l = rates.size();
  for (std::size_t s = 0; s < l; ++s)
    if (!is_probability(rates[s]))
      throw ParamError("a flip rate is " + text_of(rates[s]) + "; expected a number in [0, 1] for each of " +
                           std::to_string(l) + " classes",
                       at_class(s));
  TransitionMatrix t;
  t.p_ = RowMatrix::Ones(map(rates).size(), map(rates).size());
  if (l == 1) return t;
  t.p_ = (map(rates) / static_cast<double>(l - 1)).replicate(1, map(rates).size());
  t.p_.diagonal() = 1 - map(rates).array();
  return t;
}

TransitionMatrix TransitionMatrix::of_rows(std::span<const double> by_rows, std::uint32_t classes) {
  constexpr double kRounding = 1e-9;
  const std::size_t l = classes;
  if (by_rows.size() != l * l)
    throw ParamError("the matrix has " + std::to_string(by_rows.size()) + " numbers; expected " +
                     std::to_string(l * l) + ", the rows p(observed | true class) of " + std::to_string(l) +
                     " classes one after the other");
  TransitionMatrix t;
  t.p_ = Eigen::Map<const RowMatrix>(by_rows.data(), classes, classes);
  for (std::size_t s = 0; s < l; ++s) {
    double sum = 0;
    for (std::size_t y = 0; y < l; ++y) {
      if (!is_probability(t(s, y)))
        throw ParamError("the matrix holds " + text_of(t(s, y)) + " in the row of a class; expected " +
                             std::to_string(l) + " probabilities in [0, 1]",
                         at_class(s));
      sum += t(s, y);
    }
    if (std::abs(sum - 1) > kRounding)
      throw ParamError("the matrix has a row that sums to " + text_of(sum) +
                           "; expected 1, as a sample of true class s has one of the " + std::to_string(l) +
                           " labels (row s, not column s)",
                       at_class(s));
  }
  return t;
}

std::int32_t TransitionMatrix::draw(std::size_t s, Rng& rng) const {
  if (rng.uniform() < (*this)(s, s)) return static_cast<std::int32_t>(s);
  double wrong = 0;
  for (std::size_t y = 0; y < classes(); ++y)
    if (y != s) wrong += (*this)(s, y);
  double left = rng.uniform() * wrong;
  std::size_t label = s;  // of the possible ones the last, should rounding leave something
  for (std::size_t y = 0; y < classes(); ++y) {
    if (y == s || (*this)(s, y) == 0) continue;
    label = y;
    if (left < (*this)(s, y)) break;
    left -= (*this)(s, y);
  }
  return static_cast<std::int32_t>(label);
}

}  // namespace tamis::noise_models
