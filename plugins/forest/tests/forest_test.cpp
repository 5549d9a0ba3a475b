#include "forest.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <map>
#include <mutex>
#include <numeric>
#include <set>

namespace {

using namespace tamis;
using namespace tamis::forest;
using namespace tamis::testing;

std::vector<Feature> all_of(const Table& table) {
  std::vector<Feature> features(table.d);
  std::iota(features.begin(), features.end(), 0u);
  return features;
}

/// d features of few or many values, l classes that follow the first ones.
Table random_table(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed,
                   std::uint64_t values = 1000) {
  Rng rng(seed);
  std::vector<std::pair<std::string, std::vector<double>>> columns;
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(static_cast<double>(rng.below(values)));
    columns.emplace_back("x" + std::to_string(j), std::move(x));
  }
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    const double high = columns[0].second[i] / static_cast<double>(values);
    const bool follows = rng.uniform() < 0.8;
    labels.push_back(
        static_cast<std::int32_t>(follows ? high * classes : static_cast<double>(rng.below(classes))));
  }
  return Table::of(columns).with_labels(labels, classes);
}

double gini_purity(const std::map<std::int32_t, double>& draws) {
  double squares = 0, weight = 0;
  for (const auto& [label, count] : draws) squares += count * count, weight += count;
  return weight > 0 ? squares / weight : 0;
}

TEST_CASE("bins keep the order of values, and every value where there are few", "[forest]") {
  Table table = random_table(2000, 2, 2, 1, 5);
  Rng rng(3);
  for (std::size_t i = 0; i < table.n; ++i) table.x[table.n + i] = rng.uniform();
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  CHECK(bins.levels(0) == 5);
  CHECK(bins.levels(1) == 256);
  for (std::size_t j = 0; j < 2; ++j)
    for (std::size_t i = 1; i < table.n; ++i) {
      if (table.at(i, j) < table.at(i - 1, j)) CHECK(bins.column(j)[i] <= bins.column(j)[i - 1]);
      if (table.at(i, j) == table.at(i - 1, j)) CHECK(bins.column(j)[i] == bins.column(j)[i - 1]);
    }
  std::vector<int> sizes(256);
  for (const Code code : bins.column(1)) ++sizes[code];
  CHECK(*std::ranges::min_element(sizes) >= 7);
  CHECK(*std::ranges::max_element(sizes) <= 8);
}

TEST_CASE("shadows hold the same values in another order", "[forest]") {
  Table table = random_table(50, 3, 2, 1);
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  std::vector<Sample> shuffled(50);
  std::iota(shuffled.begin(), shuffled.end(), 0u);
  Rng(5).shuffle(shuffled);
  Bins both = bins;
  both.add_shadows(shuffled);
  REQUIRE(both.columns() == 6);
  for (std::size_t j = 0; j < 3; ++j) {
    CHECK(both.levels(3 + j) == bins.levels(j));
    for (std::size_t i = 0; i < 50; ++i) {
      CHECK(both.column(j)[i] == bins.column(j)[i]);
      CHECK(both.column(3 + j)[i] == bins.column(j)[shuffled[i]]);
    }
  }
}

/// How often each of n samples is in the bag of a tree of this seed, which a tree does not say.
std::vector<double> times_drawn(const Tree& tree, std::size_t n, std::uint64_t seed) {
  std::vector<double> times(n, 0);
  Rng rng(seed);
  for (std::size_t k = 0; k < n; ++k) times[((rng.next() >> 32) * n) >> 32] += 1;
  for (const Sample i : tree.out_of_bag) REQUIRE(times[i] == 0);
  return times;
}

