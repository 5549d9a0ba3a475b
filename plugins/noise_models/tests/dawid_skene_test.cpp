#include "dawid_skene.hpp"

#include "confusion_matrix.hpp"
#include "uniform_flip.hpp"

#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <string>

using namespace tamis;
using namespace tamis::noise_models;
using namespace tamis::testing;

namespace {

using Votes = std::vector<std::vector<Table::Vote>>;

struct Crowd {
  Crowd(Votes votes, std::uint32_t annotators, std::uint32_t classes, DawidSkene::Options options = {})
      : table(votes.size(), 1), given(std::move(votes)) {
    table.kind = TargetKind::soft;
    table.with_votes(given, annotators, classes);
    prepare(options);
  }
  Crowd(std::vector<std::int32_t> labels, std::uint32_t classes, DawidSkene::Options options = {})
      : table(labels.size(), 1) {
    table.with_labels(std::move(labels), classes);
    prepare(options);
  }
  void prepare(const DawidSkene::Options& options) {
    model.options = options;
    SerialRuntime serial;
    model.prepare(table.view(), serial);
  }
  std::vector<double> parameters() const {
    std::vector<double> out(model.parameter_count());
    model.parameters(out);
    return out;
  }
  /// p(votes of i | S = s), column-major.
  std::vector<double> likelihood() const {
    std::vector<double> out(table.n * table.classes);
    model.likelihood(Matrix(out.data(), table.n, table.classes));
    return out;
  }
  void update(const std::vector<double>& gamma) {
    model.update(ConstMatrix(gamma.data(), table.n, table.classes));
  }
  /// Shares of the votes: where Dawid and Skene start.
  std::vector<double> shares() const {
    std::vector<double> gamma(table.n * table.classes);
    for (std::size_t i = 0; i < table.n; ++i)
      for (const Table::Vote& v : given[i])
        gamma[i + static_cast<std::size_t>(v.label) * table.n] += 1 / static_cast<double>(given[i].size());
    return gamma;
  }

  Table table;
  Votes given;
  DawidSkene model;
};

struct Fitted {
  std::vector<double> gamma, prior;
  std::vector<double> trace;  ///< of the log-likelihood
};

/// Eqs. 2.3 to 2.5 from the shares of the votes, every sample being voted on.
Fitted em(Crowd& crowd, int iterations) {
  const std::size_t n = crowd.table.n, l = crowd.table.classes;
  Fitted f{crowd.shares(), std::vector<double>(l), {}};
  for (int t = 0; t < iterations; ++t) {
    crowd.update(f.gamma);
    for (std::size_t s = 0; s < l; ++s) {
      f.prior[s] = 0;
      for (std::size_t i = 0; i < n; ++i) f.prior[s] += f.gamma[i + s * n] / static_cast<double>(n);
    }
    const std::vector<double> p = crowd.likelihood();
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t s = 0; s < l; ++s) sum += f.gamma[i + s * n] = f.prior[s] * p[i + s * n];
      for (std::size_t s = 0; s < l; ++s) f.gamma[i + s * n] /= sum;
      total += std::log(sum);
    }
    f.trace.push_back(total);
  }
  return f;
}

/// Table 1 of the paper: 45 patients, the first of 5 anaesthetists judged each three times, classes 1 to 4.
Votes anaesthetists() {
  constexpr std::array<const char*, 45> kPatients{
      "1111111", "3334334", "1122122", "2223121", "2223222", "2223322", "1222111", "3333433", "2222223",
      "2322223", "4444444", "2223343", "1111111", "2223212", "1211111", "1112111", "1111111", "1111111",
      "2222221", "2221322", "2222222", "2222221", "2223222", "2212222", "1111111", "1111111", "2322222",
      "1111111", "1111111", "1121121", "1111111", "3333233", "1111111", "2222222", "2223232", "4334343",
      "2212232", "2323233", "3333432", "1111111", "1111111", "1212111", "2322222", "1211111", "2222222"};
  Votes votes;
  for (const std::string patient : kPatients) {
    auto& of_patient = votes.emplace_back();
    for (std::size_t k = 0; k < patient.size(); ++k)
      of_patient.push_back({static_cast<std::uint32_t>(k < 3 ? 0 : k - 2), patient[k] - '1'});
  }
  return votes;
}

