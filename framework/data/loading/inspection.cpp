#include "inspection.hpp"

#include "doubtful_features.hpp"

#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/robust_scale.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace tamis::framework {

Inspection::Doubts Inspection::of(std::size_t column, std::span<const double> values,
                                  bool categorical) const {
  const std::string& name = table_.columns[column].name;
  const std::string what = (categorical ? "categorical " : "feature ") + in_quotes(name);
  Doubts doubts;
  const auto say = [&](const char* sentence) {
    doubts.sentences.push_back(fmt::format(fmt::runtime(sentence), what, naming_("data.ignore", column)));
  };
  if (!categorical && numbers_the_rows(values))
    say("{} counts the rows; if it is an identifier, {}");
  else if (identifies_rows(name, values))
    say("{} has another value in each row; if it is an identifier, {}");
  else if (identifies_groups(name, values))
    say("{} seems to name patients, sessions or the like, each with several rows; if so, it belongs in `data.groups`, or {}");
  if (repeats_target(values, target_))
    say("{} repeats the target; if it is not known before the target is, {}");
  else if (const auto agreement = near_.agreement(values))
    doubts.near_target.push_back(target_.kind == TargetKind::real
                                     ? fmt::format("{} (rank correlation {:.4f})", name, *agreement)
                                     : fmt::format("{} ({:.1f} %)", name, 100 * *agreement));
  if (!categorical)
    if (const auto code = unknown_code(values))
      doubts.unknown_codes.push_back(fmt::format("{} {}", *code, name));
  return doubts;
}

void Inspection::add(Doubts doubts) {
  std::ranges::move(doubts.sentences, std::back_inserter(found_.sentences));
  std::ranges::move(doubts.near_target, std::back_inserter(found_.near_target));
  std::ranges::move(doubts.unknown_codes, std::back_inserter(found_.unknown_codes));
}

void Inspection::of_numbers(std::span<const std::size_t> columns, const DataTable& parts,
                            const Division* division) {
  std::vector<Doubts> of_column(columns.size());
  parallel_for(columns.size(), [&](std::uint64_t k) {
    of_column[k] = of(columns[k], parts.values.span().subspan(k * parts.samples, parts.samples), false);
  });
  for (Doubts& doubts : of_column) add(std::move(doubts));
  if (!division) return;
  found_.sentences = division->together(found_.sentences);
  found_.near_target = division->together(found_.near_target);
  found_.unknown_codes = division->together(found_.unknown_codes);
}

void Inspection::of_categories(std::size_t column, std::span<const double> codes) {
  add(of(column, codes, true));
}

void Inspection::warn_of_codes(ReadNotes& remarks) const {
  std::map<std::string, std::vector<std::string>> columns_with;
  for (const std::string& code_and_name : found_.unknown_codes) {
    const std::size_t blank = code_and_name.find(' ');
    columns_with[code_and_name.substr(0, blank)].push_back(code_and_name.substr(blank + 1));
  }
  if (target_.kind == TargetKind::real)
    if (const auto code = unknown_code(target_.real))
      columns_with[fmt::format("{}", *code)].push_back("the target");
  for (const auto& [code, names] : columns_with)
    remarks.warnings.push_back(fmt::format(
        "{0} is far from all other values of {1}; if it means \"not known\", `data.unknown = [\"{0}\"]`",
        code, listed(names)));
}

/// Of a real target. Normal values are at most 6 deviations from the median, prices and incomes some dozens.
void Inspection::warn_of_far_values(ReadNotes& remarks) const {
  constexpr double kVeryFar = 100;
  if (target_.kind != TargetKind::real) return;
  const numerics::RobustScale scale = numerics::robust_scale(target_.real, {});
  const std::optional<double> code = unknown_code(target_.real);  // has a warning of its own
  const auto distance = [&](double value) {
    return std::isnan(value) || value == code ? 0 : scale.distance(value);
  };
  const auto far =
      std::ranges::count_if(target_.real, [&](double value) { return distance(value) > kVeryFar; });
  if (far == 0) return;
  remarks.warnings.push_back(fmt::format(
      "{}: {} of {} {} far from all others, more than {} robust standard deviations from the median {:.6g} (the farthest is {:.6g}); "
      "correct what is wrong or in another unit, or take logarithms: criteria that use squares see little else",
      target_.title(), far, counted(target_.real.size(), "value"), far == 1 ? "is" : "are", kVeryFar,
      scale.centre, *std::ranges::max_element(target_.real, {}, distance)));
}

void Inspection::warn(ReadNotes& remarks) const {
  remarks.warnings.insert(remarks.warnings.end(), found_.sentences.begin(), found_.sentences.end());
  warn_of_codes(remarks);
  warn_of_far_values(remarks);
  if (found_.near_target.empty()) return;
  remarks.warnings.push_back(fmt::format(
      "{}: {}; leave out by `data.ignore` what is not known before the target is",
      target_.kind == TargetKind::real ? "the target rises or falls with one feature nearly without exception"
                                       : "nearly all labels can be predicted from one feature alone",
      listed(found_.near_target)));
}

}  // namespace tamis::framework
