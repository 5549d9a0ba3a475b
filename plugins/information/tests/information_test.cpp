#include "cfs.hpp"
#include "fcbf.hpp"
#include "greedy.hpp"
#include "single_table.hpp"

#include <catch2/catch.hpp>
#include <tamis/testing/score_all.hpp>
#include <tamis/testing/table.hpp>

#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace {

using namespace tamis;
using namespace tamis::information;
using namespace tamis::testing;

/// Codes of d features, of which the first ones follow the class in part.
Table coded_table(std::size_t n, std::size_t d, std::uint32_t classes, std::uint64_t seed,
                  std::uint64_t levels = 4) {
  Rng rng(seed);
  Table table(n, d);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) {
    labels.push_back(static_cast<std::int32_t>(rng.below(classes)));
    for (std::size_t j = 0; j < d; ++j)
      table.at(i, j) = static_cast<double>(
          rng.below(10) > j + 2 ? static_cast<std::uint64_t>(labels.back()) % levels : rng.below(levels));
  }
  return table.as_codes().with_labels(labels, classes);
}

/// The entropy of some columns and, if asked, the labels together, by a map from their values to counts.
double entropy(const Table& t, const std::vector<std::size_t>& columns, bool with_class) {
  std::map<std::vector<double>, double> count;
  for (std::size_t i = 0; i < t.n; ++i) {
    std::vector<double> key;
    for (const std::size_t j : columns) key.push_back(t.at(i, j));
    if (with_class) key.push_back(t.labels[i]);
    count[key] += 1.0 / static_cast<double>(t.n);
  }
  double sum = 0;
  for (const auto& [key, p] : count) sum -= p * std::log(p);
  return sum;
}
double information_of(const Table& t, const std::vector<std::size_t>& columns) {
  return entropy(t, columns, false) + entropy(t, {}, true) - entropy(t, columns, true);
}

/// What a criterion says of each feature beside a subset.
template <class C>
std::vector<double> beside(C& criterion, Table& table, const std::vector<Feature>& subset) {
  const SerialRuntime runtime;
  criterion.prepare(table.view(), runtime);
  std::vector<Feature> candidates;
  for (Feature f = 0; f < table.d; ++f)
    if (std::ranges::find(subset, f) == subset.end()) candidates.push_back(f);
  return score_move(criterion, table.view(), subset, Move::add, candidates, -INFINITY).value;
}

}  // namespace

TEST_CASE("criteria of pairs agree with entropies that are counted by hand", "[information][brute_force]") {
  Table t = coded_table(200, 5, 3, 4);
  const std::vector<Feature> subset{1, 3};
  Greedy<Mrmr> mrmr;
  Greedy<Jmi> jmi;
  Greedy<Cmim> cmim;
  Greedy<Disr> disr;
  Greedy<Cife> cife;
  const std::vector<double> got[] = {beside(mrmr, t, subset), beside(jmi, t, subset), beside(cmim, t, subset),
                                     beside(disr, t, subset), beside(cife, t, subset)};
  std::size_t place = 0;
  for (const std::size_t x : {0u, 2u, 4u}) {
    const double relevance = information_of(t, {x});
    double redundancy = 0, joint = 0, least = relevance, ratio = 0, change = 0;
    for (const std::size_t z : {1u, 3u}) {
      const double xz = entropy(t, {x}, false) + entropy(t, {z}, false) - entropy(t, {x, z}, false);
      const double given_class =
          entropy(t, {x}, true) + entropy(t, {z}, true) - entropy(t, {x, z}, true) - entropy(t, {}, true);
      redundancy += xz;
      joint += information_of(t, {x, z});
      least = std::min(least, information_of(t, {x, z}) - information_of(t, {z}));
      ratio += information_of(t, {x, z}) / entropy(t, {x, z}, true);
      change += given_class - xz;
    }
    const double wanted[] = {relevance - redundancy / 2, joint, least, ratio, relevance + change};
    for (std::size_t m = 0; m < 5; ++m) CHECK(got[m][place] == Approx(wanted[m]).epsilon(1e-12));
    ++place;
  }
}

