#include "walk.hpp"

#include "verdicts.hpp"

#include <tamis/framework/run/compatibility.hpp>

namespace tamis::framework::conformance {
namespace {

LoadedData toy_data() {
  return LoadedData::from_columns(std::vector<std::vector<double>>(ToyCriterion::kFeatures, {0, 1}));
}

}  // namespace

Measures measures_for(const Registry& registry, const Descriptor& search) {
  for (const Measures measures : {Measures::subset, Measures::feature, Measures::loss}) {
    Descriptor toy;
    toy.traits = ToyCriterion::traits(measures);
    try {
      check_compatible(registry, search, toy, {});
      return measures;
    } catch (const ParamError&) {
    }
  }
  fail("no criterion can score the moves that its manifest says it asks for");
}

Walked walk(const Subject& subject, const WalkGoal& wanted) {
  std::atomic<bool> interrupted{false};
  Observer observer;
  KernelRuntime kernel({.seed = subject.seed, .threads = 1, .interrupted = &interrupted}, observer);
  const LoadedData data = toy_data();
  const Traits traits = ToyCriterion::traits(wanted.measures);
  ToyCriterion toy(wanted.measures);
  Walked walked;
  toy.on_call = [&] { interrupted = ++walked.calls >= wanted.cancel_after; };

  const Composed<SearchStrategy> search(subject.registry, subject.plan());
  KernelSpace kept(toy, "criterion", data.view(), traits, wanted.always, {0, wanted.max_evaluations},
                   kernel.runtime());
  const tamis_goal goal{sizeof goal, wanted.keep, wanted.always.data(), wanted.always.size(), wanted.until};
  walked.expected_evaluations = search->evaluations(data.features(), Goal(&goal));
  SearchSpace space = kept.space();
  Runtime runtime = kernel.runtime();
  try {
    search->run(space, Goal(&goal), runtime);
  } catch (const PluginError& e) {
    fail("{}", e.what());
  } catch (const Error& e) {
    if (e.code != TAMIS_E_BUDGET && e.code != TAMIS_E_CANCELLED) throw;
    walked.stopped = e.code;
  }
  walked.path = kept.path();
  walked.start = kept.start();
  walked.end = kept.subset();
  walked.evaluations = kept.evaluations();
  return walked;
}

}  // namespace tamis::framework::conformance
