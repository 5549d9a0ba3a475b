#include "electorate.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::neighbour_labels {
namespace {

// a group of more voters than so many times k has a search of its own: to gather the points for it costs
// less than lists that are longer by all of the group
constexpr std::size_t kFew = 4;

}  // namespace

Electorate::Electorate(const Target& target, const numerics::SampleGroups& groups,
                       std::span<const double> weights)
    : groups_(groups), classes_(target.classes()), vote_(target.samples() * classes_) {
  std::vector<double> labels(target.samples());
  const auto weight = [&](Sample i) { return weights.empty() ? 1.0 : weights[i]; };
  std::vector<Sample> known = target.known_samples();
  std::erase_if(known, [&](Sample i) { return weight(i) == 0; });
  for (const Sample i : known) ++labels[groups.row[i]];
  for (const Sample i : known) {
    const Sample row = groups.row[i];
    vote_[row * classes_ + static_cast<std::size_t>(target.labels()[i])] += weight(i) / labels[row];
  }
  for (Sample i = 0; i < target.samples(); ++i) {
    if (groups.row[i] == i) rows_.push_back(i);
    if (labels[i] > 0) voters_.push_back(i);
  }
}

void Electorate::search(std::size_t k, const std::function<void(const Search&)>& run) const {
  std::vector<std::size_t> rows(groups_.count), voters(groups_.count);
  for (const Sample row : rows_) ++rows[group(row)];
  for (const Sample row : voters_) ++voters[group(row)];
  std::vector<std::uint32_t> large;
  std::size_t more = 0;
  for (std::uint32_t g = 0; g < groups_.count; ++g) {
    if (rows[g] == 1) continue;  // a row is not its own neighbour
    if (voters[g] > kFew * k)
      large.push_back(g);
    else
      more = std::max(more, voters[g]);
  }
  if (large.size() < groups_.count) run({rows_, voters_, more});
  for (const std::uint32_t g : large) {
    Search search;
    std::ranges::copy_if(rows_, std::back_inserter(search.rows), [&](Sample row) { return group(row) == g; });
    std::ranges::copy_if(voters_, std::back_inserter(search.voters),
                         [&](Sample row) { return group(row) != g; });
    run(search);
  }
}

void Electorate::share(Matrix q) const {
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (Sample i = 0; i < q.rows; ++i) q(i, s) = q(groups_.row[i], s);
}

}  // namespace tamis::neighbour_labels
