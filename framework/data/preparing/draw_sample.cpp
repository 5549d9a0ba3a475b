#include <tamis/framework/data/draw_sample.hpp>

#include <tamis/framework/data/strata.hpp>
#include <tamis/framework/support/stream_of.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace tamis::framework {

std::vector<std::uint64_t> allocate(std::span<const std::uint64_t> strata, std::uint64_t size,
                                    std::size_t represented) {
  const std::uint64_t n = std::accumulate(strata.begin(), strata.end(), std::uint64_t{0});
  std::vector<std::uint64_t> shares, remainders;
  for (const std::uint64_t stratum : strata) {
    shares.push_back(size * stratum / n);
    remainders.push_back(size * stratum % n);
  }
  std::vector<std::size_t> order(strata.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  const std::uint64_t rest = size - std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  for (std::uint64_t k = 0; k < rest; ++k) ++shares[order[k]];

  for (std::size_t s = 0; s < represented; ++s) {
    if (strata[s] == 0 || shares[s] > 0) continue;
    const auto largest = std::max_element(shares.begin(), shares.end());
    if (*largest < 2) break;
    --*largest;
    ++shares[s];
  }
  return shares;
}

namespace {

/// Selection sampling (Knuth, The Art of Computer Programming, volume 2, algorithm 3.4.2 S) in each stratum:
/// a row is taken with probability wanted / left.
std::vector<char> draw(const Strata& strata, std::uint64_t size, Rng rng) {
  std::vector<std::uint64_t> wanted = allocate(strata.sizes, size, strata.sizes.size() - 1);
  std::vector<std::uint64_t> left = strata.sizes;
  std::vector<char> keep(strata.of.size());
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const std::size_t s = strata.of[i];
    keep[i] = rng.below(left[s]--) < wanted[s];
    wanted[s] -= keep[i];
  }
  return keep;
}

}  // namespace

std::vector<char> drawn_samples(const TargetColumn& target, std::uint64_t n, std::uint64_t size, Rng rng) {
  return draw(Strata(target, n), size, rng);
}

void draw_sample(LoadedData& data, std::uint64_t size, std::uint64_t seed) {
  const std::uint64_t n = data.samples();
  if (n <= size) return;
  const Strata strata(data.parts().target, n);
  data.drop_samples(draw(strata, size, stream_of(seed, "data.sample")));
  data.notes.push_back(std::to_string(size) + " of " + std::to_string(n) +
                       " rows were drawn at random (seed " + std::to_string(seed) + ")" +
                       (strata.by_class ? ", by class" : ""));
}

}  // namespace tamis::framework
