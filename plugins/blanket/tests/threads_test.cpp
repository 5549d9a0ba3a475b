#include "fixture.hpp"
#include "markov_blanket.hpp"

#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

#include <numeric>

using namespace tamis;
using namespace tamis::blanket;

namespace {

/// All losses of three steps, in which the first feature that is left goes.
std::vector<double> losses(const CodeTable& table, unsigned threads, Correct correction) {
  const testing::ThreadedRuntime threaded(threads);
  Line line;
  MarkovBlanket criterion;
  criterion.options.correction = correction;
  criterion.options.divergence = line;
  criterion.prepare(table.view(), threaded);
  std::vector<Feature> subset(table.columns().size());
  std::iota(subset.begin(), subset.end(), 0u);
  std::vector<double> all;
  for (int step = 0; step < 3; ++step) {
    std::vector<double> out(subset.size());
    Scores scores(out, nullptr, 1e300);
    criterion.score(subset, Move::remove, subset, scores);
    all.insert(all.end(), out.begin(), out.end());
    subset.erase(subset.begin());
  }
  return all;
}

}  // namespace

TEST_CASE("losses are the same to the bit for any number of threads", "[markov_blanket][threads]") {
  Rng rng(1);
  for (const double share : {0.1, 0.9}) {  // products of lists, and of whole columns
    const Codes codes = random_codes(rng, 300, 40, 5, share);
    CodeTable table(codes);
    table.labels(random_labels(rng, codes, 6), 6);
    for (const Correct correction : {Correct::none, Correct::shuffle}) {
      const auto expected = losses(table, 1, correction);
      CHECK(losses(table, 2, correction) == expected);
      CHECK(losses(table, 5, correction) == expected);
    }
  }
}
