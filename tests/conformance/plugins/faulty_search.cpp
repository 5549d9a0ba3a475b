// A search that is right until the option `fault` names what it is to do wrong.
#include <tamis/sdk.hpp>

namespace {

using namespace tamis;

/// Adds the best feature, one at a time.
struct FaultySearch final : SearchStrategy {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultySearch>("test.faulty_search", "Forward, wrong on demand")
        .moves(Move::add)
        .option<&Options::fault>("fault", "what it does wrong");
  }
  bool wrong(std::string_view how) const { return options.fault == how; }

  void run(SearchSpace& space, const Goal& goal, Runtime&) override {
    if (wrong("invents")) space.accept(Move::add, space.features(), 1);
    if (wrong("gives_up_always")) space.begin({});
    std::vector<Feature> subset(goal.always().begin(), goal.always().end());
    const std::size_t keep = goal.keep() - (wrong("too_few") && goal.keep() > subset.size() ? 1 : 0);
    while (subset.size() < keep) {
      std::vector<Feature> outside;
      for (Feature f = 0; f < space.features(); ++f)
        if (std::find(subset.begin(), subset.end(), f) == subset.end()) outside.push_back(f);
      std::vector<double> scores(outside.size(), 0);
      if (!ask(space, subset, outside, scores)) continue;
      const std::size_t best = space.choose(Move::add, outside, scores);
      space.accept(Move::add, outside[best], scores[best]);
      subset.push_back(outside[best]);
      const bool good = goal.has_until() && !space.better(goal.until(), scores[best]);
      if (good && !wrong("ignores_until")) return;
      if (goal.has_until() && wrong("stops_early")) return;
    }
  }
  double evaluations(Feature features, const Goal& goal) const override {
    return wrong("underestimates") ? 1 : static_cast<double>(features) * static_cast<double>(goal.keep());
  }

 private:
  bool ask(const SearchSpace& space, Subset subset, std::span<const Feature> outside,
           std::span<double> scores) const {
    try {
      space.score(subset, Move::add, outside, scores);
    } catch (const BudgetSpent&) {
      if (!wrong("ignores_budget")) throw;
    } catch (const Cancelled&) {
      if (wrong("never_stops")) return false;
      if (!wrong("ignores_cancellation")) throw;
    }
    return true;
  }
};

}  // namespace

TAMIS_PLUGIN(FaultySearch)
