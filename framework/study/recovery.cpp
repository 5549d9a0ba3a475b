#include <tamis/framework/study/recovery.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tamis::framework {

Recovery recovery(const std::vector<RankedFeature>& ranking, const std::vector<char>& relevant) {
  Recovery out;
  out.relevant = relevant.size() - static_cast<std::size_t>(std::count(relevant.begin(), relevant.end(), 0));
  for (std::size_t i = 0; i < std::min(out.relevant, ranking.size()); ++i)
    out.found += relevant[ranking[i].feature] != 0;
  out.share = static_cast<double>(out.found) / static_cast<double>(out.relevant);
  out.all_first = out.found == out.relevant;
  return out;
}

nlohmann::json to_json(const Recovery& r) {
  return {{"relevant", r.relevant}, {"share", r.share}, {"all_first", r.all_first}};
}

std::string to_line(const Recovery& r) {
  return fmt::format("relevant features among the {} best ranked: {} of {}\n", r.relevant, r.found,
                     r.relevant);
}

}  // namespace tamis::framework