/// Walks through a tree with what is in the bag, and compares each split with all there are.
void check_splits(const Tree& tree, const Bins& bins, const Outputs& outputs,
                  const std::vector<double>& times, std::size_t leaf) {
  struct Open {
    std::uint32_t node;
    std::vector<Sample> samples;
  };
  std::vector<Open> open{{0, {}}};
  for (Sample i = 0; i < bins.samples(); ++i)
    if (times[i] > 0) open[0].samples.push_back(i);
  const auto purity = [&](const std::vector<Sample>& samples) {
    std::map<std::int32_t, double> draws;
    for (const Sample i : samples) draws[outputs.labels[i]] += times[i];
    return gini_purity(draws);
  };
  while (!open.empty()) {
    const Open here = open.back();
    open.pop_back();
    double best = -1;
    const auto offer = [&](const auto& goes_left) {
      std::vector<Sample> left, right;
      for (const Sample i : here.samples) (goes_left(i) ? left : right).push_back(i);
      if (left.size() >= leaf && right.size() >= leaf) best = std::max(best, purity(left) + purity(right));
    };
    for (std::size_t j = 0; j < bins.columns(); ++j) {
      const auto codes = bins.column(j);
      if (bins.is_categorical(j)) {
        for (unsigned set = 1; set < 1u << 8; ++set) offer([&](Sample i) { return set >> codes[i] & 1u; });
        continue;
      }
      for (std::size_t threshold = 0; threshold + 1 < bins.levels(j); ++threshold)
        for (const bool missing_left : {true, false})
          offer([&](Sample i) {
            return bins.has_missing(j) && codes[i] == 0 ? missing_left : codes[i] <= threshold;
          });
    }
    const Node& node = tree.nodes[here.node];
    if (node.is_leaf()) {
      const bool pure = std::ranges::all_of(
          here.samples, [&](Sample i) { return outputs.labels[i] == outputs.labels[here.samples[0]]; });
      CHECK((pure || best < 0));
      std::vector<double> shares(outputs.count());
      double weight = 0;
      for (const Sample i : here.samples) shares[outputs.labels[i]] += times[i], weight += times[i];
      for (std::size_t c = 0; c < shares.size(); ++c)
        CHECK(tree.leaves(static_cast<Eigen::Index>(c), node.left) ==
              Approx(shares[c] / weight).margin(1e-12));
      continue;
    }
    Open left{node.left, {}}, right{node.left + 1, {}};
    for (const Sample i : here.samples)
      (tree.goes_left(node, bins.column(node.column)[i]) ? left : right).samples.push_back(i);
    CHECK(left.samples.size() >= leaf);
    CHECK(right.samples.size() >= leaf);
    CHECK(purity(left.samples) + purity(right.samples) == Approx(best));
    open.push_back(left);
    open.push_back(right);
  }
}

/// A fifth of the cells of all features but the second.
void lose_cells(Table& table, std::uint64_t seed) {
  Rng rng(seed);
  table.missing.assign(table.n * table.d, 0);
  for (std::size_t c = 0; c < table.missing.size(); ++c)
    table.missing[c] = c / table.n != 1 && rng.below(5) == 0 ? 1 : 0;
}

TEST_CASE("missing cells have a bin of their own, below those of the values", "[forest][missing]") {
  Table table = random_table(2000, 3, 2, 1, 5);
  Rng rng(3);
  for (std::size_t i = 0; i < table.n; ++i) table.x[2 * table.n + i] = rng.uniform();
  lose_cells(table, 8);
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  CHECK(bins.levels(0) == 6);
  CHECK(bins.levels(1) == 5);
  CHECK(bins.levels(2) == 256);
  CHECK(bins.has_missing(0));
  CHECK_FALSE(bins.has_missing(1));
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = 0; i < table.n; ++i) {
      const bool is_missing = table.missing[j * table.n + i] != 0;
      if (bins.has_missing(j)) CHECK((bins.column(j)[i] == 0) == is_missing);
      if (j == 0 && !is_missing) CHECK(bins.column(j)[i] == 1 + table.at(i, j));
    }
}

TEST_CASE("of values that no sample of a node has, none goes with the missing cells", "[forest][missing]") {
  // 30 samples lack x, which are of class 1; values 10..19 are of class 0
  std::vector<double> x;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 60; ++i) {
    x.push_back(i < 30 ? 0 : 10 + i % 10);
    labels.push_back(i < 30);
  }
  Table table = Table::of({{"x", x}}).with_labels(labels, 2);
  table.missing.assign(60, 0);
  std::fill_n(table.missing.begin(), 30, std::uint8_t{1});
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  const Tree tree = grow_tree(bins, Outputs(table.view()), {1, 1}, Rng(1));
  REQUIRE(tree.nodes.size() == 3);
  const Node& root = tree.nodes[0];
  CHECK(tree.goes_left(root, 0) != tree.goes_left(root, 1));
  for (Code code = 2; code < 11; ++code) CHECK(tree.goes_left(root, code) == tree.goes_left(root, 1));
}

