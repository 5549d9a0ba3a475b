// Labels of samples that are no others: rows that stand there more than once, and declared groups.
#include "fixture.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/rng.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace vouching_test {
namespace {

/// A table with labels of which a tenth is wrong.
struct Flipped {
  std::vector<std::vector<double>> columns;
  TargetColumn target;
  std::vector<char> wrong;

  explicit Flipped(const std::string& file) {
    DataOptions options;
    options.path = std::string(TAMIS_TEST_DATA "/") + file;
    options.target = "class";
    const LoadedData data = load_data(options, 0);
    for (Feature f = 0; f < data.features(); ++f) {
      const Column x = data.view().column(f);
      columns.emplace_back(x.begin(), x.end());
    }
    target = data.parts().target;
    wrong.assign(data.samples(), 0);
    Rng rng(4);
    std::vector<std::size_t> order(data.samples());
    std::iota(order.begin(), order.end(), std::size_t{0});
    rng.shuffle(order);
    const std::size_t classes = target.class_names.size();
    for (std::size_t k = 0; k < order.size() / 10; ++k) {
      std::int32_t& label = target.labels[order[k]];
      label =
          static_cast<std::int32_t>((static_cast<std::size_t>(label) + 1 + rng.below(classes - 1)) % classes);
      wrong[order[k]] = 1;
    }
  }
  std::size_t samples() const { return wrong.size(); }

