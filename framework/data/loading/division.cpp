#include <tamis/framework/data/division.hpp>

#include <tamis/framework/data/data_options.hpp>

#include <nlohmann/json.hpp>

namespace tamis::framework {

std::vector<std::string> Division::together(const std::vector<std::string>& mine) const {
  using nlohmann::json;
  std::vector<std::string> all;
  // names may hold any bytes of UTF-8, and they do: readers refuse others
  for (const std::string& bytes : all_gather(json(mine).dump()))
    for (json& text : json::parse(bytes)) all.push_back(text.get<std::string>());
  return all;
}

bool is_divisible(const DataOptions& o) {
  return !o.path.empty() && !o.generate && !o.is_arff() && !o.soft_from && !o.gives_votes() &&
         o.categorical.empty() && o.dates.empty() && o.missing != Missing::drop_rows &&
         o.missing != Missing::neighbours && o.missing != Missing::keep && !o.sample && !o.tf_idf &&
         !o.top_terms;
}

}  // namespace tamis::framework
