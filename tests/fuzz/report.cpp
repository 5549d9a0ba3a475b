// A result that `tamis report` is to show.
#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/support/nesting.hpp>

#include "harness.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness report("report", [](tamis::fuzz::Input input) {
  nlohmann::json result;
  try {
    result = parse_json(input.rest());
  } catch (const nlohmann::json::exception&) {
    return;
  }
  tamis::fuzz::refusal([&] {
    const NamedResult named{"result", &result};
    tamis::fuzz::use(html_report({&named, 1}));
  });
});

}  // namespace
