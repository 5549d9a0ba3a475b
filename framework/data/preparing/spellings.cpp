#include "spellings.hpp"

#include "../formats/scan.hpp"
#include "merge_classes.hpp"

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace tamis::framework {
namespace {

/// A merger per class that is written in several ways.
std::vector<ClassMerger> spellings_of(const TargetColumn& target) {
  if (target.kind != TargetKind::classes && target.kind != TargetKind::soft) return {};
  std::vector<std::uint64_t> times(target.class_names.size());
  for (const auto* labels : {&target.labels, &target.vote_labels})
    for (const std::int32_t label : *labels)
      if (label >= 0) ++times[static_cast<std::size_t>(label)];
  std::map<std::string, std::vector<std::size_t>> alike;
  for (std::size_t c = 0; c < target.class_names.size(); ++c)
    alike[lower_case(trimmed(target.class_names[c]))].push_back(c);
  std::vector<ClassMerger> mergers;
  for (const auto& [key, classes] : alike) {
    if (classes.size() < 2) continue;
    const std::size_t usual = *std::ranges::max_element(classes, {}, [&](std::size_t c) { return times[c]; });
    ClassMerger& merger = mergers.emplace_back();
    merger.name = target.class_names[usual];
    for (const std::size_t c : classes) merger.members.push_back(target.class_names[c]);
  }
  return mergers;
}

}  // namespace

void merge_spellings(LoadedData& data) { merge_classes(data, spellings_of(data.parts().target)); }

void warn_of_spellings(LoadedData& data) {
  const TargetColumn& target = data.parts().target;
  for (const ClassMerger& merger : spellings_of(target)) {
    std::vector<std::string> quoted;
    for (const std::string& name : merger.members) quoted.push_back(in_quotes(name));
    data.warnings.push_back(fmt::format(
        "{}: {} differ only in capitals or blanks and are taken as {} classes; `data.merge_spellings = true` takes "
        "them as one",
        target.title(), fmt::join(quoted, ", "), quoted.size()));
  }
}

}  // namespace tamis::framework
