// Plugins that are built with the headers of version 1, in today's kernel.
#include <tamis/framework/selection/select.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace {

/// What a run with the plugins of a folder finds, as text.
std::string found(const char* folder, const std::string& criterion) {
  Registry registry(plugin_folders({folder}));
  REQUIRE(refusals(registry).empty());
  const SelectConfig config =
      parse_select_config(toml::parse("data = { path = '" TAMIS_TEST_DATA "/sonar.csv', target = 'class' }\n"
                                      "search = 'rank'\ncriterion = " +
                                      criterion));
  Observer silent;
  const SelectionResult result = select(registry, Defaults(), config, {}, silent);
  const nlohmann::json all = to_json(result);
  return all["ranking"].dump() + all["diagnostics"].dump();
}

}  // namespace

TEST_CASE("plugins built with version 1 of the contract give the scores of those built today", "[abi]") {
  const std::string criterion = GENERATE("{ use = 'org.example.trimmed_range', trim = 0.1 }",
                                         "{ use = 'laplacian_score', metric = 'org.example.canberra' }");
  const std::string today = found(TAMIS_PLAIN_C, criterion);
  CHECK(today.size() > 1000);
  CHECK(found(TAMIS_OF_ABI_1, criterion) == today);
}
