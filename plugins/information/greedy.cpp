#include "greedy.hpp"

namespace tamis::information {
namespace {

constexpr std::size_t kInABlock = 16;  // candidates

}  // namespace

Comparison::Comparison(const Dataset& data, const Runtime& runtime, const CountingOptions& options,
                       bool compares)
    : counting_(data, runtime, options),
      runtime_(runtime),
      relevance_(data.features()),
      entropy_(data.features()),
      terms_(data.features()) {
  if (compares) {
    counting_.make_planes(runtime);
    with_class_.resize(data.features());
    alone_.resize(data.features());
  }
  const numerics::LabelledColumn classes(counting_.labels()), nothing(counting_.plain());
  runtime.parallel_blocks(
      data.features(),
      [&](std::uint64_t begin, std::uint64_t end) {
        TableReader reader(counting_);
        for (auto x = static_cast<Feature>(begin); x < end; ++x) {
          const TableSums with_class = reader.with_class(x, classes), alone = reader.plain(x, nothing);
          relevance_[x] = with_class.of_x_and_class();
          entropy_[x] = alone.entropy(alone.x);
          if (compares) with_class_[x] = with_class, alone_[x] = alone;
        }
      },
      kInABlock);
}

void Comparison::compare_with(Subset subset, std::span<const Feature> candidates, const PairRule& rule) {
  if (!rule.term) return;
  const auto in_subset = [&](Feature z) { return std::ranges::find(subset, z) != subset.end(); };
  if (!std::ranges::all_of(chosen_, in_subset)) {  // a search that goes back
    chosen_.clear();
    terms_.assign(terms_.size(), {});
  }
  for (const Feature z : subset)
    if (std::ranges::find(chosen_, z) == chosen_.end()) chosen_.push_back(z);
  std::vector<Feature> behind;
  for (std::size_t t = 0; t < chosen_.size(); ++t) {
    behind.clear();
    std::ranges::copy_if(candidates, std::back_inserter(behind),
                         [&](Feature x) { return terms_[x].seen == t; });
    if (!behind.empty()) add_terms(chosen_[t], behind, rule);
  }
}

void Comparison::add_terms(Feature z, std::span<const Feature> candidates, const PairRule& rule) {
  std::optional<numerics::LabelledColumn> with_class, alone;
  if (rule.with_class != WithClass::nothing)
    with_class.emplace(counting_.labels(), counting_.codes().column(z));
  if (rule.redundancy) alone.emplace(counting_.plain(), counting_.plain_codes().column(z));
  runtime_.parallel_blocks(
      candidates.size(),
      [&](std::uint64_t begin, std::uint64_t end) {
        TableReader reader(counting_);
        for (std::uint64_t i = begin; i < end; ++i) {
          const Feature x = candidates[i];
          PairInformation pair;
          pair.entropy_x = entropy_[x], pair.entropy_z = entropy_[z];
          if (alone) pair.redundancy = reader.pair_plain(x, *alone, alone_[x], alone_[z]).of_x_and_z();
          if (with_class) {
            const bool conditional = rule.with_class == WithClass::conditional;
            const TableSums sums =
                reader.pair_with_class(x, *with_class, with_class_[x], with_class_[z],
                                       conditional ? TableMargins::all : TableMargins::of_class);
            pair.joint_relevance = sums.of_pair_and_class();
            pair.joint_entropy = sums.joint_entropy();
            if (conditional) {
              pair.relevance_given_z = sums.of_x_and_class_given_z();
              pair.redundancy_given_class = sums.of_x_and_z_given_class();
            }
          }
          const double term = rule.term(pair);
          terms_[x].sum.add(term);
          terms_[x].least = std::min(terms_[x].least, term);
          ++terms_[x].seen;
        }
      },
      kInABlock);
}

}  // namespace tamis::information
