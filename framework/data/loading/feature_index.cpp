#include "feature_index.hpp"

namespace tamis::framework {
namespace {

/// Whether `text` matches a pattern in which * is any text. O(|pattern| |text|) at worst.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

FeatureIndex::FeatureIndex(const DataTable& table) : table_(table) {
  for (Feature j = 0; j < table.feature_names.size(); ++j) {
    const std::string_view name = table.feature_names[j];
    named_[name].push_back(j);
    if (table.feature_groups.empty() || table.feature_groups[j] < 0) continue;
    for (std::size_t e = name.find('='); e != std::string_view::npos; e = name.find('=', e + 1))
      named_[name.substr(0, e)].push_back(j);  // a value of a categorical column
  }
}

std::vector<Feature> FeatureIndex::meant_by(const std::string& text) const {
  if (const auto found = named_.find(text); found != named_.end()) return found->second;
  std::vector<Feature> found;
  if (text.find('*') == std::string::npos) return found;
  for (Feature j = 0; j < table_.feature_names.size(); ++j)
    if (matches(text, table_.feature_names[j])) found.push_back(j);
  return found;
}

bool FeatureIndex::is_column(const std::string& text) const {
  const auto found = named_.find(text);
  return found != named_.end() && table_.feature_names[found->second[0]] != text;
}

}  // namespace tamis::framework
