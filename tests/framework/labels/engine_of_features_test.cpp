// Label noise by a criterion that scores single features and is fitted to all of them.
#include "label_noise_run.hpp"

#include <tamis/rng.hpp>

#include <fmt/format.h>

namespace tamis::framework::test {
namespace engine_of_features_test {
namespace {

/// Class b where x is above 0, in 300 rows; every tenth label is wrong. y is x again, z is noise.
std::string table() {
  std::string rows = "x,y,z,class\n";
  Rng rng(4);
  for (int i = 0; i < 300; ++i) {
    const double x = rng.uniform() - 0.5;
    const bool b = (x > 0) != (i % 10 == 0);
    rows += fmt::format("{},{},{},{}\n", x + (x > 0 ? 1 : -1), x, rng.uniform(), b ? "b" : "a");
  }
  return rows;
}

}  // namespace

TEST_CASE("a linear model that is fitted to all features finds wrong labels", "[label_noise]") {
  const TemporaryFolder folder;
  const std::string data = "criterion = 'robust_lasso'\n[data]\npath = '" +
                           folder.write("d.csv", table()).string() + "'\ntarget = 'class'\n";
  const LabelNoise found = run(data);
  CHECK(found.rate == Approx(0.1).margin(0.03));
  std::size_t right = 0;
  for (const Suspect& suspect : found.suspects) right += suspect.sample % 10 == 0;
  CHECK(right == 30);
  CHECK(found.suspects.size() <= 32);
  CHECK(std::isnan(found.score.value));

  // of one that tells nothing, none is found
  const LabelNoise blind = run(data + "[noise]\nfeatures = ['z']\n");
  CHECK(blind.features == std::vector<std::string>{"z"});
  CHECK(blind.suspects.size() < 5);
}

TEST_CASE("a criterion of single features without memberships is no engine", "[label_noise][errors]") {
  const Files files;
  CHECK_THAT(message_of<ParamError>([&] { run("criterion = 'fisher_score'\n" + files.data); }),
             Catch::Contains("'fisher_score' reports no memberships"));
}

}  // namespace engine_of_features_test

}  // namespace tamis::framework::test
