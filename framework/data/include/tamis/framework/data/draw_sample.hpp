/// \file draw_sample.hpp
/// A random part of the samples, for tables of more rows than a method can work through.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/rng.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// How many of each stratum make up `size` in all: in proportion, by the largest remainder (the first of
/// equals); a stratum that would get none takes one from the largest where that leaves it some.
/// \param strata       sizes, of which `size` is at most the sum.
/// \param represented  how many of the first strata must not go without.
std::vector<std::uint64_t> allocate(std::span<const std::uint64_t> strata, std::uint64_t size,
                                    std::size_t represented);

/// Which samples make up a draw of `size` (at most n) without replacement: a mask of n. Class targets are
/// drawn class by class, soft ones by the most probable class; samples of unknown target are a stratum of
/// their own. O(n l).
std::vector<char> drawn_samples(const TargetColumn& target, std::uint64_t n, std::uint64_t size, Rng rng);

/// Keeps `size` of the samples, drawn as above, in the order of the file; announced in data.notes. Nothing
/// happens where there are no more than `size`. The draw depends on the seed and the target alone. In place,
/// O(n d).
void draw_sample(LoadedData& data, std::uint64_t size, std::uint64_t seed);

}  // namespace tamis::framework
