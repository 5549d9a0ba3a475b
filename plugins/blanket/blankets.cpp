#include "blankets.hpp"

#include <algorithm>

namespace tamis::blanket {
namespace {

constexpr std::size_t kListed = 64;  // made again 0.4 times a feature when d = 20 000 shrink to none

/// The first `count` of `candidates` without i in the association's order.
std::vector<Feature> nearest(const Association& association, const AssociationRow& row, Feature i,
                             std::span<const Feature> candidates, std::size_t count) {
  const auto before = [&](Feature a, Feature b) { return association.before(row, a, b); };
  // a heap with the last of the chosen on top; what is clearly weaker is not even compared
  constexpr double kClearly = 1 - 1e-12;
  std::vector<Feature> chosen;
  double least = -1;
  for (const Feature j : candidates) {
    if (row.strength[j] < least || j == i) continue;
    if (chosen.size() == count) {
      if (!before(j, chosen.front())) continue;
      std::pop_heap(chosen.begin(), chosen.end(), before);
      chosen.back() = j;
    } else {
      chosen.push_back(j);
    }
    std::push_heap(chosen.begin(), chosen.end(), before);
    if (chosen.size() == count) least = row.strength[chosen.front()] * kClearly;
  }
  std::sort(chosen.begin(), chosen.end(), before);
  return chosen;
}

}  // namespace

Blankets::Blankets(const Association* association, std::size_t size, std::size_t features)
    : association_(association),
      size_(size),
      listed_(std::max(kListed, 4 * size)),
      remaining_(features),
      lists_(features) {}

void Blankets::begin(std::span<const Feature> remaining, const Runtime& runtime) {
  std::fill(remaining_.begin(), remaining_.end(), 0);  // until all lists are made: a user may stop them
  members_.assign(remaining.begin(), remaining.end());
  std::sort(members_.begin(), members_.end());
  if (size_ > 0)
    runtime.parallel_blocks(
        members_.size(),
        [&](std::uint64_t first, std::uint64_t last) {
          list({members_.data() + first, last - first});
        },
        association_->rows_at_once());
  for (const Feature j : members_) remaining_[j] = 1;
}

void Blankets::remove(Feature j) {
  remaining_[j] = 0;
  members_.erase(std::lower_bound(members_.begin(), members_.end(), j));
}

std::vector<Feature> Blankets::of(Feature i) {
  std::vector<Feature> out;
  if (size_ == 0) return out;
  const auto take = [&] {
    for (const Feature j : lists_[i].nearest) {
      if (remaining_[j]) out.push_back(j);
      if (out.size() == size_) return;
    }
  };
  take();
  if (out.size() == size_ || lists_[i].complete) return out;
  list({&i, 1});
  out.clear();
  take();
  return out;
}

void Blankets::list(std::span<const Feature> of) {
  std::vector<AssociationRow> rows(of.size());
  association_->fill(of, rows);
  for (std::size_t r = 0; r < of.size(); ++r) {
    List& own = lists_[of[r]];
    own.nearest = nearest(*association_, rows[r], of[r], members_, listed_);
    own.complete = own.nearest.size() + 1 >= members_.size();
  }
}

}  // namespace tamis::blanket
