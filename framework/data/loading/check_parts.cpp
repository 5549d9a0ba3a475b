#include "check_parts.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

[[noreturn]] void fail(const std::string& what, ErrorSubject at = {}) { throw DataError(what, at); }

void check_length(std::size_t seen, std::uint64_t wanted, const std::string& what) {
  if (seen != wanted) fail(what + " has " + counted(seen, "value") + "; expected " + std::to_string(wanted));
}

void check_labels(const std::vector<std::int32_t>& labels, std::size_t classes, bool unknown_allowed,
                  const std::string& what) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] >= (unknown_allowed ? -1 : 0) && labels[i] < static_cast<std::int64_t>(classes)) continue;
    fail(what + " number " + std::to_string(i + 1) + " is " + std::to_string(labels[i]) + "; expected 0 to " +
         std::to_string(static_cast<std::int64_t>(classes) - 1) +
         (unknown_allowed ? ", or -1 for unknown" : ""));
  }
}

void check_lists(const std::vector<std::uint64_t>& start, std::uint64_t lists, std::size_t entries,
                 const std::string& what, const std::string& of = "sample") {
  check_length(start.size(), lists + 1, "the start of " + what);
  for (std::size_t i = 0; i < lists; ++i)
    if (start[i] > start[i + 1])
      fail("the start of " + what + " decreases at " + of + " " + std::to_string(i + 1));
  if (start[0] != 0 || start[lists] != entries) fail("the start of " + what + " does not end at its length");
}

void check_soft(const TargetColumn& t, std::uint64_t n) {
  const std::size_t l = t.class_names.size();
  check_length(t.soft.size(), n * l, "the soft target");
  for (std::uint64_t i = 0; i < n; ++i) {
    double sum = 0;
    std::size_t gaps = 0;
    for (std::size_t s = 0; s < l; ++s) {
      const double p = t.probabilities()(i, s);
      gaps += std::isnan(p);
      if (p < 0 || p > 1 + 1e-9) sum = std::numeric_limits<double>::infinity();
      sum += p;
    }
    if (gaps == l || (gaps == 0 && std::fabs(sum - 1) <= 1e-9)) continue;
    fail("the soft target of sample " + std::to_string(i + 1) +
             " is not a distribution; expected entries in [0, 1] that sum to 1, or NaN in all if it is "
             "unknown",
         at_sample(i));
  }
}

void check_target(const TargetColumn& t, std::uint64_t n) {
  const std::size_t l = t.class_names.size();
  if (t.kind == TargetKind::classes || !t.labels.empty()) {
    check_length(t.labels.size(), n, "the target");
    check_labels(t.labels, l, true, "label");
  }
  if (t.kind == TargetKind::soft) check_soft(t, n);
  if (t.kind == TargetKind::real) {
    check_length(t.real.size(), n, "the target");
    for (std::uint64_t i = 0; i < n; ++i)
      if (std::isinf(t.real[i]))
        fail("the target of sample " + std::to_string(i + 1) + " is infinite", at_sample(i));
  }
  if (t.kind == TargetKind::sets) {
    check_lists(t.set_start, n, t.set_labels.size(), "the label sets");
    check_labels(t.set_labels, l, false, "set label");
    for (std::uint64_t i = 0; i < n; ++i)
      for (std::uint64_t e = t.set_start[i] + 1; e < t.set_start[i + 1]; ++e)
        if (t.set_labels[e - 1] >= t.set_labels[e])
          fail("the labels of sample " + std::to_string(i + 1) + " are not ascending", at_sample(i));
  }
  if (!t.certainty.empty()) {
    check_length(t.certainty.size(), n, "the certainty");
    for (std::uint64_t i = 0; i < n; ++i)
      if (t.certainty[i] < 0 || t.certainty[i] > 1)
        fail("the certainty of sample " + std::to_string(i + 1) + " is outside [0, 1]", at_sample(i));
  }
  if (!t.vote_start.empty()) {
    check_lists(t.vote_start, n, t.vote_labels.size(), "the votes");
    check_length(t.vote_annotators.size(), t.vote_labels.size(), "the votes' annotators");
    check_labels(t.vote_labels, l, false, "vote");
    for (const std::uint32_t a : t.vote_annotators)
      if (a >= t.annotator_names.size()) fail("a vote of an annotator that has no name");
  }
}

