// Plugins that are built with the headers of earlier versions, in today's kernel.
#include <tamis/framework/selection/select.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace {

/// A run with the plugins of a folder.
nlohmann::json run(const char* folder, const std::string& config) {
  Registry registry(plugin_folders({folder}));
  REQUIRE(refusals(registry).empty());
  const SelectConfig parsed = parse_select_config(toml::parse(
      "data = { path = '" TAMIS_TEST_DATA "/sonar.csv', target = 'class', standardise = 'none' }\n" +
      config));
  Observer silent;
  return to_json(select(registry, Defaults(), parsed, {}, silent));
}

/// What a ranking finds, as text.
std::string found(const char* folder, const std::string& criterion) {
  const nlohmann::json all = run(folder, "search = 'rank'\ncriterion = " + criterion);
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

TEST_CASE("a search and a criterion of revision 2 do what today's do", "[abi]") {
  const std::string sum = "criterion = 'abi_2.range_sum'\n", gain = "criterion = 'abi_2.range_gain'\n";
  const std::string theirs = "search = { use = 'abi_2.one_by_one', keep = 5 }",
                    ours = "search = { use = 'forward', keep = 5 }";
  const nlohmann::json by_theirs = run(TAMIS_OF_ABI_2, sum + theirs);
  CHECK(by_theirs["path"].size() == 5);
  CHECK(by_theirs["path"] == run(TAMIS_OF_ABI_2, sum + ours)["path"]);
  CHECK(by_theirs["search_diagnostics"]["steps"] == 5);
  const nlohmann::json gains = run(TAMIS_OF_ABI_2, gain + theirs);
  for (std::size_t i = 0; i < 5; ++i) CHECK(gains["path"][i]["feature"] == by_theirs["path"][i]["feature"]);
  CHECK(run(TAMIS_OF_ABI_2, sum + "search = { use = 'exhaustive', keep = 1 }")["selected_score"] ==
        by_theirs["path"][0]["score"]);
}

TEST_CASE("a point metric of revision 2 knows the features", "[abi]") {
  // shares of ranges are distances on ranges of 1: a feature in another unit changes nothing
  const std::string rank =
      "search = 'rank'\ncriterion = { use = 'laplacian_score', metric = 'abi_2.share_of_range' }\n";
  const nlohmann::json
      all = run(TAMIS_OF_ABI_2, rank),
      l1 = run(TAMIS_OF_ABI_2,
               "search = 'rank'\ncriterion = { use = 'laplacian_score', metric = 'manhattan' }\n");
  CHECK(all["ranking"].dump() != l1["ranking"].dump());
  CHECK(all["ranking"].size() == 60);
}
