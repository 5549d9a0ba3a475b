// Writes one place before or behind what it was given to write to.
#include "hostile.hpp"

#include <cstring>

namespace {

using namespace tamis;

struct WritesOutside final : hostile::FirstValue {
  enum class Where { nowhere, before, behind, reason };
  struct Options {
    Where where = Where::nowhere;
  } options;
  static constexpr auto describe() {
    return tamis::describe<WritesOutside>("test.writes_outside", "Writes outside its scores")
        .better(Better::higher)
        .option<&Options::where>("where", one_of("nowhere", "before", "behind", "reason"), "");
  }
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    FirstValue::score(subset, move, candidates, scores);
    double* const first = scores.values().data();
    if (options.where == Where::before) first[-1] = 0;
    if (options.where == Where::behind) first[scores.size()] = 0;
    if (options.where == Where::reason) std::strcpy(scores.reasons()[scores.size()].text, "spoilt");
  }
};

}  // namespace

TAMIS_PLUGIN(WritesOutside)