TEST_CASE("with all features as candidates every split is the best there is", "[forest][brute_force]") {
  const bool some_missing = GENERATE(false, true);
  for (const std::size_t leaf : {1u, 4u}) {
    Table table = random_table(60, 3, 3, 7 + leaf, 12);
    if (some_missing) lose_cells(table, leaf);
    const SerialRuntime runtime;
    const Bins bins(table.view(), all_of(table), runtime);
    const Outputs outputs(table.view());
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Tree tree = grow_tree(bins, outputs, {leaf, 3}, Rng(seed));
      check_splits(tree, bins, outputs, times_drawn(tree, 60, seed), leaf);
    }
  }
}

TEST_CASE("out of bag is the mean of the leaves where a sample ends that a tree has not seen",
          "[forest][brute_force]") {
  Table table = random_table(120, 5, 3, 11);
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  const Outputs outputs(table.view());
  ForestOptions options;
  options.trees = 70;  // more than are grown at a time
  std::vector<Tree> trees(options.trees);
  const OutOfBag found = grow_forest(bins, outputs, options, Rng(2), runtime,
                                     [&](std::size_t t, const Tree& tree) { trees[t] = tree; });
  for (Sample i = 0; i < table.n; ++i) {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
    std::uint32_t count = 0;
    for (const Tree& tree : trees) {
      if (std::ranges::find(tree.out_of_bag, i) == tree.out_of_bag.end()) continue;
      sum += tree.leaves.col(tree.leaf(0, [&](std::uint32_t f) { return bins.column(f)[i]; }));
      ++count;
    }
    REQUIRE(found.trees[i] == count);
    for (Eigen::Index c = 0; c < 3; ++c) CHECK(found.mean(i, c) == Approx(sum[c] / count));
  }
}

TEST_CASE("a forest is the same on any number of threads", "[forest]") {
  Table table = random_table(3000, 6, 4, 13);
  const auto grown = [&](unsigned threads) {
    const ThreadedRuntime runtime(threads);
    const Bins bins(table.view(), all_of(table), runtime);
    return grow_forest(bins, Outputs(table.view()), {}, Rng(1), runtime).mean;
  };
  const Eigen::MatrixXd one = grown(1);
  CHECK(one == grown(2));
  CHECK(one == grown(5));
}

TEST_CASE("samples of unknown label are not learned from and predicted by every tree", "[forest]") {
  Table table = random_table(200, 4, 2, 17);
  for (std::size_t i = 0; i < 50; ++i) table.labels[i] = -1;
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  const Outputs outputs(table.view());
  CHECK(outputs.known.size() == 150);
  const OutOfBag found = grow_forest(bins, outputs, {}, Rng(1), runtime);
  for (Sample i = 0; i < 200; ++i) {
    CHECK((found.trees[i] == 300) == (i < 50));
    CHECK(found.mean.row(i).sum() == Approx(1));
  }
}

TEST_CASE("samples of a group are in a bag together or out of it, known or not", "[forest][groups]") {
  Table table = random_table(240, 4, 2, 31);
  for (std::size_t i = 0; i < 240; ++i) table.groups.push_back(static_cast<std::int32_t>(i % 40));
  for (std::size_t i = 0; i < 240; i += 7) table.labels[i] = -1;
  for (std::size_t i = 39; i < 240; i += 40) table.labels[i] = -1;  // all of group 39
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  Outputs outputs(table.view());
  outputs.draw_together(numerics::sample_groups(table.view(), runtime));
  CHECK(outputs.lots == 39);
  std::size_t out = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Tree tree = grow_tree(bins, outputs, {5, 2}, Rng(seed));
    std::vector<char> is_out(240, 0);
    for (const Sample i : tree.out_of_bag) is_out[i] = 1;
    for (std::size_t i = 40; i < 240; ++i) CHECK(is_out[i] == is_out[i - 40]);
    CHECK(is_out[39]);
    out += tree.out_of_bag.size();
  }
  CHECK(static_cast<double>(out) / (20 * 240) == Approx(std::exp(-1)).margin(0.05));
  const Tree few = grow_tree(bins, outputs, {5, 2, 10}, Rng(1));
  CHECK(few.out_of_bag.size() >= 240 - 10 * 6);
  CHECK(few.out_of_bag.size() < 240 - 5 * 6);
}

