// lnt_mi on the votes of a crowd: the classes are those of most votes, the likelihood is that of the votes.
#include <catch2/catch.hpp>

#include "fixture.hpp"

#include <dawid_skene.hpp>
#include <tamis/testing/memberships.hpp>
#include <tamis/testing/reported.hpp>

#include <string>

namespace {

using namespace tamis;
using namespace tamis::mutual_information;
using namespace tamis::mutual_information::testing;
using noise_models::DawidSkene;
using tamis::testing::Reported;

constexpr std::size_t kAnnotators = 3;
using Votes = std::vector<std::vector<Table::Vote>>;
/// [annotator][true class][vote]
using Matrices = std::vector<literal::Rows>;

struct Crowd {
  Table table;
  Votes votes;
};

/// Clouds of l classes; annotators are wrong in a share of 0.1, 0.3, 0.5 of their votes and are asked of 2 in
/// 3 samples; the labels are those of most votes.
Crowd crowd(std::size_t n, std::uint32_t l, std::uint64_t seed) {
  Crowd c{clouds(n, 3, l, seed, 0), {}};
  Rng rng(seed + 100);
  std::vector<std::int32_t> majority;
  for (std::size_t i = 0; i < n; ++i) {
    auto& of_sample = c.votes.emplace_back();
    std::vector<int> count(l);
    for (std::uint32_t r = 0; r < kAnnotators; ++r) {
      if (rng.below(3) == 0) continue;
      std::uint64_t vote = static_cast<std::uint64_t>(c.table.labels[i]);
      if (rng.uniform() < 0.1 + 0.2 * r) vote = (vote + 1 + rng.below(l - 1)) % l;
      of_sample.push_back({r, static_cast<std::int32_t>(vote)});
      ++count[vote];
    }
    majority.push_back(
        of_sample.empty() ? -1 : static_cast<std::int32_t>(std::ranges::max_element(count) - count.begin()));
  }
  c.table.with_labels(std::move(majority), l).with_votes(c.votes, kAnnotators, l);
  return c;
}

Matrices start_of(std::uint32_t l) {
  Matrices pi(kAnnotators, literal::Rows(l, std::vector<double>(l)));
  for (std::size_t r = 0; r < kAnnotators; ++r)
    for (std::size_t s = 0; s < l; ++s)
      for (std::size_t y = 0; y < l; ++y) {
        const double rate = 0.1 + 0.1 * static_cast<double>(r);
        pi[r][s][y] = y == s ? 1 - rate : rate / static_cast<double>(l - 1);
      }
  return pi;
}

std::vector<double> flat(const Matrices& pi) {
  std::vector<double> out;
  for (const auto& of_annotator : pi)
    for (const auto& row : of_annotator) out.insert(out.end(), row.begin(), row.end());
  return out;
}

struct Fit {
  literal::Rows gamma;
  std::vector<double> priors;
  Matrices pi;
  double log_likelihood = 0;
};

/// The EM of the paper with p(votes of i | s) in the place of p(y_i | s), word for word.
Fit literal_em(const literal::Problem& p, const Votes& votes, Matrices pi) {
  const auto l = static_cast<std::size_t>(p.classes);
  const std::vector<double> share = literal::observed_shares(p);
  std::vector<double> priors = share;
  const double labelled = static_cast<double>(p.n()) - static_cast<double>(std::ranges::count(p.y, -1));
  const auto log_votes = [&](std::size_t i, std::size_t s) {
    double sum = 0;
    for (const Table::Vote& v : votes[i])
      sum += std::log(pi[v.annotator][s][static_cast<std::size_t>(v.label)]);
    return sum;
  };
  literal::Rows gamma(p.n(), std::vector<double>(l));
  for (std::size_t i = 0; i < p.n(); ++i) {
    double sum = 0;
    for (std::size_t s = 0; s < l; ++s) sum += gamma[i][s] = std::exp(log_votes(i, s)) * priors[s];
    for (double& g : gamma[i]) g /= sum;
  }
  Fit best;
  double before = 0;
  for (int t = 0; t < p.iterations; ++t) {
    const literal::Rows log_p = literal::log_densities(p, gamma, p.k_em, p.self_in_em);
    double ll = 0;
    for (std::size_t i = 0; i < p.n(); ++i) {
      std::vector<double> v(l);
      for (std::size_t s = 0; s < l; ++s) v[s] = log_p[i][s] + log_votes(i, s) + std::log(priors[s]);
      const double top = *std::ranges::max_element(v);
      double sum = 0;
      for (double& a : v) sum += a = std::exp(a - top);
      for (std::size_t s = 0; s < l; ++s) gamma[i][s] = v[s] / sum;
      if (p.y[i] >= 0) ll += top + std::log(sum) - std::log(share[static_cast<std::size_t>(p.y[i])]);
    }
    // eq. 2.3 of Dawid and Skene with one vote as those of all annotators
    for (std::size_t s = 0; s < l; ++s) {
      std::vector<double> all(l);
      literal::Rows own(kAnnotators, std::vector<double>(l));
      double mass = 0;
      priors[s] = 0;
      for (std::size_t i = 0; i < p.n(); ++i) {
        priors[s] += gamma[i][s] / static_cast<double>(p.n());
        for (const Table::Vote& v : votes[i]) {
          own[v.annotator][static_cast<std::size_t>(v.label)] += gamma[i][s];
          all[static_cast<std::size_t>(v.label)] += gamma[i][s];
          mass += gamma[i][s];
        }
      }
      for (std::size_t r = 0; r < kAnnotators; ++r) {
        double votes_of_r = 0;
        for (const double m : own[r]) votes_of_r += m;
        for (std::size_t y = 0; y < l; ++y) pi[r][s][y] = (own[r][y] + all[y] / mass) / (votes_of_r + 1);
      }
    }
    if (t == 0 || ll > best.log_likelihood) best = {gamma, priors, pi, ll};
    if (t > 0 && ll <= before + p.tolerance * labelled) break;
    before = ll;
  }
  return best;
}

}  // namespace