  Flipped times(std::size_t copies) const {
    Flipped out = *this;
    const auto repeat = [&](auto& values) {
      auto once = std::move(values);
      values.clear();
      for (std::size_t c = 0; c < copies; ++c) values.insert(values.end(), once.begin(), once.end());
    };
    for (std::vector<double>& column : out.columns) repeat(column);
    repeat(out.target.labels);
    repeat(out.wrong);
    return out;
  }
  LoadedData data() const { return LoadedData::from_columns(columns, {}, target); }
};

/// \param more  options of the engine.
LabelNoise noise_of(LoadedData data, const std::string& engine, int threads = 1,
                    const std::string& more = "") {
  Registry registry = test::test_registry();
  const LabelNoiseConfig config = parse_label_noise_config(
      toml::parse("criterion = { use = '" + engine + "'" + more + " }\nthreads = " + std::to_string(threads),
                  std::string_view("run.toml")));
  Observer silent;
  return estimate_label_noise(registry, Defaults(), config, std::move(data), config.runtime_options(),
                              silent);
}

std::vector<double> wrong_of(const LabelNoise& noise, const TargetColumn& target) {
  std::vector<double> p;
  const std::size_t n = target.labels.size();
  for (std::size_t i = 0; i < n; ++i)
    p.push_back(
        target.labels[i] < 0 ? 0 : 1 - noise.memberships[i + static_cast<std::size_t>(target.labels[i]) * n]);
  return p;
}

double average_precision(const std::vector<double>& score, const std::vector<char>& wrong) {
  std::vector<std::size_t> order(score.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  double found = 0, sum = 0;
  for (std::size_t k = 0; k < order.size(); ++k)
    if (wrong[order[k]]) sum += ++found / static_cast<double>(k + 1);
  return sum / found;
}

}  // namespace

TEST_CASE("a table in which each row stands several times has the wrong labels of the table itself",
          "[noise][groups]") {
  const std::string engine = GENERATE("forest", "neighbour_labels"), file = GENERATE("iris.csv", "wine.csv");
  const Flipped once(file);
  const LabelNoise noise = noise_of(once.data(), engine);
  const double precision = average_precision(wrong_of(noise, once.target), once.wrong);
  CHECK(noise.rate == Approx(0.1).margin(0.03));
  for (const std::size_t copies : {2u, 3u}) {
    const Flipped repeated = once.times(copies);
    const LabelNoise found = noise_of(repeated.data(), engine);
    CAPTURE(engine, file, copies);
    CHECK(found.rate == Approx(noise.rate).margin(0.03));
    const std::vector<double> wrong = wrong_of(found, repeated.target);
    CHECK(average_precision(wrong, repeated.wrong) > precision - 0.03);
    for (std::size_t i = 0; i < once.samples(); ++i) CHECK(wrong[i] == wrong[i + once.samples()]);
  }
}

TEST_CASE("a repeated label counts once, whichever of its rows comes first or has no label",
          "[noise][groups]") {
  const std::string engine = GENERATE("forest", "neighbour_labels");
  const Flipped thrice = Flipped("iris.csv").times(3);
  const auto without = [&](std::size_t copy) {
    Flipped out = thrice;
    const std::size_t n = out.samples() / 3;
    for (std::size_t i = 0; i < n; ++i) out.target.labels[copy * n + i] = -1;
    return noise_of(out.data(), engine);
  };
  const LabelNoise first = without(0), last = without(2);
  REQUIRE((first.range && last.range));
  CHECK(first.range->low == Approx(last.range->low).margin(1e-9));
  CHECK(first.range->high == Approx(last.range->high).margin(1e-9));
}

TEST_CASE("repeated rows are found in a sparse table as in a dense one", "[noise][groups]") {
  const std::string engine = GENERATE("forest", "neighbour_labels");
  const Flipped twice = Flipped("iris.csv").times(2);
  std::string lines;
  for (std::size_t i = 0; i < twice.samples(); ++i) {
    lines += std::to_string(twice.target.labels[i]);
    for (std::size_t j = 0; j < twice.columns.size(); ++j)
      lines += fmt::format(" {}:{}", j + 1, twice.columns[j][i]);
    lines += '\n';
  }
  const test::TemporaryFolder folder;
  DataOptions options;
  options.path = folder.write("twice.libsvm", lines).string();
  LoadedData sparse = load_data(options, 0);
  CHECK(!sparse.parts().sparse.empty());
  const LabelNoise found = noise_of(std::move(sparse), engine);
  CHECK(found.rate == Approx(noise_of(twice.data(), engine).rate).margin(0.03));
  CHECK(found.rate > 0.05);
}

TEST_CASE("a declared group of wrong labels does not vouch for them", "[noise][groups]") {
  const std::string engine = GENERATE("forest", "neighbour_labels");
  // two clouds; a group has twelve samples near each other, the labels of the first group are all wrong
  constexpr std::size_t kGroups = 20, kOf = 12, kSamples = kGroups * kOf;
  Rng rng(3);
  std::vector<std::vector<double>> columns(2, std::vector<double>(kSamples));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.name = "class";
  target.class_names = {"a", "b"};
  std::vector<std::int32_t> groups;
  for (std::size_t g = 0; g < kGroups; ++g) {
    const double x = rng.uniform() + (g % 2 ? 1.2 : 0), y = rng.uniform();
    for (std::size_t m = 0; m < kOf; ++m) {
      const std::size_t i = g * kOf + m;
      columns[0][i] = x + 0.01 * rng.uniform(), columns[1][i] = y + 0.01 * rng.uniform();
      target.labels.push_back(g == 0 ? 1 : g % 2);
      groups.push_back(static_cast<std::int32_t>(g));
    }
  }
  for (std::size_t g = 0; g < kGroups; ++g) target.labels[g * kOf + 5] = -1;  // one of each is not known
  const auto found = [&](const std::vector<std::int32_t>& declared, int threads = 1) {
    LoadedData data = LoadedData::from_columns(columns, {}, target);
    data.edit([&](DataTable& p) { p.groups = declared; });
    const LabelNoise noise = noise_of(std::move(data), engine, threads, ", noise = 'pooled_flip'");
    std::size_t of_group = 0;
    for (const Suspect& s : noise.suspects) of_group += s.sample < kOf;
    CHECK(noise.suspects.size() < 3 * kOf);  // a wrong group misleads the one that is nearest to it
    return of_group;
  };
  CAPTURE(engine);
  CHECK(found({}) == 0);
  CHECK(found(groups) == kOf - 1);
  CHECK(found(groups, 4) == kOf - 1);

  LoadedData data = LoadedData::from_columns(columns, {}, target);
  data.edit([&](DataTable& p) { p.groups.assign(kSamples, 0); });
  CHECK_THAT(message_of<DataError>([&] { noise_of(std::move(data), engine); }),
             Catch::Contains("all samples of known label are in one group"));
}

TEST_CASE(
    "groups of one sample each change nothing, and repeated rows give one result on any number of threads",
    "[noise][groups]") {
  const std::string engine = GENERATE("forest", "neighbour_labels");
  const Flipped once("wine.csv");
  LoadedData numbered = once.data();
  numbered.edit([&](DataTable& p) {
    for (std::size_t i = 0; i < once.samples(); ++i) p.groups.push_back(static_cast<std::int32_t>(i));
  });
  CHECK(noise_of(once.data(), engine).memberships == noise_of(std::move(numbered), engine).memberships);
  const Flipped twice = once.times(2);
  const std::vector<double> one = noise_of(twice.data(), engine, 1).memberships;
  CHECK(one == noise_of(twice.data(), engine, 2).memberships);
  CHECK(one == noise_of(twice.data(), engine, 4).memberships);
}

TEST_CASE("groups serve a selection whose soft labels come from an engine that uses them",
          "[soft_from][groups]") {
  const auto selected = [](const std::string& fit) {
    const Flipped wine("wine.csv");
    LoadedData data = wine.data();
    data.edit([&](DataTable& p) {
      for (std::size_t i = 0; i < wine.samples(); ++i) p.groups.push_back(static_cast<std::int32_t>(i / 4));
    });
    Registry registry = test::test_registry();
    const SelectConfig config = parse_select_config(toml::parse(
        "criterion = 'weighted_laplacian'\nsearch = 'rank'\ndata = { soft = { from = '" + fit + "' } }",
        std::string_view("run.toml")));
    Observer silent;
    return select(registry, Defaults(), config, std::move(data), config.runtime_options(), silent);
  };
  CHECK(selected("forest").ranking.size() == 13);
  CHECK_THAT(message_of<DataError>([&] { selected("lnt_mi"); }), Catch::Contains("nothing uses the groups"));
}

}  // namespace vouching_test
