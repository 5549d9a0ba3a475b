// Lines of the journal of an experiment, and the repeats in them put into all forms of its results.
#include <tamis/framework/experiment/output.hpp>
#include <tamis/framework/run/run_config.hpp>

#include "experiment/journal_lines.hpp"
#include "harness.hpp"

#include <algorithm>

namespace {

using namespace tamis::framework;

const ExperimentConfig& small_experiment() {
  static const ExperimentConfig parsed = parse_experiment([] {
    return parse_config(
        "repeats = 4\n[data]\ngenerate = 'spheres'\n[evaluate]\nfolds = 3\n[[method]]\nname = 'a'\n"
        "[[method]]\nname = 'b'\n");
  });
  return parsed;
}
/// Its only point, with as many methods and splits.
const std::vector<RepeatShape> kPoints{{2, 6, 3, false, false}};

const tamis::fuzz::Harness journal("journal", [](tamis::fuzz::Input input) {
  ExperimentResult result;
  result.repeats.resize(small_experiment().repeats);
  std::string_view rest = input.rest();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    tamis::fuzz::refusal([&] { check_header(line, {{"x", 1}}); });
    for (const auto read : {read_repeat, repeat_of})  // whole lines, and such as no checksum protects
      tamis::fuzz::refusal([&] {
        const auto [key, repeat] = read(line, kPoints);
        result.repeats[key.repeat % result.repeats.size()] = repeat.measurements;
      });
  }
  tamis::fuzz::refusal([&] {
    tamis::fuzz::use(to_table(small_experiment(), result) + to_csv(small_experiment(), result) +
                     table_csv(small_experiment(), result) + to_json(small_experiment(), result).dump() +
                     to_svg(small_experiment(), result));
  });
});

}  // namespace
