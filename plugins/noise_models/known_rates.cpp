#include "known_rates.hpp"

namespace tamis::noise_models {

std::vector<double> KnownRates::given() const {
  const std::span<const double> rates = options.rates;
  const std::size_t l = classes();
  if (rates.size() == 1) return TransitionMatrix::of_flip_rates(std::vector<double>(l, rates[0])).values();
  if (rates.size() == l) return TransitionMatrix::of_flip_rates(rates).values();
  if (rates.size() == l * l) return {rates.begin(), rates.end()};
  throw ParamError("`rates` lists " + std::to_string(rates.size()) +
                   " numbers; expected 1 flip rate, one for each of the " + std::to_string(l) +
                   " classes, or the " + std::to_string(l * l) + " of a matrix p(observed | true class)");
}

}  // namespace tamis::noise_models