/// Votes of annotators of known matrices on samples of known classes; each votes with probability `asked`.
struct Planted {
  std::vector<std::int32_t> truth;
  Votes votes;
};
Planted planted(std::size_t n, std::uint32_t classes, const std::vector<double>& wrong, double asked,
                std::uint64_t seed) {
  Rng rng(seed);
  Planted p;
  for (std::size_t i = 0; i < n; ++i) {
    p.truth.push_back(static_cast<std::int32_t>(rng.below(classes)));
    auto& of_sample = p.votes.emplace_back();
    for (std::uint32_t r = 0; r < wrong.size(); ++r) {
      if (rng.uniform() >= asked) continue;
      const auto s = static_cast<std::uint64_t>(p.truth[i]);
      const std::uint64_t vote = rng.uniform() < wrong[r] ? (s + 1 + rng.below(classes - 1)) % classes : s;
      of_sample.push_back({r, static_cast<std::int32_t>(vote)});
    }
    if (of_sample.empty()) of_sample.push_back({0, p.truth[i]});
  }
  return p;
}

void check_close(const std::vector<double>& got, const std::vector<double>& wanted, double margin = 1e-12) {
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == Approx(wanted[i]).margin(margin));
}

constexpr DawidSkene::Options kPaper{AnnotatorParameters::matrix, 0, 0.1};

}  // namespace

TEST_CASE("dawid_skene: the likelihood is the product over the votes of a sample", "[dawid_skene]") {
  // the last sample was asked of nobody
  Crowd crowd({{{0, 0}, {1, 1}}, {{1, 0}}, {}}, 2, 2);
  crowd.model.set_parameters(std::vector<double>{0.75, 0.25, 0.5, 0.5, /**/ 0.875, 0.125, 0.25, 0.75});
  CHECK(crowd.likelihood() == std::vector<double>{0.75 * 0.125, 0.875, 1, /**/ 0.5 * 0.75, 0.25, 1});
  Crowd coins({{{0, 0}, {1, 1}}, {{1, 2}}, {}}, 2, 3, {AnnotatorParameters::one_rate, 0, 0.1});
  coins.model.set_parameters(std::vector<double>{0.25, 0.5});
  CHECK(coins.likelihood() ==
        std::vector<double>{0.75 * 0.25, 0.25, 1, /**/ 0.125 * 0.5, 0.25, 1, /**/ 0.125 * 0.25, 0.5, 1});
}

TEST_CASE("dawid_skene: an update is the weighted share of each annotator's votes", "[dawid_skene]") {
  // gamma(0|i) = 1, 0.5, 0.25; annotator 0 votes 0, 1, 1, annotator 1 votes 1 on the last
  const std::vector<double> gamma{1, 0.5, 0.25, /**/ 0, 0.5, 0.75};
  const Votes votes{{{0, 0}}, {{0, 1}}, {{0, 1}, {1, 1}}};
  Crowd crowd(votes, 2, 2, kPaper);
  crowd.update(gamma);
  check_close(crowd.parameters(), {1 / 1.75, 0.75 / 1.75, 0, 1, /**/ 0, 1, 0, 1});
  Crowd coins(votes, 2, 2, {AnnotatorParameters::one_rate, 0, 0.1});
  coins.update(gamma);  // wrong: 0 + 0.5 + 0.25 of 3 votes, and 0.25 of 1
  check_close(coins.parameters(), {0.25, 0.25});
  // all votes together: under class 0 a mass of 1 on 0 and 1 on 1, under class 1 all 1.25 + 0.75 on 1
  Crowd smoothed(votes, 2, 2, {AnnotatorParameters::matrix, 2, 0.1});
  smoothed.update(gamma);
  check_close(smoothed.parameters(), {2 / 3.75, 1.75 / 3.75, 0, 1, /**/ 1 / 2.25, 1.25 / 2.25, 0, 1});
  Crowd together(votes, 2, 2, {AnnotatorParameters::one_rate, 2, 0.1});
  together.update(gamma);  // all together 1 wrong vote in 4
  check_close(together.parameters(), {(0.75 + 0.5) / 5, (0.25 + 0.5) / 3});
}