TEST_CASE("a score does not depend on the order of the subset, nor on what was asked before",
          "[information]") {
  Table t = coded_table(150, 6, 2, 9);
  const SerialRuntime runtime;
  Greedy<Jmi> steady, wanders;
  steady.prepare(t.view(), runtime);
  wanders.prepare(t.view(), runtime);
  const std::vector<Feature> candidates{0, 5};
  const auto score = [&](Greedy<Jmi>& c, const std::vector<Feature>& subset, const std::vector<Feature>& of) {
    return score_move(c, t.view(), subset, Move::add, of, -INFINITY).value;
  };
  const std::vector<double> wanted = score(steady, {1, 2, 3, 4}, candidates);
  score(wanders, {4}, {0, 1, 2, 3, 5});
  score(wanders, {4, 2}, {5});
  score(wanders, {3, 1}, {0, 5});  // goes back
  score(wanders, {3, 1, 4}, {0});
  CHECK(score(wanders, {3, 1, 4, 2}, candidates) == wanted);
}

TEST_CASE("two features that tell the class together only are found by jmi and not by mrmr",
          "[information]") {
  // y = a xor b, c follows y a little
  Table t(400, 3);
  std::vector<std::int32_t> labels;
  Rng rng(3);
  for (std::size_t i = 0; i < 400; ++i) {
    t.at(i, 0) = static_cast<double>(i % 2), t.at(i, 1) = static_cast<double>(i / 2 % 2);
    labels.push_back(static_cast<std::int32_t>(i % 2 ^ i / 2 % 2));
    t.at(i, 2) = static_cast<double>(rng.below(10) < 6 ? labels.back() : 1 - labels.back());
  }
  t.as_codes().with_labels(labels, 2);
  Greedy<Jmi> jmi;
  Greedy<Mrmr> mrmr;
  const std::vector<double> by_jmi = beside(jmi, t, {0}), by_mrmr = beside(mrmr, t, {0});
  CHECK(by_jmi[0] == Approx(std::log(2)));
  CHECK(by_jmi[0] > by_jmi[1]);
  CHECK(by_mrmr[0] < by_mrmr[1]);
}

TEST_CASE("soft labels that are certain have the effect of labels, and weights that of repeated rows",
          "[information][invariance]") {
  const Table labels = coded_table(120, 4, 3, 7);
  Table soft = labels;
  std::vector<double> p(120 * 3, 0.0);
  for (std::size_t i = 0; i < 120; ++i) p[i + 120 * static_cast<std::size_t>(labels.labels[i])] = 1;
  soft.with_soft(p, 3);
  Table weighted = labels;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 120; ++i) {
    weighted.weights.push_back(static_cast<double>(i % 3));
    rows.insert(rows.end(), i % 3, i);
  }
  Table repeated(rows.size(), 4);
  std::vector<std::int32_t> again;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t j = 0; j < 4; ++j) repeated.at(k, j) = labels.at(rows[k], j);
    again.push_back(labels.labels[rows[k]]);
  }
  repeated.as_codes().with_labels(again, 3);
  const auto all = [](Table table) {
    Greedy<Cife> cife;
    Greedy<Nmifs> nmifs;
    OfOneTable<Auc> auc;
    OfOneTable<GiniGain> gini;
    Cfs cfs;
    std::vector<double> out;
    for (const std::vector<double>& part :
         {beside(cife, table, {2}), beside(nmifs, table, {2}), beside(auc, table, {}),
          beside(gini, table, {}), beside(cfs, table, {1})})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  };
  CHECK(all(soft) == all(labels));
  const std::vector<double> one = all(weighted), other = all(repeated);
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one[i] == Approx(other[i]).epsilon(1e-12));
}

TEST_CASE("tables of many more cells than samples are counted in the same way", "[contingency]") {
  Table t = coded_table(60, 2, 3, 5, 200);
  const numerics::CountedLabels labels(t.view().target(), {}, {});
  const SerialRuntime runtime;
  const CodeTable codes(t.view(), labels.samples(), runtime);
  numerics::CellCounter counter;
  const numerics::LabelledColumn z(labels, codes.column(1));
  const CellTable& table = counter.count(codes.column(0), z);
  std::map<std::vector<double>, double> wanted;
  for (std::size_t i = 0; i < t.n; ++i) ++wanted[{t.at(i, 0), t.at(i, 1), static_cast<double>(t.labels[i])}];
  double seen = 0;
  for (std::size_t c = 0; c < table.size(); ++c)
    for (std::size_t s = 0; s < 3; ++s) {
      const std::vector<double> key{static_cast<double>(table.x[c]), static_cast<double>(table.z[c]),
                                    static_cast<double>(s)};
      CHECK(table.cell(c)[s] == (wanted.contains(key) ? wanted[key] : 0));
      seen += table.cell(c)[s];
    }
  CHECK(seen == 60);
}

