// A search that is right until the option `fault` names what it is to do wrong.
#include <tamis/sdk.hpp>

#include <chrono>
#include <future>
#include <thread>

namespace {

using namespace tamis;

/// As a search of SDK revision 1 accepts: by a number.
void accept_claiming(const SearchSpace& space, Feature feature, double score) {
  tamis::detail::call("", space.raw()->accept, space.raw()->self, TAMIS_ADD, feature, score);
}

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

  void run(SearchSpace& space, const Goal& goal, const Runtime&) override {
    if (wrong("invents")) space.accept(Move::add, space.features());
    if (wrong("gives_up_always")) space.begin({});
    const bool kept = wrong("keeps") && runs_++ > 0;
    while (wrong("never_stops_when_all") && goal.keep() == space.features())
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::vector<Feature> subset(goal.always().begin(), goal.always().end());
    const std::size_t keep = goal.keep() - (wrong("too_few") && goal.keep() > subset.size() ? 1 : 0);
    while (subset.size() < keep) {
      std::vector<Feature> outside;
      for (Feature f = 0; f < space.features(); ++f)
        if (std::find(subset.begin(), subset.end(), f) == subset.end()) outside.push_back(f);
      if (wrong("word") && outside.size() > 32) outside.resize(32);
      if (wrong("skips") && outside.size() > 1) outside.erase(outside.begin());
      std::vector<double> scores(outside.size(), 0);
      // the last of them is scored when it is the only one
      const bool all = !wrong("unasked") || outside.size() == 1;
      const std::span<const Feature> asked(outside.data(), outside.size() - !all);
      if (!ask(space, subset, asked, std::span(scores).first(asked.size()))) continue;
      const std::size_t best = kept ? 0 : chosen(space, outside, scores);
      if (wrong("unasked") && subset.size() + 1 < keep) {
        subset.push_back(outside.back());
        space.accept(Move::add, outside.back());
        continue;
      }
      if (wrong("lies"))
        accept_claiming(space, outside[best], 42);
      else
        space.accept(Move::add, outside[best]);
      subset.push_back(outside[best]);
      const bool good = goal.has_until() && !space.better(goal.until(), scores[best]);
      if (good && !wrong("ignores_until")) return;
      if (goal.has_until() && wrong("stops_early")) return;
    }
  }
  double evaluations(Feature features, const Goal& goal) const override {
    if (wrong("no_number")) return std::nan("");
    if (wrong("underestimates_many") && features > 64) return 64;
    return wrong("underestimates") ? 1 : static_cast<double>(features) * static_cast<double>(goal.keep());
  }

 private:
  std::size_t chosen(const SearchSpace& space, std::span<const Feature> outside,
                     std::span<const double> scores) const {
    if (wrong("maximises"))
      return static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
    return space.choose(Move::add, outside, scores);
  }
  bool ask(const SearchSpace& space, Subset subset, std::span<const Feature> outside,
           std::span<double> scores) const {
    try {
      if (wrong("strays"))
        std::async(std::launch::async, [&] { space.score(subset, Move::add, outside, scores); }).get();
      else
        space.score(subset, Move::add, outside, scores);
    } catch (const BudgetSpent&) {
      if (!wrong("ignores_budget")) throw;
    } catch (const Cancelled&) {
      if (wrong("never_stops")) return false;
      if (!wrong("ignores_cancellation")) throw;
    }
    return true;
  }

  int runs_ = 0;
};

}  // namespace

TAMIS_PLUGIN(FaultySearch)