TEST_CASE("copies of a row that teach the same count once in a leaf, and as often as they are in its shares",
          "[forest][groups]") {
  const std::size_t copies = GENERATE(1u, 2u, 4u);
  const Table once = random_table(60, 3, 3, 37);
  Table table(60 * copies, 3);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < table.n; ++i) {
    for (std::size_t j = 0; j < 3; ++j) table.at(i, j) = once.at(i / copies, j);
    labels.push_back(once.labels[i / copies]);
  }
  table.with_labels(labels, 3);
  Table single = once;
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime), bins_once(single.view(), all_of(single), runtime);
  Outputs outputs(table.view());
  outputs.draw_together(numerics::sample_groups(table.view(), runtime));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Tree tree = grow_tree(bins, outputs, {5, 3}, Rng(seed)),
               tree_once = grow_tree(bins_once, Outputs(single.view()), {5, 3}, Rng(seed));
    REQUIRE(tree.nodes.size() == tree_once.nodes.size());
    CHECK((tree.leaves - tree_once.leaves).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(tree.out_of_bag.size() == copies * tree_once.out_of_bag.size());
    for (std::size_t j = 0; j < 3; ++j) CHECK(tree.decrease[j] == Approx(tree_once.decrease[j]));
  }
}

TEST_CASE("copies that teach different things are samples of a leaf each", "[forest][groups]") {
  // ten rows, the last of them three times, twice as a 1
  Table table(12, 1);
  for (std::size_t i = 0; i < 12; ++i) table.at(i, 0) = static_cast<double>(std::min<std::size_t>(i, 9));
  table.with_labels({0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0}, 2);
  Outputs outputs(table.view());
  numerics::SampleGroups groups;
  for (Sample i = 0; i < 12; ++i) {
    groups.row.push_back(std::min<Sample>(i, 9));
    groups.group.push_back(groups.row.back());
  }
  groups.count = 10;
  outputs.draw_together(groups);
  CHECK(outputs.lots == 10);
  CHECK(std::vector<std::uint16_t>(outputs.stands_for.begin() + 8, outputs.stands_for.end()) ==
        std::vector<std::uint16_t>{1, 2, 0, 1});
}

TEST_CASE("labels and soft labels that are certain of them grow the same forest", "[forest][invariance]") {
  Table hard = random_table(300, 5, 3, 19), soft = hard;
  std::vector<double> one_hot(900);
  for (std::size_t i = 0; i < 300; ++i) one_hot[static_cast<std::size_t>(hard.labels[i]) * 300 + i] = 1;
  soft.with_soft(one_hot, 3);
  const SerialRuntime runtime;
  const Bins bins(hard.view(), all_of(hard), runtime);
  const Eigen::MatrixXd a = grow_forest(bins, Outputs(hard.view()), {}, Rng(1), runtime).mean,
                        b = grow_forest(bins, Outputs(soft.view()), {}, Rng(1), runtime).mean;
  CHECK((a - b).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("a shift or another increasing map of a feature changes nothing", "[forest][invariance]") {
  Table table = random_table(300, 4, 2, 23), mapped = table;
  for (std::size_t i = 0; i < 300; ++i) {
    mapped.x[i] = std::exp(table.x[i] / 300);
    mapped.x[300 + i] = table.x[300 + i] - 1e6;
  }
  const SerialRuntime runtime;
  const Outputs outputs(table.view());
  const auto grown = [&](Table& t) {
    return grow_forest(Bins(t.view(), all_of(t), runtime), outputs, {}, Rng(1), runtime).mean;
  };
  CHECK(grown(table) == grown(mapped));
}

TEST_CASE("real targets are means, and a step function is learned", "[forest]") {
  Table table = random_table(500, 3, 2, 29);
  std::vector<double> y;
  for (std::size_t i = 0; i < 500; ++i) y.push_back(table.at(i, 1) < 400 ? -2 : 5);
  table.with_real(y);
  const SerialRuntime runtime;
  const Bins bins(table.view(), all_of(table), runtime);
  ForestOptions options;
  options.candidates = 3;
  const OutOfBag found = grow_forest(bins, Outputs(table.view()), options, Rng(1), runtime);
  for (Sample i = 0; i < 500; ++i)
    if (std::abs(table.at(i, 1) - 400) > 20) CHECK(found.mean(i, 0) == Approx(y[i]).margin(0.05));
}

/// Columns 1.. of `table` become the indicators of one categorical column, whose values are those of column 1; `table` has 1 + values columns.
Table with_categories(std::size_t n, std::uint32_t classes, std::uint32_t values, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::pair<std::string, std::vector<double>>> columns{{"number", std::vector<double>(n)}};
  for (double& x : columns[0].second) x = static_cast<double>(rng.below(6));
  std::vector<std::uint32_t> category(n);
  for (std::uint32_t& c : category) c = static_cast<std::uint32_t>(rng.below(values));
  for (std::uint32_t v = 0; v < values; ++v) {
    columns.emplace_back("c=" + std::to_string(v), std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) columns.back().second[i] = category[i] == v;
  }
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i)
    labels.push_back(
        static_cast<std::int32_t>(rng.uniform() < 0.7 ? category[i] % classes : rng.below(classes)));
  Table table = Table::of(columns).with_labels(labels, classes);
  table.feature_kinds.assign(1 + values, FeatureKind::nominal);
  table.feature_kinds[0] = FeatureKind::number;
  table.feature_units.assign(1 + values, 0);
  table.feature_units[0] = -1;
  return table;
}

TEST_CASE("a categorical column is one column, and splits part its values into the best two sets",
          "[forest][categories][brute_force]") {
  const SerialRuntime runtime;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Table table = with_categories(70, 2, 7, seed);
    const Bins bins(table.view(), all_of(table), runtime);
    REQUIRE(bins.columns() == 2);
    CHECK(bins.is_categorical(1));
    CHECK(bins.column_of(0) == 0);
    for (std::size_t f = 1; f < table.d; ++f) CHECK(bins.column_of(f) == 1);
    const Outputs outputs(table.view());
    const Tree tree =
        grow_tree(bins, outputs, {1, 2}, Rng(seed));  // larger leaves may rule out the best sets of an order
    check_splits(tree, bins, outputs, times_drawn(tree, table.n, seed), 1);
  }
}

