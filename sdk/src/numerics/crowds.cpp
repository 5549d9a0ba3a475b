#include <algorithm>
#include <cmath>
#include <limits>
#include <tamis/numerics/crowds.hpp>
#include <tamis/numerics/sorted_values.hpp>

namespace tamis::numerics {
namespace {

// Adds the sets of more than k of `samples` that are equal in `value`, which is indexed by sample.
void add_equal(std::span<const double> value, std::span<const Sample> samples, std::size_t k, Crowds& to) {
  std::vector<double> of_sample;
  of_sample.reserve(samples.size());
  for (Sample s : samples) of_sample.push_back(value[s]);
  const SortedValues sorted = sorted_values(of_sample);
  std::vector<Sample> equal;
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    last = first + 1;  // also of a NaN, which equals nothing: somebody may write to the table meanwhile
    while (last < sorted.size() && sorted.value[last] == sorted.value[first]) ++last;
    if (last - first <= k) continue;
    equal.clear();
    for (std::size_t p = first; p < last; ++p) equal.push_back(samples[sorted.place[p]]);
    to.add(equal);
  }
}

// The same of a feature some cells of which are missing: who lacks it is at one place with the others who do.
void add_equal_or_missing(std::span<const double> value, std::span<const Sample> samples, std::size_t k,
                          Crowds& to) {
  std::vector<Sample> known, missing;
  for (const Sample s : samples) (std::isnan(value[s]) ? missing : known).push_back(s);
  add_equal(value, known, k, to);
  if (missing.size() > k) to.add(missing);
}

// Who has no known cell is nowhere.
std::vector<Sample> with_known_cells(const Dataset& data, std::span<const Sample> samples) {
  std::vector<char> known(data.samples(), data.has_missing() ? 0 : 1);
  for (Feature f = 0; f < data.features() && data.has_missing(); ++f)
    for (const Sample s : samples) known[s] |= data.missing(f)[s] == 0;
  std::vector<Sample> out;
  std::ranges::copy_if(samples, std::back_inserter(out), [&](Sample s) { return known[s] != 0; });
  return out;
}

}  // namespace

void Crowds::add(std::span<const Sample> members) {
  member.insert(member.end(), members.begin(), members.end());
  start.push_back(member.size());
}

void Crowds::add(const Crowds& others) {
  for (std::size_t c = 0; c < others.size(); ++c) add(others.members(c));
}

Crowds crowds_at_one_place(const Dataset& data, std::span<const Sample> samples, std::size_t k,
                           const Runtime& runtime) {
  Crowds crowds;
  if (const std::vector<Sample> placed = with_known_cells(data, samples); placed.size() > k)
    crowds.add(placed);
  std::vector<double> x(data.samples());
  for (Feature f = 0; f < data.features() && crowds.size() > 0; ++f) {
    runtime.check_cancelled();
    column_with_gaps(data, f, x);
    Crowds parted;
    for (std::size_t c = 0; c < crowds.size(); ++c)
      data.has_missing() ? add_equal_or_missing(x, crowds.members(c), k, parted)
                         : add_equal(x, crowds.members(c), k, parted);
    crowds = std::move(parted);
  }
  return crowds;
}

Crowds crowds_of_one_value(std::span<const double> value, std::span<const Sample> samples, std::size_t k) {
  Crowds crowds;
  add_equal(value, samples, k, crowds);
  return crowds;
}

Nodes::Nodes(std::span<const Sample> samples, const Crowds& crowds, std::size_t all) : all_(all) {
  constexpr Sample kAlone = std::numeric_limits<Sample>::max();
  std::vector<Sample> crowd_of(crowds.size() > 0 ? all : 0, kAlone);
  for (std::size_t c = 0; c < crowds.size(); ++c)
    for (Sample s : crowds.members(c)) crowd_of[s] = static_cast<Sample>(c);
  place_.reserve(samples.size());
  node_.reserve(samples.size());
  mass_.reserve(samples.size());
  for (Sample s : samples) {
    const Sample c = crowd_of.empty() ? kAlone : crowd_of[s];
    if (c != kAlone && crowds.members(c).front() != s) continue;
    place_.push_back(s);
    node_.push_back(c == kAlone ? s : static_cast<Sample>(all + c));
    mass_.push_back(c == kAlone ? 1 : crowds.members(c).size());
  }
}

}  // namespace tamis::numerics
