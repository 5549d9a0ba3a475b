// What is said of the rate of wrong labels, in sentences and numbers.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;

TEST_CASE("the rate is stated with its range, and beside it how high it may be", "[noise]") {
  LabelNoise noise;
  const auto says = [&](const std::string& sentences) {
    return to_text(noise, 0).find("\n" + sentences + "\n\n") != std::string::npos;
  };
  noise.rate = 0.3;
  CHECK(says("About 30.0 % of the labels are wrong."));
  noise.range = {0.25, 0.35};
  noise.disagreement = 0.34;
  CHECK(says("About 30.0 % of the labels are wrong, with probability 0.9 between 25.0 % and 35.0 %."));
  noise.rate = 0.002;
  noise.range = {0, 0.01};
  noise.disagreement = 0.26;
  CHECK(says(
      "No sign of labels that are wrong at random.\n"
      "Up to 26.0 % may be: so many differ from the labels of similar samples, and errors that depend on the features cannot be distinguished from hard cases."));
  noise.rate = 0.009;
  noise.range = {0, 0};
  noise.disagreement = 0;
  CHECK(says("No sign of labels that are wrong at random."));
  noise.rate = 0.002;
  noise.range = {0, 0.01};
  noise.disagreement = 0.26;
  CHECK(to_json(noise)["rate_high"] == 0.26);
  CHECK(to_json(noise)["rate_low"] == 0);
}

TEST_CASE("where the features tell too little to judge labels, that is said in the place of numbers",
          "[noise]") {
  LabelNoise noise;
  noise.classes = {{"a", 3, 0.75, 0.7, 0.1}, {"b", 1, 0.25, 0.3, 0.1}};
  noise.rate = 0.04;
  noise.range = {0, 0.2};
  noise.disagreement = 0.3;
  CHECK(
      to_text(noise, 0) ==
      "class  observed    share\n"
      "a             3  75.00 %\n"
      "b             1  25.00 %\n\n"
      "The data are not informative enough to judge labels: perhaps none is wrong, perhaps up to 30.0 % are.\n\n"
      "no label looks wrong\n");
}

TEST_CASE("where it is open whether any label is wrong, both readings are shown", "[noise]") {
  const std::vector<std::int32_t> labels{0, 1, 0};
  std::vector<double> gamma{0.6, 0.45, 0.95, 0.4, 0.55, 0.05};  // given that some are wrong: .8, .9 and .1
  const ConstMatrix memberships(gamma.data(), 3, 2);
  const std::vector<Suspect> suspects = find_suspects(memberships, labels, 0.5);
  REQUIRE(suspects.size() == 2);
  CHECK(suspects[0].sample == 1);
  CHECK(suspects[0].wrong == Approx(0.45));
  CHECK(suspects[0].wrong_if_any == Approx(0.9));
  CHECK(suspects[1].wrong_if_any == Approx(0.8));
  CHECK(find_suspects(memberships, labels).empty());        // no label is likelier wrong than right
  CHECK(find_suspects(memberships, labels, 0.01).empty());  // some are wrong for sure
  CHECK(
      find_suspects(memberships, labels, 0.3).empty());  // given that some are wrong, .57 and .64: not clear
  CHECK(find_suspects(memberships, labels, 0.95).empty());

  const std::vector<double> sure{1, 0, 1, 0, 1, 0};  // that no label is wrong: then nothing is given some are
  for (const Suspect& judged : judge_labels(ConstMatrix(sure.data(), 3, 2), labels, 1))
    CHECK(judged.wrong_if_any == 0);

  LabelNoise noise;
  noise.classes = {{"a", 2, 0.67, 0.6, 0.1}, {"b", 1, 0.33, 0.4, 0.1}};
  noise.rate = 0.3;
  noise.range = {0, 0.6};
  noise.none = 0.5;
  noise.suspects = suspects;
  const std::string text = to_text(noise, 0);
  CHECK(text.find("\nWith probability 0.50 no label is wrong; otherwise about 60.0 % of them are.\n\n"
                  "2 labels look wrong, if any is:\n") != std::string::npos);
  CHECK(text.find("P(likelier)  P(wrong if any is)\n") != std::string::npos);
  CHECK(text.find("0.9000\n") != std::string::npos);
  CHECK(to_csv(noise).starts_with("row,place,label,likelier,wrong,probability,wrong_if_any\n"));
  CHECK(to_json(noise)["none"] == 0.5);
  CHECK(to_json(noise)["suspects"][0]["wrong_if_any"].get<double>() == Approx(0.9));
}
