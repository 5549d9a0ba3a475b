#include <tamis/framework/data/soft_names.hpp>

#include <algorithm>
#include <string_view>

namespace tamis::framework {
namespace {

constexpr std::string_view kPrefixes[] = {"p_", "prob_", "proba_", "probability_"};

// Of the prefix that all names have, and that is not the whole of one.
std::size_t prefix_size(std::span<const std::string> names) {
  for (const std::string_view prefix : kPrefixes)
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) {
          return name.size() > prefix.size() && name.starts_with(prefix);
        }))
      return prefix.size();
  return 0;
}

}  // namespace

std::vector<std::string> classes_of_columns(std::vector<std::string> columns) {
  const std::size_t size = prefix_size(columns);
  for (std::string& name : columns) name.erase(0, size);
  return columns;
}

std::vector<std::string> columns_of_classes(std::vector<std::string> classes) {
  if (prefix_size(classes) == 0) return classes;
  for (std::string& name : classes) name.insert(0, kPrefixes[0]);
  return classes;
}

}  // namespace tamis::framework