TEST_CASE("lnt_mi on votes agrees with the formulas word for word", "[lnt_mi][votes]") {
  const auto l = GENERATE(2u, 3u);
  Crowd c = crowd(90, l, 20 + l);
  const std::vector<double> starts = flat(start_of(l));
  LntMi::Options options;
  options.jitter = 0;
  options.starts = starts;
  options.min_class_size = 1;
  Ready<LntMi> lnt(options);
  DawidSkene annotators;
  lnt.criterion.options.noise = annotators;
  lnt.on(c.table);

  const literal::Problem p = problem(c.table, {0, 1});
  const Fit fit = literal_em(p, c.votes, start_of(l));
  CHECK(lnt.whole({0, 1}) == Approx(literal::information(p, fit.gamma)).margin(1e-9));
  const std::vector<double> gamma = memberships_of(lnt.criterion, c.table.view(), std::vector<Feature>{0, 1});
  const Reported reported(lnt.criterion);
  CHECK(reported.numbers.at("log_likelihood") == Approx(fit.log_likelihood).epsilon(1e-10));
  const std::vector<double> pi = flat(fit.pi);
  for (std::size_t k = 0; k < pi.size(); ++k)
    CHECK(reported.tables.at("noise_parameters")[k] == Approx(pi[k]).margin(1e-8));
  for (std::size_t s = 0; s < l; ++s) {
    CHECK(reported.tables.at("label_noise")[l + s] == Approx(fit.priors[s]).margin(1e-9));
    for (std::size_t i = 0; i < c.table.n; ++i)
      CHECK(gamma[i + s * c.table.n] == Approx(fit.gamma[i][s]).margin(1e-8));
  }
}

TEST_CASE("lnt_mi with a model of the label does not look at the votes behind it", "[lnt_mi][votes]") {
  Crowd with = crowd(60, 3, 5), without = with;
  without.table.vote_start.clear();
  Ready<LntMi> a({}), b({});
  CHECK(a.on(with.table).whole({0, 1}) == b.on(without.table).whole({0, 1}));
}
