#include <tamis/framework/run/describe_data.hpp>

#include <tamis/framework/support/text.hpp>
#include <tamis/traits.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace tamis::framework {

using nlohmann::json;

json describe_data(const LoadedData& loaded) {
  const Dataset data = loaded.view();
  const Target target = data.target();
  json t{{"kind", kTargetKindNames[static_cast<std::size_t>(target.kind())]}};
  if (target.classes() > 0) {
    t["classes"] = json::array();
    for (std::uint32_t c = 0; c < target.classes(); ++c) t["classes"].push_back(target.class_name(c));
  }
  if (target.kind() != TargetKind::none) {
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < target.samples(); ++i) known += target.known(i);
    t["known"] = known;
  }
  json out{{"samples", data.samples()}, {"features", data.features()}, {"target", std::move(t)}};
  if (const DataTable& parts = loaded.parts(); !parts.relevant.empty())
    out["relevant"] = parts.relevant_names();
  for (const ColumnGaps& gaps : loaded.parts().gaps) out["missing"][escaped(gaps.column)] = gaps.cells;
  return out;
}

std::vector<std::string> feature_names(const Dataset& data) {
  std::vector<std::string> names;
  for (Feature f = 0; f < data.features(); ++f) names.emplace_back(data.feature_name(f));
  return names;
}

std::vector<Feature> find_features(const Dataset& data, const std::vector<std::string>& names,
                                   const std::string& who) {
  const std::vector<std::string> known = feature_names(data);
  std::vector<Feature> found;
  for (const std::string& name : names) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end())
      throw ParamError(fmt::format("{} names the feature {}, which does not exist{}", who, in_quotes(name),
                                   did_you_mean(name, known)));
    if (std::find(at + 1, known.end(), name) != known.end())
      throw ParamError(fmt::format("{} names {}, but several features are called that; rename them", who,
                                   in_quotes(name)));
    found.push_back(static_cast<Feature>(at - known.begin()));
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void raise_named(const Error& e, const LoadedData& data) {
  const Dataset view = data.view();
  const auto index = static_cast<std::uint64_t>(e.at.index);
  std::string text = shown(e.what(), kLongestSaid);
  if (e.at.subject == TAMIS_FEATURE && index < view.features())
    text += fmt::format(" (feature {})", in_quotes(view.feature_name(static_cast<Feature>(index))));
  else if (e.at.subject == TAMIS_SAMPLE && index < view.samples())
    text += fmt::format(" ({})", data.where(index));
  else if (e.at.subject == TAMIS_CLASS && index < view.target().classes())
    text +=
        fmt::format(" (class {})", in_quotes(view.target().class_name(static_cast<std::uint32_t>(index))));
  tamis_error c;
  tamis::detail::write_error(&c, e.code, text, {}, e.origin, e.step);
  tamis::detail::raise(c, "");
}

}  // namespace tamis::framework