TEST_CASE("unknown labels of two classes join the larger labelled one, or the other of a single one",
          "[contingency]") {
  CHECK_FALSE(numerics::surrogate(10, 20, 70, std::nullopt).become_positive);
  CHECK(numerics::surrogate(20, 20, 70, std::nullopt).become_positive);
  CHECK(numerics::surrogate(10, 20, 70, 0.9).become_positive);
  CHECK_FALSE(numerics::surrogate(10, 0, 70, std::nullopt).become_positive);
  CHECK(numerics::surrogate(0, 10, 70, 0.01).become_positive);
  CHECK(numerics::surrogate(20, 20, 70, std::nullopt).phi == 0.5);
}

TEST_CASE("a corrected cell is what the inverse gives inside the simplex, and the most likely one outside",
          "[flip_correction]") {
  const std::vector<double> flips{0.7, 0.1, 0.2, 0.2, 0.8, 0.1, 0.1, 0.1, 0.7};  // column by column
  const ConstMatrix t(flips.data(), 3, 3);
  const std::vector<double> observed{30, 30, 40};
  const auto corrected = [&](std::vector<double> cell, numerics::Correction how, int rounds = 10) {
    std::vector<double> room;
    numerics::FlipCorrection(t, observed, {how, rounds, numerics::CorrectionStart::uniform}).correct(cell, room);
    return cell;
  };
  // 20 of each class, as they are observed
  const std::vector<double> inside{20.0, 22.0, 18.0};
  for (const auto how : {numerics::Correction::ml, numerics::Correction::inverse})
    for (const double w : corrected(inside, how)) CHECK(w == Approx(20));

  const std::vector<double> outside{50, 2, 1}, found = corrected(outside, numerics::Correction::ml);
  const std::vector<double> slow = corrected(outside, numerics::Correction::em, 200000);
  CHECK(found[1] == 0);
  for (std::size_t s = 0; s < 3; ++s) CHECK(found[s] == Approx(slow[s]).margin(1e-4));
  CHECK(std::accumulate(found.begin(), found.end(), 0.0) == Approx(53));
}

TEST_CASE("fcbf keeps the predominant features of the list form", "[fcbf][brute_force]") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Table t = coded_table(100, 8, 3, 20 + seed, 3);
    const auto uncertainty = [&](const std::vector<std::size_t>& a, bool class_is_other, std::size_t b) {
      const double ha = entropy(t, a, false);
      const double hb = class_is_other ? entropy(t, {}, true) : entropy(t, {b}, false);
      const double both = class_is_other ? entropy(t, a, true) : entropy(t, {a[0], b}, false);
      return 2 * (ha + hb - both) / (ha + hb);
    };
    std::vector<std::size_t> list(8), predominant;
    std::iota(list.begin(), list.end(), std::size_t{0});
    std::ranges::stable_sort(list, std::greater(), [&](std::size_t j) { return uncertainty({j}, true, 0); });
    while (!list.empty()) {
      const std::size_t first = list.front();
      predominant.push_back(first);
      std::erase_if(list, [&](std::size_t j) {
        return j == first || uncertainty({j}, false, first) >= uncertainty({j}, true, 0);
      });
    }
    Fcbf fcbf;
    std::vector<Feature> chosen;
    for (;;) {
      std::vector<Feature> rest;
      for (Feature f = 0; f < 8; ++f)
        if (std::ranges::find(chosen, f) == chosen.end()) rest.push_back(f);
      const SerialRuntime runtime;
      fcbf.prepare(t.view(), runtime);
      const auto scores = score_move(fcbf, t.view(), chosen, Move::add, rest, -INFINITY).value;
      const auto best = std::ranges::max_element(scores);
      if (best == scores.end() || std::isinf(*best)) break;
      chosen.push_back(rest[static_cast<std::size_t>(best - scores.begin())]);
    }
    CHECK(std::vector<std::size_t>(chosen.begin(), chosen.end()) == predominant);
  }
}

TEST_CASE("constant features, and all features where labels are of one class, are undefined",
          "[information][degenerate]") {
  Table t = coded_table(30, 3, 2, 1);
  std::ranges::fill(t.column(1), 2.0);
  Greedy<Mrmr> mrmr;
  CHECK(score_all(mrmr, t.view(), -INFINITY).reason[1] == "constant");
  std::ranges::fill(t.labels, 0);
  OfOneTable<GiniGain> gini;
  Greedy<Jmi> jmi;
  Cfs cfs;
  for (const std::string& reason : score_all(gini, t.view(), -INFINITY).reason)
    CHECK(reason == "single_class");
  for (const std::string& reason : score_all(jmi, t.view(), -INFINITY).reason)
    CHECK(reason == "single_class");
  for (const std::string& reason : score_all(cfs, t.view(), -INFINITY).reason)
    CHECK(reason == "single_class");
}

