#include "doubtful_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tamis::framework {
namespace {

constexpr std::size_t kFewestInOrder = 3;
constexpr std::size_t kFewest = 10;  // fewer do so by chance

bool counts_from_the_start(std::span<const double> v) {
  if (v.size() < kFewestInOrder || (v[0] != 0 && v[0] != 1)) return false;
  for (std::size_t i = 1; i < v.size(); ++i)
    if (v[i] != v[0] + static_cast<double>(i)) return false;
  return true;
}

bool is_each_once(std::span<const double> v) {
  double least = v[0], most = v[0];
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(v[i] == std::trunc(v[i])) || (i > 0 && v[i] == v[i - 1])) return false;
    least = std::min(least, v[i]);
    most = std::max(most, v[i]);
  }
  if (most - least != static_cast<double>(v.size() - 1)) return false;
  std::vector<char> seen(v.size());
  return std::ranges::all_of(v, [&](double x) {
    char& mark = seen[static_cast<std::size_t>(x - least)];
    return std::exchange(mark, 1) == 0;
  });
}

constexpr std::array<std::string_view, 5> kIdentifier{"id", "ids", "identifier", "uuid", "guid"};
constexpr std::array<std::string_view, 5> kRowNumber{"key", "index", "idx", "row", "rowid"};
constexpr std::array<std::string_view, 10> kPerson{"patient", "subject",   "participant", "respondent",
                                                   "person",  "donor",     "customer",    "user",
                                                   "speaker", "individual"};
constexpr double kFewestPairs = 10;  // the chance of none is e^-10

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(lower(c)); }

/// The last word of a name in small letters: of `patient_id`, `PatientID`, `patient id 2` it is `id`.
std::string last_word(std::string_view name) {
  while (!name.empty() && !is_letter(name.back())) name.remove_suffix(1);
  std::size_t begin = name.size();
  while (begin > 0 && is_letter(name[begin - 1]) &&
         (begin == name.size() || !is_lower(name[begin - 1]) || is_lower(name[begin])))
    --begin;
  std::string word(name.substr(begin));
  std::ranges::transform(word, word.begin(), lower);
  return word;
}

bool are_whole(std::span<const double> v) {
  return std::ranges::all_of(v, [](double x) { return x == std::trunc(x); });
}

std::vector<double> sorted(std::span<const double> v) {
  std::vector<double> out(v.begin(), v.end());
  std::ranges::sort(out);
  return out;
}

bool repeats_classes(std::span<const double> values, const std::vector<std::int32_t>& labels) {
  std::vector<double> of_class;
  std::vector<char> seen;
  std::size_t known = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (labels[i] < 0) continue;
    const auto c = static_cast<std::size_t>(labels[i]);
    if (c >= seen.size()) {
      of_class.resize(c + 1);
      seen.resize(c + 1);
    }
    if (!std::exchange(seen[c], 1))
      of_class[c] = values[i];
    else if (of_class[c] != values[i])
      return false;
    ++known;
  }
  std::vector<double> distinct;
  for (std::size_t c = 0; c < seen.size(); ++c)
    if (seen[c]) distinct.push_back(of_class[c]);
  std::ranges::sort(distinct);
  return known >= kFewest && distinct.size() > 1 && std::ranges::adjacent_find(distinct) == distinct.end();
}

bool is_of_nines(double x) {
  return std::abs(x) >= 9 &&
         std::ranges::all_of(fmt::format("{}", std::abs(x)), [](char c) { return c == '9' || c == '.'; });
}

struct Range {
  double least = std::numeric_limits<double>::infinity(), most = -least;
};

/// Of all values but `without`.
Range range_of(std::span<const double> values, double without) {
  Range range;
  for (const double x : values) {
    if (x == without || std::isnan(x)) continue;
    range.least = std::min(range.least, x);
    range.most = std::max(range.most, x);
  }
  return range;
}

bool equals_known(std::span<const double> values, const std::vector<double>& real) {
  std::size_t known = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(real[i])) continue;
    if (values[i] != real[i]) return false;
    ++known;
  }
  return known >= kFewest;
}

}  // namespace

bool numbers_the_rows(std::span<const double> v) {
  return counts_from_the_start(v) || (v.size() >= kFewest && is_each_once(v));
}

bool identifies_rows(std::string_view name, std::span<const double> v) {
  if (v.size() < kFewest || !are_whole(v)) return false;
  if (std::ranges::adjacent_find(v, std::greater_equal<>()) == v.end()) return true;
  const std::vector<double> ascending = sorted(v);
  if (std::ranges::adjacent_find(ascending) != ascending.end()) return false;
  const auto n = static_cast<double>(v.size());
  const double range = ascending.back() - ascending.front() + 1;
  const std::string word = last_word(name);
  return range == n || n * (n - 1) / 2 >= kFewestPairs * range || std::ranges::count(kIdentifier, word) > 0 ||
         std::ranges::count(kRowNumber, word) > 0;
}

bool identifies_groups(std::string_view name, std::span<const double> v) {
  const std::string word = last_word(name);
  if ((std::ranges::count(kIdentifier, word) == 0 && std::ranges::count(kPerson, word) == 0) || !are_whole(v))
    return false;
  std::vector<double> ascending = sorted(v);
  ascending.erase(std::unique(ascending.begin(), ascending.end()), ascending.end());
  const std::size_t distinct = ascending.size();
  return distinct >= kFewest && 3 * distinct <= 2 * v.size();
}

std::optional<double> unknown_code(std::span<const double> values) {
  constexpr std::ptrdiff_t kFewestSamples = 3;
  const Range all = range_of(values, std::numeric_limits<double>::quiet_NaN());
  for (const double code : {all.least, all.most}) {
    if (!is_of_nines(code)) continue;
    const Range others = range_of(values, code);
    const double gap = code == all.least ? others.least - code : code - others.most;
    if (others.least < others.most && gap >= others.most - others.least &&
        std::ranges::count(values, code) >= kFewestSamples)
      return code;
  }
  return {};
}

bool repeats_target(std::span<const double> values, const TargetColumn& target) {
  if (!target.labels.empty()) return repeats_classes(values, target.labels);
  return target.kind == TargetKind::real && equals_known(values, target.real);
}

}  // namespace tamis::framework
