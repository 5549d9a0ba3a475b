// The configs of the three kinds of run, as TOML.
#include "harness.hpp"

#include <tamis/framework/experiment/experiment_config.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

namespace {

using namespace tamis::framework;

constexpr std::size_t kMostPoints = 64;  // each is parsed anew

void read_experiment(std::string_view text) {
  const ConfigSource source = [text] { return parse_config(text); };
  std::size_t points = 1;
  for (const Axis& axis : axes_of(source()))
    if ((points *= axis.labels.size()) > kMostPoints) return;
  tamis::fuzz::use(parse_experiment(source).asked->dump());
}

const tamis::fuzz::Harness config("config", [](tamis::fuzz::Input input) {
  const unsigned kind = input.byte() % 3;
  tamis::fuzz::refusal([&] {
    if (kind == 0) tamis::fuzz::use(to_json(parse_study_config(parse_config(input.rest())).data).dump());
    if (kind == 1) tamis::fuzz::use(parse_label_noise_config(parse_config(input.rest())));
    if (kind == 2) read_experiment(input.rest());
  });
});

}  // namespace
