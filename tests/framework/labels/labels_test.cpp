#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/labels/corrupt_labels.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <algorithm>
#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace labels_test {
namespace {

LoadedData labelled(std::vector<std::int32_t> labels, std::vector<std::string> names) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = std::move(names);
  target.labels = std::move(labels);
  return LoadedData::from_columns(
      std::vector<std::vector<double>>{std::vector<double>(target.labels.size(), 1.0)}, {}, target);
}

/// a 1000, b 1000, 10 unknown.
LoadedData two_thousand() {
  std::vector<std::int32_t> labels(2010, -1);
  for (std::size_t i = 0; i < 2000; ++i) labels[i] = i % 2 ? 1 : 0;
  return labelled(std::move(labels), {"a", "b"});
}

LabelForms corrupted(const LoadedData& data, const std::string& noise, std::uint64_t seed = 1) {
  Registry registry = test::test_registry();
  const toml::table config = toml::parse("corrupt = " + noise);
  const Plan plan =
      plan_component(registry, config.get("corrupt"), "corrupt", tamis::detail::Abi<NoiseModel>::kId);
  Composed<NoiseModel> model(registry, plan);
  testing::SerialRuntime serial;
  return corrupted_labels(data, *model, serial, seed);
}

}  // namespace

TEST_CASE("labels are flipped at the rate of the model, and the truth stays beside them", "[labels]") {
  const LoadedData data = two_thousand();
  const LabelForms forms = corrupted(data, "{ use = 'uniform_flip', rate = 0.2 }");
  CHECK(forms.noise_share == Approx(0.2).margin(0.03));  // 3.4 deviations
  CHECK(forms.get(Labels::clean).labels == data.parts().target.labels);
  std::size_t different = 0;
  for (std::size_t i = 0; i < 2000; ++i)
    different += forms.observed.labels[i] != data.parts().target.labels[i];
  CHECK(forms.noise_share == static_cast<double>(different) / 2000);
  CHECK(forms.observed.labels[2005] == -1);
  CHECK(corrupted(data, "{ use = 'uniform_flip', rate = 0.2 }").observed.labels == forms.observed.labels);
  CHECK(corrupted(data, "{ use = 'uniform_flip', rate = 0.2 }", 2).observed.labels != forms.observed.labels);
  CHECK(corrupted(data, "{ use = 'uniform_flip', rate = 0 }").noise_share == 0);
}

TEST_CASE("experts give probabilities, whose most probable class is a form of its own", "[labels]") {
  const LabelForms forms = corrupted(two_thousand(), "{ use = 'expert_beta', mean = 0.3 }");
  const TargetColumn soft = forms.get(Labels::soft), hard = forms.get(Labels::most_probable);
  REQUIRE(soft.kind == TargetKind::soft);
  REQUIRE(hard.kind == TargetKind::classes);
  for (std::size_t i = 0; i < 2000; ++i)
    CHECK(hard.labels[i] == (soft.soft[i + 2010] > soft.soft[i] ? 1 : 0));
  CHECK(std::isnan(soft.soft[2005]));
  CHECK(hard.labels[2005] == -1);
  CHECK(forms.get(Labels::observed).labels != hard.labels);
}

TEST_CASE("each label of a set is changed on its own", "[labels]") {
  DataTable parts;
  parts.samples = 3;
  parts.values.resize(3);
  std::fill_n(parts.values.data(), 3, 0.0);
  parts.feature_names = {"x"};
  parts.target.kind = TargetKind::sets;
  parts.target.class_names = {"a", "b"};
  parts.target.set_start = {0, 2, 2, 3};
  parts.target.set_labels = {0, 1, 0};
  const LoadedData data(std::move(parts));
  const LabelForms forms = corrupted(data, "{ use = 'uniform_flip', rate = 1 }");
  CHECK(forms.noise_share == 1);
  CHECK(forms.observed.set_start == std::vector<std::uint64_t>{0, 2, 2, 3});
  CHECK(forms.observed.set_labels == std::vector<std::int32_t>{0, 1, 1});  // the first set swapped its two
}

TEST_CASE("hidden labels leave the number that was asked for, class by class", "[labels]") {
  const LoadedData data = two_thousand();
  TargetColumn target = data.parts().target;
  std::vector<char> trains(2010, 1);
  for (std::size_t i = 0; i < 1000; ++i) trains[i] = 0;
  hide_labels(target, trains, 11, 3);
  std::size_t known[2] = {0, 0};
  for (std::size_t i = 1000; i < 2010; ++i)
    if (target.labels[i] >= 0) ++known[target.labels[i]];
  CHECK(known[0] + known[1] == 11);
  CHECK(std::min(known[0], known[1]) == 5);
  for (std::size_t i = 0; i < 1000; ++i) CHECK(target.labels[i] == data.parts().target.labels[i]);
  CHECK(message_of<DataError>([&] { hide_labels(target, trains, 2000, 3); }) ==
        "hide_labels wants 2000 training samples of known target, and there are 11");
}

TEST_CASE("a form of the labels that nobody gave is refused", "[labels][errors]") {
  const LabelForms given = given_labels(two_thousand());
  CHECK(message_of<DataError>([&] { given.get(Labels::clean); }).find("name them with data.clean") !=
        std::string::npos);
  CHECK(message_of<DataError>([&] { given.get(Labels::soft); }).find("wants probabilities of the classes") !=
        std::string::npos);
  TargetColumn real;
  real.kind = TargetKind::real;
  real.real = {1, 2};
  const LoadedData values = LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2}}, {}, real);
  CHECK(message_of<DataError>([&] {
          corrupted(values, "'uniform_flip'");
        }).find("[corrupt] changes classes only") != std::string::npos);
}

}  // namespace labels_test