TEST_CASE("a categorical column that is selected as one is read as one column of codes",
          "[information][categories]") {
  // as the host shows it: each of its three values has the codes of the column
  Table column = coded_table(200, 3, 2, 9, 3), values = coded_table(200, 5, 2, 9, 3), indicators = values;
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t f = 0; f < 5; ++f) values.at(i, f) = column.at(i, std::min<std::size_t>(f, 2));
    for (std::size_t f = 0; f < 5; ++f)
      indicators.at(i, f) = f < 2 ? column.at(i, f) : column.at(i, 2) == static_cast<double>(f - 2);
  }
  values.as_codes().with_labels(column.labels, 2);
  indicators.as_codes().with_labels(column.labels, 2);
  values.feature_kinds.assign(5, FeatureKind::nominal);
  values.feature_kinds[0] = values.feature_kinds[1] = FeatureKind::number;
  values.feature_units = {-1, -1, 0, 0, 0};

  OfOneTable<InformationGain> gain;
  const std::vector<double> of_column = score_all(gain, column.view(), -INFINITY).value,
                            of_values = score_all(gain, values.view(), -INFINITY).value;
  for (std::size_t f = 0; f < 5; ++f) CHECK(of_values[f] == of_column[std::min<std::size_t>(f, 2)]);
  // the order of codes means something to auc alone, so it has a score for each value
  OfOneTable<Auc> auc;
  CHECK(score_all(auc, values.view(), -INFINITY).value == score_all(auc, indicators.view(), -INFINITY).value);

  Cfs of_subset;
  const double wanted = beside(of_subset, column, {0})[1];           // of features 0 and 2
  CHECK(beside(of_subset, values, {0, 2, 3})[1] == Approx(wanted));  // and the last value
}

TEST_CASE("no more codes than classes have a determinant", "[determinant_mi][degenerate]") {
  Table t = coded_table(200, 2, 2, 6, 2);
  OfOneTable<DeterminantMi> dmi;
  const double determinant = score_all(dmi, t.view(), -INFINITY).value[0];
  double n[2][2] = {};
  for (std::size_t i = 0; i < t.n; ++i) n[static_cast<int>(t.at(i, 0))][t.labels[i]] += 1.0 / 200;
  CHECK(determinant == Approx(std::log(std::abs(n[0][0] * n[1][1] - n[0][1] * n[1][0]))));
  t.at(0, 1) = 2;
  dmi.options.merge = false;
  CHECK(score_all(dmi, t.view(), -INFINITY).reason[1] == "more codes than classes");
  dmi.options.merge = true;
  CHECK(std::isfinite(score_all(dmi, t.view(), -INFINITY).value[1]));
  Table five = coded_table(200, 2, 5, 6, 2);
  const SerialRuntime runtime;
  CHECK_THROWS_WITH(dmi.prepare(five.view(), runtime), Catch::Contains("raise `data.bins`"));
}

TEST_CASE("options that do not go with the labels are refused", "[information][errors]") {
  Table t = coded_table(60, 2, 3, 5);
  const SerialRuntime runtime;
  Greedy<Mim> mim;
  mim.options.unknown = numerics::UnknownLabels::surrogate;
  CHECK_THROWS_WITH(mim.prepare(t.view(), runtime), Catch::Contains("needs labels of two classes"));
  Table two = coded_table(60, 2, 2, 5);
  two.class_names = {"no", "yes"};
  mim.options.positive = "maybe";
  CHECK_THROWS_WITH(mim.prepare(two.view(), runtime), Catch::Contains("no class is called 'maybe'"));
  const std::vector<double> flips{0.5, 0.5, 0.5, 0.5}, observed{1, 1};
  CHECK_THROWS_WITH(numerics::FlipCorrection(ConstMatrix(flips.data(), 2, 2), observed, {}),
                    Catch::Contains("has no inverse"));
  const std::vector<double> never{1, 0.9, 0, 0.1}, forbids{1, 1, 0, 0};
  CHECK_THROWS_WITH(numerics::FlipCorrection(ConstMatrix(forbids.data(), 2, 2), observed, {}),
                    Catch::Contains("inverse"));
  CHECK_NOTHROW(numerics::FlipCorrection(ConstMatrix(never.data(), 2, 2), observed, {}));
}
