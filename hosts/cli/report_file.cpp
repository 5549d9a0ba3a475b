#include "report_file.hpp"

#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/support/nesting.hpp>

#include <nlohmann/json.hpp>

namespace tamis::cli {

std::string report_of(const std::string& json, const std::string& name) {
  const nlohmann::json parsed = framework::parse_json(json);
  const framework::NamedResult result{name, &parsed};
  return framework::html_report({&result, 1});
}

}  // namespace tamis::cli