TEST_CASE("with several classes a split of categories is near the best", "[forest][categories]") {
  const SerialRuntime runtime;
  double found = 0, best = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Table table = with_categories(200, 4, 7, 100 + seed);
    const std::vector<Feature> indicators{1, 2, 3, 4, 5, 6, 7};
    const Bins bins(table.view(), indicators, runtime);
    const Outputs outputs(table.view());
    const Tree tree = grow_tree(bins, outputs, {1, 1}, Rng(seed));
    const std::vector<double> times = times_drawn(tree, table.n, seed);
    const auto purity = [&](const auto& goes_left) {
      std::map<std::int32_t, double> left, right;
      for (Sample i = 0; i < table.n; ++i) (goes_left(i) ? left : right)[outputs.labels[i]] += times[i];
      return gini_purity(left) + gini_purity(right);
    };
    const auto none = purity([](Sample) { return true; });
    found += purity([&](Sample i) { return tree.goes_left(tree.nodes[0], bins.column(0)[i]); }) - none;
    double most = 0;
    for (unsigned set = 1; set < 1u << 8; ++set)
      most = std::max(most, purity([&](Sample i) { return set >> bins.column(0)[i] & 1u; }) - none);
    best += most;
  }
  CHECK(found > 0.95 * best);
  CHECK(found <= best * (1 + 1e-12));
}

TEST_CASE("which value of a categorical column comes first does not matter to a tree",
          "[forest][categories][invariance]") {
  const SerialRuntime runtime;
  Table table = with_categories(120, 2, 5, 3);
  Table turned = table;
  for (std::size_t v = 0; v < 5; ++v)
    for (std::size_t i = 0; i < table.n; ++i) turned.at(i, 1 + v) = table.at(i, 1 + (v + 2) % 5);
  const Bins bins(table.view(), all_of(table), runtime), others(turned.view(), all_of(table), runtime);
  const Outputs outputs(table.view());
  const OutOfBag one = grow_forest(bins, outputs, {20, 3, 2}, Rng(4), runtime),
                 other = grow_forest(others, outputs, {20, 3, 2}, Rng(4), runtime);
  for (Eigen::Index i = 0; i < one.mean.rows(); ++i)
    if (one.trees[static_cast<std::size_t>(i)] > 0) CHECK(one.mean(i, 0) == Approx(other.mean(i, 0)));
}

TEST_CASE("a categorical column of more values than there are codes stays as many columns",
          "[forest][categories]") {
  const SerialRuntime runtime;
  Table few = with_categories(300, 2, 254, 1), many = with_categories(300, 2, 255, 1);
  CHECK(Bins(few.view(), all_of(few), runtime).columns() == 2);
  CHECK(Bins(many.view(), all_of(many), runtime).columns() == 256);
}

}  // namespace
