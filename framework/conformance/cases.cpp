/// Cases that a plugin brings itself.
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <cmath>

namespace tamis::framework::conformance {
namespace {

namespace fs = std::filesystem;

/// [expect]: what is to come out.
struct Expectation {
  std::vector<std::string> ranking, selected;
  std::vector<double> scores;  ///< of the ranking
  double tolerance = 1e-9;
};

template <class T>
std::vector<T> take_list(Section& section, const char* key, const char* of_what) {
  std::vector<T> list;
  const toml::node* node = section.take_node(key);
  if (!node) return list;
  const toml::array* items = node->as_array();
  if (!items) section.fail(key, fmt::format("is {}; expected a list of {}", described(*node), of_what));
  for (const toml::node& item : *items) {
    const auto value = item.value<T>();
    if (!value) section.fail(key, fmt::format("holds {}; expected a list of {}", described(item), of_what));
    list.push_back(*value);
  }
  return list;
}

Expectation parse_expectation(const toml::table& config) {
  Section section(table_of(config, "expect"), "expect");
  Expectation expected;
  expected.ranking = take_list<std::string>(section, "ranking", "names of features");
  expected.selected = take_list<std::string>(section, "selected", "names of features");
  expected.scores = take_list<double>(section, "scores", "numbers");
  expected.tolerance = section.take<double>("tolerance").value_or(expected.tolerance);
  section.finish();
  if (expected.ranking.empty() && expected.selected.empty())
    fail(
        "the case expects nothing; add [expect] with ranking = [names of features, best first] or selected = "
        "[names]");
  if (!expected.scores.empty() && expected.scores.size() != expected.ranking.size())
    section.fail("scores", fmt::format("lists {} numbers for a ranking of {}", expected.scores.size(),
                                       expected.ranking.size()));
  return expected;
}

void check_names(const char* what, std::vector<std::string> expected, std::vector<std::string> found) {
  found.resize(std::min(found.size(), expected.size()));
  if (expected != found) fail("the {} is {}; expected {}", what, listed(found, 20), listed(expected, 20));
}

}  // namespace

void run_case(const fs::path& file, Registry& registry) {
  toml::table config = read_config(file);
  const Expectation expected = parse_expectation(config);
  fs::current_path(file.parent_path());  // of this child
  SelectConfig parsed = parse_select_config(std::move(config));
  parsed.order_all = expected.selected.empty();
  Observer observer;
  const SelectionResult result = select(registry, Defaults(), parsed, parsed.runtime_options(), observer);

  std::vector<std::string> ranking, selected;
  for (const RankedFeature& feature : result.ranking) {
    ranking.push_back(feature.name);
    if (feature.selected) selected.push_back(feature.name);
  }
  if (!expected.ranking.empty()) check_names("ranking", expected.ranking, ranking);
  if (!expected.selected.empty()) {
    std::vector<std::string> wanted = expected.selected;
    std::sort(wanted.begin(), wanted.end());
    std::sort(selected.begin(), selected.end());
    if (wanted != selected) fail("it selected {}; expected {}", listed(selected, 20), listed(wanted, 20));
  }
  for (std::size_t i = 0; i < expected.scores.size(); ++i) {
    const std::optional<double> score = result.ranking[i].score;
    const double within = expected.tolerance * std::max(1.0, std::abs(expected.scores[i]));
    if (!score || !(*score == expected.scores[i] || std::abs(*score - expected.scores[i]) <= within))
      fail("the score of {} is {}; expected {} within {}", in_quotes(ranking[i]),
           score ? shortest(*score) : "none", shortest(expected.scores[i]), shortest(expected.tolerance));
  }
}

}  // namespace tamis::framework::conformance
