#include <tamis/framework/report/html_report.hpp>

#include "sections.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/json_words.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// What `work` returns; where a member is missing or of another type, the results are to blame.
template <class Work>
auto reading(const std::string& names, const Work& work) {
  try {
    return work();
  } catch (const json::exception& e) {
    throw DataError(fmt::format("{}: a damaged result: {}", names, json_words(e)));
  } catch (const std::out_of_range& e) {
    throw DataError(fmt::format("{}: a damaged result: {}", names, e.what()));
  }
}

void write_result(Page& page, const json& result) {
  const std::string_view kind = kind_of_result(result);
  if (kind == "selection") return write_selection(page, result);
  if (kind == "label noise") return write_label_noise(page, result);
  write_experiment(page, result);
}

std::string title_of(const NamedResult& result) {
  const json& r = *result.json;
  const std::string_view kind = kind_of_result(r);
  if (kind == "selection")
    return fmt::format("Features of {} by '{}'", data_name(r), r.at("criterion").value("use", "?"));
  if (kind == "label noise") return fmt::format("Labels of {} that look wrong", data_name(r));
  const std::string title = r.value("title", "");
  return title.empty() ? "An experiment" : title;
}

}  // namespace

std::string_view kind_of_result(const json& result) {
  if (!result.is_object()) return "";
  if (result.contains("tamis_result")) return "selection";
  if (result.contains("tamis_label_noise")) return "label noise";
  return result.contains("tamis_experiment") ? "experiment" : "";
}

std::string html_report(std::span<const NamedResult> results) {
  std::vector<std::string> names;
  for (const NamedResult& result : results) {
    names.push_back(result.name);
    if (kind_of_result(*result.json).empty())
      throw DataError(fmt::format(
          "{} is no result of tamis; `tamis select`, `rank` and `noise` write one with -o, `tamis experiment` "
          "its summary.json",
          result.name));
  }
  Page page;
  if (results.size() == 1)
    return reading(names[0], [&] {
      const std::string title = title_of(results[0]);
      page.part(title);
      write_result(page, *results[0].json);
      return page.html(title);
    });
  const std::string title = fmt::format("{} compared", fmt::join(names, ", "));
  page.part(title);
  reading(fmt::format("{}", fmt::join(names, ", ")), [&] { write_comparison(page, results); });
  for (const NamedResult& result : results)
    reading(result.name, [&] {
      page.part(fmt::format("{}: {}", result.name, title_of(result)));
      write_result(page, *result.json);
    });
  return page.html(title);
}

}  // namespace tamis::framework
