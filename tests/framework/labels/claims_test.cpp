// What is said of labels by default: nothing where features tell little, and errors of several kinds where they show.
#include "fixture.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/numerics/random.hpp>
#include <tamis/rng.hpp>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace claims_test {
namespace {

struct Labelled {
  std::vector<std::vector<double>> columns;
  TargetColumn target;
  std::vector<char> wrong;
  std::size_t samples() const { return target.labels.size(); }
};

TargetColumn classes_of(std::vector<std::int32_t> labels, std::size_t classes) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.name = "class";
  for (std::size_t s = 0; s < classes; ++s) target.class_names.push_back("c" + std::to_string(s));
  target.labels = std::move(labels);
  return target;
}

/// Normal features, of which the first `telling` have another mean in each class.
struct TableShape {
  std::size_t samples, features, telling;
  std::vector<double> shares;
  double shift;
};

Labelled made(const TableShape& shape, std::uint64_t seed) {
  Rng rng(seed);
  Labelled out;
  const std::size_t classes = shape.shares.size();
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < shape.samples; ++i) {
    double u = rng.uniform();
    std::size_t s = 0;
    while (s + 1 < classes && (u -= shape.shares[s]) >= 0) ++s;
    labels.push_back(static_cast<std::int32_t>(s));
  }
  for (std::size_t f = 0; f < shape.features; ++f) {
    std::vector<double> mean(classes);
    for (std::size_t s = 0; s < classes; ++s)
      mean[s] = f >= shape.telling
                    ? 0
                    : shape.shift * (classes == 2 ? static_cast<double>(s) : numerics::normal(rng));
    std::vector<double>& column = out.columns.emplace_back();
    for (const std::int32_t label : labels)
      column.push_back(numerics::normal(rng) + mean[static_cast<std::size_t>(label)]);
  }
  out.target = classes_of(std::move(labels), classes);
  out.wrong.assign(shape.samples, 0);
  return out;
}

Labelled read(const std::string& file) {
  DataOptions options;
  options.path = std::string(TAMIS_TEST_DATA "/") + file;
  options.target = "class";
  const LoadedData data = load_data(options, 0);
  Labelled out;
  for (Feature f = 0; f < data.features(); ++f) {
    const Column x = data.view().column(f);
    out.columns.emplace_back(x.begin(), x.end());
  }
  out.target = data.parts().target;
  out.wrong.assign(out.samples(), 0);
  return out;
}

/// A fifth of the labels, drawn at random, becomes that of the next class.
void flip_to_next(Labelled& table, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::size_t> order(table.samples());
  std::iota(order.begin(), order.end(), std::size_t{0});
  rng.shuffle(order);
  const auto classes = static_cast<std::int32_t>(table.target.class_names.size());
  for (std::size_t k = 0; k < order.size() / 5; ++k) {
    std::int32_t& label = table.target.labels[order[k]];
    label = (label + 1) % classes;
    table.wrong[order[k]] = 1;
  }
}

/// As `tamis noise TABLE --target class --all` says.
LabelNoise noise_of(const Labelled& table) {
  Registry registry = test::test_registry();
  const LabelNoiseConfig config =
      parse_label_noise_config(toml::parse("noise = { all = true }", std::string_view("run.toml")));
  Observer silent;
  return estimate_label_noise(registry, Defaults(), config,
                              LoadedData::from_columns(table.columns, {}, table.target),
                              config.runtime_options(), silent);
}

/// Whether every label of a class is a suspect.
bool doubts_a_class(const LabelNoise& noise) {
  std::vector<std::uint64_t> suspects(noise.classes.size());
  for (const Suspect& s : noise.suspects) ++suspects[s.label];
  for (std::size_t s = 0; s < suspects.size(); ++s)
    if (suspects[s] > 0 && suspects[s] == noise.classes[s].observed) return true;
  return false;
}

}  // namespace