TEST_CASE("dawid_skene: one annotator is a confusion matrix, or a uniform flip, smoothed or not",
          "[dawid_skene]") {
  const std::vector<std::int32_t> y{0, 1, 2, 1, -1, 0, 2, 2, 1};
  const std::vector<double> gamma = random_soft(y.size(), 3, 5);
  Table table(y.size(), 1);
  table.with_labels(y, 3);
  SerialRuntime serial;
  const auto same_as = [&](auto model, AnnotatorParameters parameters) {
    model.prepare(table.view(), serial);
    model.update(ConstMatrix(gamma.data(), y.size(), 3));
    std::vector<double> wanted(model.parameter_count()), likelihood(gamma.size());
    model.parameters(wanted);
    model.likelihood(Matrix(likelihood.data(), y.size(), 3));
    for (const double smoothing : {0.0, 1.0, 7.5}) {
      Crowd crowd(y, 3, {parameters, smoothing, 0.1});
      crowd.update(gamma);
      check_close(crowd.parameters(), wanted);
      check_close(crowd.likelihood(), likelihood);
    }
  };
  same_as(ConfusionMatrix(), AnnotatorParameters::matrix);
  same_as(UniformFlip(), AnnotatorParameters::one_rate);
}

TEST_CASE("dawid_skene finds the published estimates for the anaesthetists", "[dawid_skene][golden]") {
  Crowd crowd(anaesthetists(), 5, 4, kPaper);
  const Fitted f = em(crowd, 200);
  // as published, to two digits
  check_close(f.prior, {0.40, 0.42, 0.11, 0.07}, 0.005);
  const std::vector<double> pi = crowd.parameters();
  check_close({pi.begin(), pi.begin() + 16},
              {0.89, 0.11, 0, 0, /**/ 0.07, 0.88, 0.05, 0, /**/ 0, 0.34, 0.66, 0, /**/ 0, 0, 0.56, 0.44},
              0.005);
  // by an independent program (numpy, logarithms, its own loops)
  check_close(f.prior, {0.3995547529, 0.4219833919, 0.1117951885, 0.0666666667}, 1e-9);
  check_close({pi.begin(), pi.begin() + 8},
              {0.8894883487, 0.1105116513, 0, 0, 0.0705854505, 0.8763799368, 0.0530346126, 0}, 1e-9);
  check_close({pi.end() - 16, pi.end()},
              {1, 0, 0, 0, 0.1590392301, 0.7345204927, 0.1064402772, 0, 0, 0.2091135111, 0.7908864889, 0, 0,
               0, 0.3333333333, 0.6666666667},
              1e-9);
  CHECK(f.trace.back() == Approx(-192.89088121420727).epsilon(1e-12));
  CHECK(f.gamma[29] == Approx(0.9991458754).margin(1e-9));  // patient 30, class 1
  CHECK(f.gamma[35 + 3 * 45] == Approx(1).margin(1e-9));    // patient 36, class 4

  Crowd smoothed(anaesthetists(), 5, 4);
  const Fitted g = em(smoothed, 200);
  check_close(g.prior, {0.4000576547, 0.4216255329, 0.1114708829, 0.0668459295}, 1e-9);
  CHECK(g.trace.back() == Approx(-194.14366969143282).epsilon(1e-12));
  CHECK(g.gamma[2] == Approx(0.0230212062).margin(1e-9));

  Crowd coins(anaesthetists(), 5, 4, {AnnotatorParameters::one_rate, 0, 0.1});
  const Fitted h = em(coins, 200);
  CHECK(h.trace.back() == Approx(-242.5059870236423).epsilon(1e-12));
  check_close(coins.parameters(),
              {0.11456951229874857, 0.2992750993021094, 0.18853500414426083, 0.14693225696676682,
               0.19108022518019353},
              1e-6);
}

