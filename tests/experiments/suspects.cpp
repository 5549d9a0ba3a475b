// tamis_suspects --data-dir DIR [--repeats R]: flips labels of eleven sets, looks for them, and prints the
// tables of docs/label_noise_evidence.md. The same arguments give the same text.
#include "tally.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <optional>

namespace {

using namespace tamis::experiments;

/// The sets of Frenay, Doquire, Verleysen (2014), section 6.
constexpr const char* kSets[] = {"iris",  "wine",  "segment",        "vehicle",  "vertebral",  "yeast",
                                 "glass", "ecoli", "wall_following", "waveform", "page_blocks"};
constexpr double kRates[] = {0, 0.1, 0.2};
constexpr std::size_t kFlipping[] = {1, 2};  ///< those of kRates above 0
/// Sets of more samples than that are repeated ten times less often.
constexpr std::size_t kLarge = 2500;

struct Arguments {
  std::string data_dir;
  std::size_t repeats = 100;
};

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments a;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) return std::nullopt;
    const std::string_view flag = argv[i], value = argv[i + 1];
    const char* const end = value.data() + value.size();
    if (flag == "--data-dir")
      a.data_dir = value;
    else if (flag != "--repeats" || std::from_chars(value.data(), end, a.repeats).ptr != end || a.repeats < 2)
      return std::nullopt;
  }
  if (a.data_dir.empty()) return std::nullopt;
  return a;
}

/// What the trials of one set came to, by rate.
struct Row {
  std::string name;
  std::size_t samples, features, classes;
  std::vector<Tally> at;
};

Row run(tamis::framework::Registry& registry, const Arguments& arguments, const char* name) {
  const LabelFlips set(arguments.data_dir, name);
  Row row{name, set.samples(), set.features(), set.classes(), {}};
  const std::size_t repeats =
      set.samples() > kLarge ? std::max<std::size_t>(2, arguments.repeats / 10) : arguments.repeats;
  for (const double rate : kRates) row.at.push_back(tally(set, registry, rate, repeats));
  return row;
}

/// Which order finds more, where that is beyond two standard errors.
const char* better(const Average& gain) {
  if (std::abs(gain.mean()) <= 2 * gain.standard_error()) return "";
  return gain.mean() > 0 ? "lnt_mi" : "neighbours";
}

void print_precision(const std::vector<Row>& rows, std::size_t rate) {
  fmt::print("\n### {:.0f} % of the labels flipped\n\n", 100 * kRates[rate]);
  fmt::print(
      "| set | n | d | classes | repeats | lnt_mi | neighbours | difference | better | AP, lnt_mi | AP, "
      "neighbours |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Row& row : rows) {
    const Tally& t = row.at[rate];
    fmt::print(
        "| {} | {} | {} | {} | {} | {:.3f} ± {:.3f} | {:.3f} ± {:.3f} | {:+.3f} ± {:.3f} | {} | {:.3f} | "
        "{:.3f} |\n",
        row.name, row.samples, row.features, row.classes, t.gain.count(), t.fit.mean(),
        t.fit.standard_error(), t.neighbours.mean(), t.neighbours.standard_error(), t.gain.mean(),
        t.gain.standard_error(), better(t.gain), t.fit_average.mean(), t.neighbours_average.mean());
  }
}

void print_rates(const std::vector<Row>& rows) {
  fmt::print("\n### Share of wrong labels, in percent\n\n| set | estimated, none flipped |");
  for (const std::size_t rate : kFlipping)
    fmt::print(" flipped, {0:.0f} % asked | estimated |", 100 * kRates[rate]);
  fmt::print("\n| --- | --- | --- | --- | --- | --- |\n");
  for (const Row& row : rows) {
    fmt::print("| {} | {:.1f} |", row.name, 100 * row.at[0].estimated_rate.mean());
    for (const std::size_t rate : kFlipping) {
      const Tally& t = row.at[rate];
      fmt::print(" {:.1f} | {:.1f} ± {:.1f} |", 100 * t.true_rate.mean(), 100 * t.estimated_rate.mean(),
                 100 * t.estimated_rate.standard_error());
    }
    fmt::print("\n");
  }
}

void print_calibration(const std::vector<Row>& rows, std::size_t rate) {
  Calibration all;
  for (const Row& row : rows) all.add(row.at[rate].calibration);
  fmt::print(
      "\n### Stated and observed, {:.0f} % of the labels flipped, all sets\n\n"
      "| probability of being wrong | samples | mean stated | share flipped |\n| --- | --- | --- | --- |\n",
      100 * kRates[rate]);
  for (std::size_t b = 0; b < Calibration::kBins; ++b) {
    const Calibration::Bin& bin = all.bins[b];
    fmt::print("| {:.1f} to {:.1f} | {} | {:.3f} | {:.3f} |\n", static_cast<double>(b) / Calibration::kBins,
               static_cast<double>(b + 1) / Calibration::kBins, bin.samples, bin.mean_stated(),
               bin.share_flipped());
  }
}

void print_surest(const std::vector<Row>& rows) {
  fmt::print("\n### Labels stated as wrong with probability 0.9 or more\n\n| set |");
  for (const std::size_t rate : kFlipping)
    fmt::print(" {0:.0f} %: such labels, % of all | really flipped, % of them |", 100 * kRates[rate]);
  fmt::print("\n| --- | --- | --- | --- | --- |\n");
  for (const Row& row : rows) {
    fmt::print("| {} |", row.name);
    for (const std::size_t rate : kFlipping) {
      const Tally& t = row.at[rate];
      const Calibration::Bin& bin = t.calibration.bins.back();
      const auto all = static_cast<double>(row.samples * t.gain.count());
      fmt::print(" {:.1f} | {:.0f} |", 100 * static_cast<double>(bin.samples) / all,
                 100 * bin.share_flipped());
    }
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    fmt::print(stderr, "usage: tamis_suspects --data-dir DIR [--repeats R]   (R is at least 2)\n");
    return 2;
  }
  try {
    tamis::framework::Registry registry(tamis::framework::plugin_folders({}));
    std::vector<Row> rows;
    for (const char* name : kSets) {
      fmt::print(stderr, "{}\n", name);
      rows.push_back(run(registry, *arguments, name));
    }
    for (const std::size_t rate : kFlipping) print_precision(rows, rate);
    print_rates(rows);
    for (const std::size_t rate : kFlipping) print_calibration(rows, rate);
    print_surest(rows);
  } catch (const tamis::Error& e) {
    fmt::print(stderr, "tamis_suspects: {}{}{}\n", e.origin, e.origin.empty() ? "" : ": ", e.what());
    return 1;
  }
}