TEST_CASE("on clean tables of weak features and unequal classes nothing is claimed, and never a whole class",
          "[noise][claims]") {
  const std::vector<TableShape> shapes{{40, 10, 2, {.5, .5}, .6},
                                       {40, 500, 10, {.7, .3}, .4},
                                       {60, 4, 1, {.8, .2}, 1},
                                       {100, 2000, 20, {.5, .5}, .3},
                                       {100, 20, 3, {.9, .1}, .8},
                                       {150, 8, 2, {.6, .3, .1}, .7},
                                       {200, 30, 5, {.5, .5}, .3},
                                       {200, 1000, 10, {.8, .2}, .4},
                                       {300, 6, 1, {.5, .5}, .4},
                                       {400, 12, 3, {.95, .05}, .8},
                                       {400, 50, 5, {.25, .25, .25, .25}, .4},
                                       {500, 5, 1, {.85, .15}, .7},
                                       {800, 20, 4, {.6, .4}, .25},
                                       {1000, 10, 4, {.95, .05}, .6},
                                       {1000, 6, 2, {.7, .2, .1}, .5},
                                       {1500, 8, 2, {.5, .5}, .3},
                                       {2000, 15, 3, {.9, .1}, .4},
                                       {1000, 2000, 20, {.5, .5}, .15},
                                       {3000, 6, 2, {.5, .5}, .5},
                                       {5000, 10, 3, {.95, .05}, .7}};
  REQUIRE(shapes.size() == 20);
  int claimed = 0;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const LabelNoise noise = noise_of(made(shapes[k], k));
    CAPTURE(k, noise.rate);
    claimed += std::ranges::any_of(noise.all, [](const Suspect& s) { return s.wrong >= 0.8; });
    CHECK_FALSE(doubts_a_class(noise));
  }
  CHECK(claimed <= 1);
}

TEST_CASE("labels of the next class are in the list as far as the forest's own class finds them",
          "[noise][claims]") {
  const std::string file = GENERATE("iris.csv", "wine.csv");
  const std::uint64_t seed = GENERATE(1u, 2u, 3u);
  Labelled table = read(file);
  flip_to_next(table, seed);
  const LabelNoise noise = noise_of(table);
  const auto& q = std::get<ReportedTable>(noise.diagnostics.at("probabilities"));
  // the peer's list: labels that are not the likeliest class of the forest that has not seen them
  std::size_t length = 0, found_by_peer = 0, found = 0;
  for (std::size_t i = 0; i < table.samples(); ++i) {
    std::size_t likeliest = 0;
    for (std::size_t s = 1; s < noise.classes.size(); ++s)
      if (q.view()(i, s) > q.view()(i, likeliest)) likeliest = s;
    if (static_cast<std::int32_t>(likeliest) == table.target.labels[i]) continue;
    ++length;
    found_by_peer += table.wrong[i] != 0;
  }
  for (std::size_t k = 0; k < length; ++k) found += table.wrong[noise.all[k].sample] != 0;
  CAPTURE(file, seed, length, found_by_peer);
  CHECK(static_cast<double>(found) >= 0.8 * static_cast<double>(found_by_peer));
  CHECK(noise.disagreement > 0.15);  // the high reading says how many there may be
}

TEST_CASE("labels that are wrong in one class only are counted", "[noise][claims]") {
  Labelled table = made({1000, 8, 4, {.6, .4}, 2}, 5);
  Rng rng(6);
  for (std::size_t i = 0; i < table.samples(); ++i)
    if (table.target.labels[i] == 0 && rng.uniform() < 0.2) table.target.labels[i] = table.wrong[i] = 1;
  const LabelNoise noise = noise_of(table);
  const double share = std::accumulate(table.wrong.begin(), table.wrong.end(), 0.0) / 1000;
  CHECK(noise.rate == Approx(share).margin(0.03));
  REQUIRE(noise.range);
  CHECK(noise.range->low <= share + 0.01);
  CHECK(noise.range->high >= share - 0.01);
  CHECK(noise.classes[0].flip_rate == Approx(0.2).margin(0.05));
  CHECK(noise.classes[1].flip_rate < 0.05);
}

TEST_CASE("where a rare class is flipped often, wrong labels still come first", "[noise][claims]") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Labelled table = made({1000, 15, 5, {.95, .05}, 1.5}, seed);
    Rng rng(seed);
    for (std::size_t i = 0; i < table.samples(); ++i)
      if (rng.uniform() < 0.3) table.target.labels[i] = 1 - table.target.labels[i], table.wrong[i] = 1;
    const LabelNoise noise = noise_of(table);
    double right = 0, precision = 0;
    for (std::size_t k = 0; k < noise.all.size(); ++k)
      if (table.wrong[noise.all[k].sample]) precision += ++right / static_cast<double>(k + 1);
    CHECK(precision / right > 0.9);
  }
}

}  // namespace claims_test
