#include "scoring.hpp"

#include "verdicts.hpp"

#include <tamis/rng.hpp>

#include <fmt/ranges.h>

#include <cmath>
#include <numeric>

namespace tamis::framework::conformance {
namespace {

std::vector<Feature> all_but(Feature features, const std::vector<Feature>& left_out) {
  std::vector<Feature> rest;
  for (Feature f = 0; f < features; ++f)
    if (std::find(left_out.begin(), left_out.end(), f) == left_out.end()) rest.push_back(f);
  return rest;
}

/// Those of the features that are there; feature 0 where none is.
std::vector<Feature> there(const std::vector<Feature>& wanted, Feature features) {
  std::vector<Feature> found;
  for (const Feature f : wanted)
    if (f < features) found.push_back(f);
  return found.empty() ? std::vector<Feature>{0} : found;
}

/// Of many features the first and the last, and those around the bits of words and bytes.
std::vector<Feature> some_of(const std::vector<Feature>& features) {
  constexpr std::size_t kAll = 40, kEnds = 4;
  if (features.size() <= kAll) return features;
  std::vector<Feature> some;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (i < kEnds || i + kEnds >= features.size() || (i + 1) % 32 < 3 || (i + 1) % 256 < 3)
      some.push_back(features[i]);
  return some;
}

double largest(const ScoreReply& reply) {
  double most = 0;
  for (const double s : reply.scores)
    if (std::isfinite(s)) most = std::max(most, std::abs(s));
  return most;
}

std::string who(const ScoreRequest& request, std::size_t i) {
  return request.candidates.empty() ? "the score of the subset"
                                    : fmt::format("the score of feature {}", request.candidates[i]);
}

}  // namespace

std::vector<ScoreRequest> requests_for(const Traits& traits, Feature features) {
  const std::vector<Feature> pair = there({0, 3}, features), all = all_but(features, {});
  std::vector<ScoreRequest> requests;
  const auto ask = [&](Move move, const std::vector<Feature>& subset,
                       const std::vector<Feature>& candidates) {
    if (has_move(traits, move) && (move == Move::whole || !candidates.empty()))
      requests.push_back({move, subset, candidates});
  };
  ask(Move::add, {}, all);
  ask(Move::add, pair, some_of(all_but(features, pair)));
  // a formula that inverts a matrix has nothing to say of more features than there are samples
  constexpr Feature kMany = 100, kStated = 12;
  const std::vector<Feature> large =
      features > kMany ? std::vector<Feature>(all.begin(), all.begin() + kStated) : all;
  ask(Move::remove, large, some_of(large));
  const std::vector<Feature> four = there({1, 2, 4, 5}, features);
  ask(Move::remove, four, four);
  ask(Move::whole, pair, {});
  ask(Move::whole, there({1, 3, 4}, features), {});
  return requests;
}

std::vector<std::vector<Feature>> subsets_of(Feature features, std::uint64_t seed) {
  constexpr Feature kFew = 7, kLong = 12;
  std::vector<std::vector<Feature>> subsets;
  if (features <= kFew) {
    for (unsigned bits = 1; bits < 1u << features; ++bits) {
      std::vector<Feature>& subset = subsets.emplace_back();
      for (Feature f = 0; f < features; ++f)
        if (bits >> f & 1u) subset.push_back(f);
    }
    Rng(Rng::mix(seed + 1)).shuffle(subsets);
    return subsets;
  }
  std::vector<std::size_t> sizes{31, 32, 33, 63, 64, 65};  // around the bits of words
  if (features > 2 * sizes.back()) sizes.clear();          // where so many are a large part
  for (std::size_t size = 1; size <= kLong; ++size) sizes.push_back(size);
  for (const std::size_t size : sizes) {
    if (size > features) continue;
    std::vector<Feature> subset;
    for (const std::size_t f : shuffled(features, seed + size)) subset.push_back(static_cast<Feature>(f));
    subset.resize(size);
    subsets.push_back(std::move(subset));
  }
  return subsets;
}

std::vector<ScoreRequest> requests_from(const Traits& traits, const std::vector<Feature>& subset,
                                        Feature features) {
  std::vector<ScoreRequest> requests;
  const std::vector<Feature> outside = some_of(all_but(features, subset));
  if (has_move(traits, Move::whole)) requests.push_back({Move::whole, subset, {}});
  if (has_move(traits, Move::remove)) requests.push_back({Move::remove, subset, some_of(subset)});
  if (has_move(traits, Move::add) && !outside.empty()) requests.push_back({Move::add, subset, outside});
  return requests;
}

std::optional<ScoreRequest> request_of_all(const Traits& traits, Feature features) {
  std::vector<Feature> all(features);
  std::iota(all.begin(), all.end(), Feature{0});
  if (has_move(traits, Move::add)) return ScoreRequest{Move::add, {}, all};
  if (has_move(traits, Move::remove)) return ScoreRequest{Move::remove, all, all};
  return std::nullopt;
}

std::string named(const ScoreRequest& request) {
  constexpr const char* kMoves[] = {"adding to", "removing from", "the whole of"};
  return fmt::format("{} {{{}}}", kMoves[static_cast<std::size_t>(request.move)],
                     fmt::join(request.subset, ", "));
}

namespace {

/// What a criterion writes to n places between guards.
/// \param name  of place i, for sentences.
template <class Write, class Name>
ScoreReply reply(std::size_t n, Edge edge, const Write& write, const Name& name) {
  const Guarded<double> values("the scores", n, edge);
  std::ranges::fill(values.span(), std::nan(""));  // what is not written is not a number either
  const Guarded<tamis_reason> reasons("the reasons", n, edge);
  // an adapter on this side writes nothing of its own: the worst value is the component's affair
  Scores scores(values.span(), reasons.begin(), std::nan(""));
  write(scores);
  ScoreReply out;
  for (std::size_t i = 0; i < n; ++i) {
    out.scores.push_back(values.span()[i]);
    const char* text = reasons.begin()[i].text;
    out.reasons.emplace_back(text, ::strnlen(text, sizeof(tamis_reason)));
    if (std::isnan(out.scores[i]))
      fail("{} was not written, or is not a number; an undefined score is the worst infinity, with a reason",
           name(i));
  }
  return out;
}

}  // namespace

ScoreReply reply_to(Criterion& criterion, const ScoreRequest& request, Edge edge) {
  const Guarded<Feature> subset("the subset", std::span(request.subset), edge);
  const Guarded<Feature> candidates("the candidates", std::span(request.candidates), edge);
  return reply(
      request.move == Move::whole ? 1 : request.candidates.size(), edge,
      [&](Scores& scores) { criterion.score(subset.span(), request.move, candidates.span(), scores); },
      [&](std::size_t i) { return fmt::format("{} ({})", who(request, i), named(request)); });
}

ScoreReply Scorer::score_subsets(const Subsets& subsets) {
  return reply(
      subsets.size(), Edge::none, [&](Scores& scores) { criterion_->score_subsets(subsets, scores); },
      [&](std::size_t i) { return fmt::format("the score of subset {} of {}", i + 1, subsets.size()); });
}

Scorer::Scorer(const ComponentUnderTest& subject, const Plan& plan, LoadedData data, int threads)
    : data_(std::move(data)), services_(subject.seed, threads), criterion_(subject.registry, plan) {
  criterion_->prepare(data_.view(), services_.runtime());
}

void expect_equal(const ComponentUnderTest& subject, const ScoreRequest& request, const ScoreReply& one,
                  const ScoreReply& other, const std::string& what, double rounding) {
  const double within =
      rounding * std::max(largest(one), largest(other)) + subject.descriptor.traits.tolerance;
  for (std::size_t i = 0; i < one.scores.size(); ++i) {
    const double a = one.scores[i], b = other.scores[i];
    if (a != b && !(std::abs(a - b) <= within))
      fail("{} ({}) {}: {} and {}", who(request, i), named(request), what, a, b);
  }
}

bool better(const Traits& traits, double a, double b) {
  return traits.better == Better::lower ? a < b : a > b;
}

}  // namespace tamis::framework::conformance