void check_sparse(const DataTable& p) {
  const SparseColumns& s = p.sparse;
  check_lists(s.start, p.feature_names.size(), s.row.size(), "the sparse columns", "feature");
  check_length(s.value.size(), s.row.size(), "the values of the sparse columns");
  for (std::size_t j = 0; j < s.features(); ++j)
    for (std::uint64_t e = s.start[j]; e < s.start[j + 1]; ++e) {
      const auto refuse = [&](const std::string& why) {
        fail("feature " + in_quotes(p.feature_names[j]) + " of sample " +
                 std::to_string(std::uint64_t{s.row[e]} + 1) + why,
             at_feature(j));
      };
      if (s.row[e] >= p.samples) refuse(" is beyond the " + counted(p.samples, "sample"));
      if (e > s.start[j] && s.row[e - 1] >= s.row[e]) refuse(": the samples of a sparse column must ascend");
      if (!std::isfinite(s.value[e])) refuse(" is not a finite number");
    }
}

void check_codes(const DataTable& p) {
  const std::size_t d = p.feature_names.size();
  check_length(p.codes.size(), p.samples * d, "the table of codes");
  check_length(p.levels.size(), d, "the numbers of levels");
  for (std::size_t k = 0; k < p.codes.size(); ++k) {
    const std::size_t j = k / p.samples;
    if (p.codes[k] >= p.levels[j])
      fail("a code of feature " + in_quotes(p.feature_names[j]) + " is not below its number of levels",
           at_feature(j));
  }
}

}  // namespace

void check_parts(const DataTable& p) {
  const std::size_t d = p.feature_names.size();
  if (d > std::numeric_limits<std::uint32_t>::max()) fail("there are more than 2^32 features");
  if (p.sparse.empty() || p.values.size() > 0) check_length(p.values.size(), p.samples * d, "the table");
  for (std::size_t k = 0; k < p.values.size(); ++k) {
    if (std::isfinite(p.values.data()[k])) continue;
    const std::size_t j = k / p.samples, i = k % p.samples;
    fail("feature " + in_quotes(p.feature_names[j]) + " of sample " + std::to_string(i + 1) +
             " is not a finite number; drop the sample or fill the gap first",
         at_feature(j));
  }
  if (!p.feature_groups.empty()) check_length(p.feature_groups.size(), d, "the groups of features");
  if (!p.feature_costs.empty()) check_length(p.feature_costs.size(), d, "the costs of features");
  for (const double cost : p.feature_costs)
    if (!(cost > 0) || std::isinf(cost)) fail("the cost of a feature is not a finite number above 0");
  if (!p.unit_names.empty() && p.feature_groups.empty())
    fail("groups of features have names, but no feature is in a group");
  if (std::uint64_t{p.exclusive_groups} + p.categorical_units > p.unit_names.size())
    fail("more groups are exclusive or categorical than there are");
  const auto named_groups = static_cast<std::int64_t>(p.unit_names.size() + p.category_columns.size());
  if (!p.category_columns.empty() &&
      std::ranges::any_of(p.feature_groups, [&](std::int32_t group) { return group >= named_groups; }))
    fail("some groups of features have names and others have none");
  if (!p.relevant.empty()) check_length(p.relevant.size(), d, "the relevance of features");
  if (!p.sparse.empty()) check_sparse(p);
  if (!p.codes.empty() || !p.levels.empty()) check_codes(p);
  check_target(p.target, p.samples);
  if (p.clean) check_target(*p.clean, p.samples);
  if (!p.weights.empty()) check_length(p.weights.size(), p.samples, "the weights");
  for (const double w : p.weights)
    if (!(w >= 0) || std::isinf(w)) fail("a weight is negative or not finite");
  if (!p.groups.empty()) check_length(p.groups.size(), p.samples, "the groups");
  for (const std::int32_t g : p.groups)
    if (g < 0) fail("a group is negative; groups count from 0");
  if (p.centre.size() != p.scale.size()) fail("centre and scale have different lengths");
  if (!p.scale.empty()) check_length(p.scale.size(), d, "the scale");
  for (const double s : p.scale)
    if (!(s > 0)) fail("a scale is not positive");
  if (!p.sample_rows.empty()) check_length(p.sample_rows.size(), p.samples, "sample_rows");
  if (!p.sample_lines.empty()) check_length(p.sample_lines.size(), p.samples, "sample_lines");
}

}  // namespace tamis::framework
