#include "merge_classes.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace tamis::framework {
namespace {

/// Which class each one becomes, and what these are called.
struct Merging {
  std::vector<std::int32_t> becomes;
  std::vector<std::string> names;
};

Merging merging_of(const std::vector<std::string>& classes, std::span<const ClassMerger> mergers) {
  constexpr std::size_t kAlone = ~std::size_t{0};
  std::vector<std::size_t> merger_of(classes.size(), kAlone);
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t c = 0; c < classes.size(); ++c) place.emplace(classes[c], c);
  for (std::size_t m = 0; m < mergers.size(); ++m)
    for (const std::string& member : mergers[m].members) {
      const auto found = place.find(member);
      if (found == place.end())
        throw DataError(fmt::format("data.merge.{}: {} is no class of the target{} (classes: {})",
                                    shown(mergers[m].name), in_quotes(member), did_you_mean(member, classes),
                                    listed(classes)));
      std::size_t& merger = merger_of[found->second];
      if (merger != kAlone)
        throw DataError(fmt::format("data.merge: class {} is named twice; it can become one class only",
                                    in_quotes(member)));
      merger = m;
    }
  Merging out;
  std::vector<std::int32_t> made(mergers.size(), -1);
  std::unordered_set<std::string> used;
  const auto add = [&](const std::string& name) {
    if (!used.insert(name).second)
      throw DataError(
          fmt::format("data.merge: two classes would be called {}; choose another name", in_quotes(name)));
    out.names.push_back(name);
    return static_cast<std::int32_t>(out.names.size() - 1);
  };
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (merger_of[c] == kAlone) {
      out.becomes.push_back(add(classes[c]));
      continue;
    }
    std::int32_t& code = made[merger_of[c]];
    if (code < 0) code = add(mergers[merger_of[c]].name);
    out.becomes.push_back(code);
  }
  return out;
}

void rename(std::vector<std::int32_t>& labels, const Merging& merging) {
  for (std::int32_t& label : labels)
    if (label >= 0) label = merging.becomes[static_cast<std::size_t>(label)];
}

void merge(TargetColumn& target, std::uint64_t samples, const Merging& merging) {
  rename(target.labels, merging);
  rename(target.vote_labels, merging);
  if (!target.soft.empty()) {
    std::vector<double> merged(samples * merging.names.size());
    const Matrix sums(merged.data(), samples, merging.names.size());
    const ConstMatrix soft = std::as_const(target).probabilities();
    for (std::size_t c = 0; c < merging.becomes.size(); ++c)
      for (std::uint64_t i = 0; i < samples; ++i)
        sums(i, static_cast<std::size_t>(merging.becomes[c])) += soft(i, c);
    for (std::uint64_t i = 0; i < samples; ++i)  // an unknown row is all NaN
      if (std::isnan(soft(i, 0)))
        for (std::size_t c = 0; c < merging.names.size(); ++c) sums(i, c) = soft(i, 0);
    target.soft = std::move(merged);
  }
  target.class_names = merging.names;
}

}  // namespace

void merge_classes(LoadedData& data, std::span<const ClassMerger> mergers) {
  if (mergers.empty()) return;
  const TargetColumn& target = data.parts().target;
  if (target.kind != TargetKind::classes && target.kind != TargetKind::soft)
    throw DataError(fmt::format(
        "data.merge: {} has no classes that can be merged{}", target.title(),
        target.kind == TargetKind::real ? "; `data.target_kind = \"class\"` reads each value as one" : ""));
  const Merging merging = merging_of(target.class_names, mergers);
  data.edit([&](DataTable& p) {
    merge(p.target, p.samples, merging);
    if (p.clean) merge(*p.clean, p.samples, merging);
  });
  for (const ClassMerger& merger : mergers)
    data.notes.push_back(fmt::format("{}: classes {} are one, {}", target.title(), listed(merger.members),
                                     in_quotes(merger.name)));
}

}  // namespace tamis::framework
