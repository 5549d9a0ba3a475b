#include <tamis/framework/data/strata.hpp>

#include <tamis/framework/data/classes.hpp>

namespace tamis::framework {

Strata::Strata(const TargetColumn& target, std::uint64_t samples)
    : of(samples), by_class(target.kind == TargetKind::classes || target.kind == TargetKind::soft) {
  sizes.assign(by_class ? target.class_names.size() + 1 : 2, 0);
  TargetColumn hard;
  if (target.kind == TargetKind::soft) {
    hard = target;
    take_most_probable(hard, samples);
  }
  const std::vector<std::int32_t>& labels = target.kind == TargetKind::soft ? hard.labels : target.labels;
  for (std::uint64_t i = 0; i < samples; ++i) {
    const bool known = target.kind == TargetKind::none || target.known(i);
    of[i] = !known ? unknown() : by_class ? static_cast<std::size_t>(labels[i]) : 0;
    ++sizes[of[i]];
  }
}

}  // namespace tamis::framework