TEST_CASE("dawid_skene: without smoothing no step of the EM lowers the likelihood",
          "[dawid_skene][property]") {
  for (const AnnotatorParameters parameters : {AnnotatorParameters::matrix, AnnotatorParameters::one_rate})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Planted p = planted(120, 3, {0.1, 0.4, 0.6, 0.3, 0.5}, 0.6, seed);
      Crowd crowd(p.votes, 5, 3, {parameters, 0, 0.1});
      const Fitted f = em(crowd, 60);
      CHECK(f.trace.back() > f.trace.front());
      for (std::size_t t = 1; t < f.trace.size(); ++t) CHECK(f.trace[t] >= f.trace[t - 1] - 1e-9);
    }
}

TEST_CASE("dawid_skene recovers a planted crowd, and its classes better than the majority does",
          "[dawid_skene][property]") {
  const std::vector<double> wrong{0.1, 0.6, 0.2, 0.6, 0.3};
  const Planted p = planted(4000, 3, wrong, 0.9, 11);
  for (const AnnotatorParameters parameters : {AnnotatorParameters::matrix, AnnotatorParameters::one_rate}) {
    Crowd crowd(p.votes, 5, 3, {parameters, 1, 0.1});
    const Fitted f = em(crowd, 100);
    const std::vector<double> pi = crowd.parameters();
    for (std::size_t r = 0; r < wrong.size(); ++r) {
      if (parameters == AnnotatorParameters::one_rate) {
        CHECK(pi[r] == Approx(wrong[r]).margin(0.04));
        continue;
      }
      for (std::size_t s = 0; s < 3; ++s)
        for (std::size_t y = 0; y < 3; ++y)
          CHECK(pi[(r * 3 + s) * 3 + y] == Approx(y == s ? 1 - wrong[r] : wrong[r] / 2).margin(0.05));
    }
    const auto right = [&](const std::vector<double>& gamma) {
      std::size_t count = 0;
      for (std::size_t i = 0; i < p.truth.size(); ++i) {
        std::size_t best = 0;
        for (std::size_t s = 1; s < 3; ++s)
          if (gamma[i + s * p.truth.size()] > gamma[i + best * p.truth.size()]) best = s;
        count += static_cast<std::int32_t>(best) == p.truth[i];
      }
      return static_cast<double>(count) / static_cast<double>(p.truth.size());
    };
    CHECK(right(f.gamma) > right(crowd.shares()) + 0.03);
  }
}

TEST_CASE("dawid_skene: names of classes and the order of annotators change nothing",
          "[dawid_skene][property]") {
  const Planted p = planted(80, 3, {0.1, 0.4, 0.6, 0.3}, 0.7, 3);
  const std::uint32_t other_annotator[] = {2, 0, 3, 1};
  const std::int32_t other_class[] = {1, 2, 0};
  Votes renamed = p.votes;
  for (auto& of_sample : renamed)
    for (Table::Vote& v : of_sample) v = {other_annotator[v.annotator], other_class[v.label]};
  for (const AnnotatorParameters parameters : {AnnotatorParameters::matrix, AnnotatorParameters::one_rate}) {
    Crowd crowd(p.votes, 4, 3, {parameters, 1, 0.1}), other(renamed, 4, 3, {parameters, 1, 0.1});
    const Fitted f = em(crowd, 30), g = em(other, 30);
    CHECK(f.trace.back() == Approx(g.trace.back()).epsilon(1e-12));
    for (std::size_t s = 0; s < 3; ++s)
      for (std::size_t i = 0; i < 80; ++i)
        CHECK(f.gamma[i + s * 80] ==
              Approx(g.gamma[i + static_cast<std::size_t>(other_class[s]) * 80]).margin(1e-9));
  }
}

