#include <catch2/catch.hpp>

#include "tally.hpp"

#include <cstdlib>
#include <iostream>

namespace {

using namespace tamis::experiments;

/// TAMIS_DATA_DIR of the environment, else that of the build; "" where there is no such folder.
std::string data_dir() {
  const char* const named = std::getenv("TAMIS_DATA_DIR");
  const std::string dir = named ? named : TAMIS_DATA_DIR;
  return std::filesystem::is_directory(dir) ? dir : "";
}

}  // namespace

TEST_CASE("what an order finds is what is counted by hand", "[experiments]") {
  // 2 of 5 were flipped; they stand at places 1 and 4: precision 1/2, average precision (1/1 + 2/4) / 2
  const Found f = found({3, 0, 4, 1, 2}, {0, 1, 0, 1, 0});
  CHECK(f.precision == 0.5);
  CHECK(f.average_precision == 0.75);
}

TEST_CASE(
    "lnt_mi finds flipped labels of small sets far better than chance, and no worse than disagreement with "
    "neighbours",
    "[experiments][lnt_mi]") {
  if (data_dir().empty()) {
    std::cout << "skipped: no folder with the sets; name one in the environment variable TAMIS_DATA_DIR\n";
    return;
  }
  constexpr std::uint64_t kRepeats = 40;
  constexpr double kRates[] = {0.1, 0.2};
  tamis::framework::Registry registry(tamis::framework::plugin_folders({}));
  std::vector<double> gain(kRepeats);  // the trials of one seed share flips; those of two are independent
  const char* const names[] = {"iris", "wine", "vertebral", "glass", "ecoli"};
  for (const char* name : names) {
    const LabelFlips set(data_dir(), name);
    for (const double rate : kRates) {
      Tally t;
      for (std::uint64_t seed = 0; seed < kRepeats; ++seed) {
        const Trial trial = set.run(registry, rate, seed);
        t.add(trial);
        gain[seed] += trial.by_fit.precision - trial.by_neighbours.precision;
      }
      CAPTURE(name, rate, t.fit.mean(), t.neighbours.mean(), t.true_rate.mean());
      CHECK(t.fit.mean() - 2 * t.fit.standard_error() > t.true_rate.mean() + 0.3);
    }
  }
  Average of_all;
  for (const double g : gain) of_all.add(g / static_cast<double>(std::size(names) * std::size(kRates)));
  CAPTURE(of_all.mean(), of_all.standard_error());
  CHECK(of_all.mean() + 2 * of_all.standard_error() >= 0);
}
