/// \file label_noise_run.hpp
/// A label noise estimate of a small table, as its tests share it.
#pragma once

#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>

#include <string>

namespace tamis::framework::test {

/// The features are the memberships that the fixture reports; the last sample is of unknown class.
inline constexpr const char* kTable =
    "p,q,class\n"
    "0.75,0.25,a\n"
    "0.25,0.75,a\n"
    "0.125,0.875,b\n"
    "0.5,0.5,b\n"
    "1,0,b\n"
    "0,1,a\n"
    "0.375,0.625,\n";

inline LabelNoise run(const std::string& config, Observer& observer) {
  Registry registry = test::test_registry();
  const LabelNoiseConfig parsed = parse_label_noise_config(toml::parse(config, std::string_view("run.toml")));
  return estimate_label_noise(registry, Defaults(), parsed, parsed.runtime_options(), observer);
}
inline LabelNoise run(const std::string& config) {
  Observer silent;
  return run(config, silent);
}

struct Files {
  test::TemporaryFolder folder;
  std::string path = folder.write("d.csv", kTable).string();
  std::string data = "[data]\npath = '" + path + "'\ntarget = 'class'\n";
};

inline const std::string kFit = "criterion = 'test.memberships'\n";

}  // namespace tamis::framework::test
