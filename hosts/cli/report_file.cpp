#include "report_file.hpp"

#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tamis::cli {

std::string report_of(const std::string& json, const std::string& name) {
  const nlohmann::json parsed = framework::parse_json(json);
  const framework::NamedResult result{name, &parsed};
  return framework::html_report({&result, 1});
}

std::string write_report(const std::filesystem::path& file, std::string json,
                         std::vector<std::string>& written) {
  framework::write_file(file, report_of(json, "the result"));
  written.push_back(fmt::format("report written to {}", file.string()));
  return json;
}

}  // namespace tamis::cli
