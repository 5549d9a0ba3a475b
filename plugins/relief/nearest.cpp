#include "nearest.hpp"

#include <algorithm>
#include <tamis/numerics/exp.hpp>

namespace tamis::relief {
namespace {

constexpr double kAsFar =
    1 + 1e-9;  // distances this close, relatively, are equal: they are sums of rounded numbers

}  // namespace

Nearest::Nearest(std::span<const std::uint32_t> classes, std::size_t n_classes, const NearestOptions& options)
    : classes_(classes), options_(options), near_(n_classes), found_(n_classes) {}

const std::vector<std::vector<Neighbour>>& Nearest::find(std::size_t self, const DistancesTo& others) {
  const std::size_t k = options_.neighbours;
  const auto class_of = [&](std::size_t j) { return classes_.empty() ? 0u : classes_[j]; };
  for (std::vector<Candidate>& near : near_) near.clear();
  for (std::size_t o = 0; o < others.samples.size(); ++o) {
    const std::uint32_t j = others.samples[o];
    std::vector<Candidate>& near = near_[class_of(j)];
    if (near.size() == k && !(others.distance[o] < near.front().distance)) continue;
    if (j == self) continue;
    if (near.size() == k) {
      std::ranges::pop_heap(near);
      near.pop_back();
    }
    near.push_back({others.distance[o], j});
    std::ranges::push_heap(near);
  }
  if (options_.ties == Ties::all) {  // those as far as the last one
    std::vector<double> farthest;
    for (std::vector<Candidate>& near : near_) {
      farthest.push_back(near.size() == k ? near.front().distance : -1);
      if (near.size() < k) continue;
      std::erase_if(near, [&](const Candidate& c) { return c.distance * kAsFar >= farthest.back(); });
    }
    for (std::size_t o = 0; o < others.samples.size(); ++o) {
      const std::uint32_t j = others.samples[o];
      const double distance = others.distance[o], limit = farthest[class_of(j)];
      if (j != self && distance * kAsFar >= limit && distance <= limit * kAsFar)
        near_[class_of(j)].push_back({distance, j});
    }
  }
  for (std::size_t c = 0; c < near_.size(); ++c) weigh(near_[c], found_[c]);
  return found_;
}

void Nearest::weigh(std::vector<Candidate>& near, std::vector<Neighbour>& out) const {
  std::ranges::sort(near);
  out.clear();
  const std::size_t places = std::min(options_.neighbours, near.size());
  const auto weight = [&](std::size_t rank) {
    const double r = static_cast<double>(rank) / options_.sigma;
    return options_.weights == NeighbourWeights::uniform ? 1.0 : numerics::exponential(-r * r);
  };
  double all = 0;
  for (std::size_t rank = 0; rank < places; ++rank) all += weight(rank);
  for (std::size_t first = 0, last = 0; first < near.size(); first = last) {
    double together = 0;
    for (last = first; last < near.size() &&
                       (last == first ||
                        (options_.ties == Ties::all && near[last].distance <= near[first].distance * kAsFar));
         ++last)
      if (last < places) together += weight(last);
    for (std::size_t n = first; n < last; ++n)
      out.push_back({near[n].sample, together / static_cast<double>(last - first) / all});
  }
}

}  // namespace tamis::relief