TEST_CASE("dawid_skene: votes that all agree are right", "[dawid_skene][degenerate]") {
  Votes votes;
  for (std::int32_t i = 0; i < 12; ++i) votes.push_back({{0, i % 3}, {1, i % 3}, {2, i % 3}});
  Crowd crowd(votes, 3, 3);
  const Fitted f = em(crowd, 5);
  CHECK(f.gamma == crowd.shares());
  const std::vector<double> pi = crowd.parameters();
  for (std::size_t k = 0; k < pi.size(); ++k) CHECK(pi[k] == (k % 9 % 4 == 0 ? 1 : 0));
}

TEST_CASE("dawid_skene: an annotator who never voted is as all together and matters to nobody",
          "[dawid_skene][degenerate]") {
  const Planted p = planted(60, 2, {0.1, 0.3, 0.4}, 0.8, 8);
  Crowd crowd(p.votes, 3, 2), wider(p.votes, 4, 2);
  CHECK(em(crowd, 20).gamma == em(wider, 20).gamma);
  const std::vector<double> pi = crowd.parameters(), with = wider.parameters();
  CHECK(std::equal(pi.begin(), pi.end(), with.begin()));
  for (std::size_t s = 0; s < 2; ++s) CHECK(with[12 + 2 * s] + with[13 + 2 * s] == Approx(1));

  // in the paper's estimate too, where his share would be 0 / 0
  Crowd paper(p.votes, 4, 2, kPaper);
  em(paper, 20);
  for (const double v : paper.parameters()) CHECK((v >= 0 && v <= 1));
}

TEST_CASE("dawid_skene: a class that nobody has mass in says that votes are right",
          "[dawid_skene][degenerate]") {
  Crowd crowd({{{0, 0}}, {{0, 1}, {1, 0}}}, 2, 3);
  crowd.update({1, 1, 0, 0, 0, 0});
  check_close(crowd.parameters(),
              {5 / 9., 4 / 9., 0, 0, 1, 0, 0, 0, 1, /**/ 5 / 6., 1 / 6., 0, 0, 1, 0, 0, 0, 1});
}

TEST_CASE("dawid_skene starts where the seed says, with no rate above one half", "[dawid_skene]") {
  Crowd a({{{0, 0}, {1, 1}}}, 2, 3), b({{{0, 0}, {1, 1}}}, 2, 3);
  a.model.start(4), b.model.start(4);
  CHECK(a.parameters() == b.parameters());
  b.model.start(5);
  CHECK(a.parameters() != b.parameters());
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t s = 0; s < 3; ++s) CHECK(a.parameters()[(r * 3 + s) * 3 + s] >= 0.5);
  CHECK(a.parameters()[0] != a.parameters()[9]);  // each annotator has a rate of his own
}

TEST_CASE("dawid_skene refuses what is no vote and what is no parameter", "[dawid_skene][errors]") {
  const auto message = [](auto&& body) -> std::string {
    try {
      body();
    } catch (const Error& e) {
      return e.what();
    }
    FAIL("nothing was thrown");
    return "";
  };
  Table table(3, 1);
  table.with_soft(random_soft(3, 2, 1), 2);
  SerialRuntime serial;
  DawidSkene model;
  CHECK(message([&] {
          model.prepare(table.view(), serial);
        }).find("name their columns with data.annotators") != std::string::npos);
  Crowd crowd({{{0, 0}, {1, 1}}}, 2, 2);
  CHECK(message([&] { crowd.model.set_parameters(std::vector<double>(4, 0.5)); }) ==
        "got 4 parameters of the noise model; expected 8 for 2 classes");
  CHECK(message([&] {
          crowd.model.set_parameters(std::vector<double>{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.4});
        }).find("a row that sums to 0.9") != std::string::npos);
  const std::vector<double> gamma(4, 0.5);
  CHECK(message([&] { crowd.model.update(ConstMatrix(gamma.data(), 2, 2)); }) ==
        "a noise model of 1 samples and 2 classes was handed a matrix of 2 x 2");
}
