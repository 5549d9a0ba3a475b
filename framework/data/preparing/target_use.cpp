#include <tamis/framework/data/prepare.hpp>

namespace tamis::framework {

DataRequirements requirements_of(const Traits& t) {
  DataRequirements needs;
  needs.classes = has(t.targets, Targets::classes);
  needs.soft = has(t.targets, Targets::soft);
  needs.real = has(t.targets, Targets::real);
  needs.sets = has(t.targets, Targets::sets);
  needs.uses_unknown = t.uses_unknown;
  needs.distances = t.distances;
  needs.discrete = t.discrete;
  needs.sparse = t.sparse;
  needs.missing = t.missing;
  return needs;
}

TargetUse target_use(const DataRequirements& needs, TargetKind given) {
  if (!needs.needs_target()) return TargetUse::ignored;
  switch (given) {
    case TargetKind::none:
      return TargetUse::refused;
    case TargetKind::classes:
      if (needs.classes) return TargetUse::used;
      return needs.soft ? TargetUse::one_hot : needs.sets ? TargetUse::sets_of_one : TargetUse::refused;
    case TargetKind::soft:
      if (needs.soft) return TargetUse::used;
      return needs.classes ? TargetUse::most_probable : TargetUse::refused;
    case TargetKind::real:
      return needs.real ? TargetUse::used : TargetUse::refused;
    case TargetKind::sets:
      if (needs.sets) return TargetUse::used;
      return needs.classes || needs.soft ? TargetUse::single_label : TargetUse::refused;
  }
  return TargetUse::refused;
}

std::string_view name_of(TargetUse use) {
  switch (use) {
    case TargetUse::ignored:
      return "ignored";
    case TargetUse::used:
      return "used";
    case TargetUse::one_hot:
      return "one-hot";
    case TargetUse::most_probable:
      return "most probable";
    case TargetUse::sets_of_one:
      return "as sets of one";
    case TargetUse::single_label:
      return "when single";
    case TargetUse::refused:
      return "refused";
  }
  return "";
}

}  // namespace tamis::framework
