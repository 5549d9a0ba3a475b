/// \file draw_sample.hpp
/// A random subset of the samples, for tables with too many rows for a method.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/rng.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tamis::framework {

/// The allocation of `size` samples to strata: proportional, by the largest remainder (the first of equals). A stratum that
/// would get none takes one from the largest, if that leaves it some.
/// \param strata       their sizes; `size` is at most the sum.
/// \param represented  the first so many strata must get at least one.
std::vector<std::uint64_t> allocate(std::span<const std::uint64_t> strata, std::uint64_t size,
                                    std::size_t represented);

/// Which samples make up a draw of `size` (at most n) without replacement: a mask of n. Class targets are
/// drawn class by class, soft ones by the most probable class; samples of unknown target are a stratum of
/// their own. O(n l).
std::vector<char> drawn_samples(const TargetColumn& target, std::uint64_t n, std::uint64_t size, Rng rng);

/// Keeps `size` of the samples, drawn as above, in the order of the file, with a note in data.notes; nothing happens if there
/// are no more than `size`. The draw depends on the seed and the target alone. In place, O(n d).
void draw_sample(LoadedData& data, std::uint64_t size, std::uint64_t seed);

}  // namespace tamis::framework
