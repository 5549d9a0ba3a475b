/// \file known_samples.hpp
/// Who can be a neighbour that predicts.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/numerics/neighbours.hpp>
#include <tamis/target.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The training samples whose target is known.
/// \param what       that is known of them: "label".
/// \param predictor  for the sentence: "classifier".
/// \throws DataError  there is none.
inline std::vector<numerics::Sample> known_among(const Target& target,
                                                 std::span<const numerics::Sample> training,
                                                 const std::string& what, const std::string& predictor) {
  std::vector<numerics::Sample> known;
  for (const numerics::Sample i : training)
    if (target.known(i)) known.push_back(i);
  if (known.empty())
    throw DataError("no training sample has a known " + what + "; a k-NN " + predictor +
                    " needs at least one");
  return known;
}

}  // namespace tamis::framework
