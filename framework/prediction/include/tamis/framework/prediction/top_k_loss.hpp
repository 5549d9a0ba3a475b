/// \file top_k_loss.hpp
/// How far the first guesses are from the truth, in the unit of a ground metric on the classes.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <span>

namespace tamis::framework {

/// (1/k) sum_{i <= k} min_{y in truth} d(y^_i, y), where y^_i is the i-th most probable class
/// (Li 2024, section IV). 0 when all k guesses are true labels; with the 0/1 metric and k = 1
/// the error rate. O(k |truth|).
///
/// \param ranking  classes, the most probable first.
/// \param truth    at least one class.
/// \param ground   l x l distances.
/// \param k        1..ranking.size().
/// \throws ParamError  an empty truth, another k.
double top_k_loss(std::span<const std::uint32_t> ranking, std::span<const std::int32_t> truth,
                  ConstMatrix ground, std::size_t k);

}  // namespace tamis::framework
