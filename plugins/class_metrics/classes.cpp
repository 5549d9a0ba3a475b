#include "classes.hpp"

namespace tamis::class_metrics {
namespace {

/// The place 0..count-1 that name(place) says, for each class.
template <class Name, class Where>
std::vector<std::uint64_t> places_of(const NamedClasses& classes, const Cells& cells, std::uint64_t count,
                                     const Name& name, const Where& where, const std::string& what) {
  std::vector<std::uint64_t> place(classes.count(), count);
  for (std::uint64_t at = 0; at < count; ++at) {
    const auto c = classes.find(name(at));
    if (!c) continue;
    if (place[*c] != count)
      throw DataError(where(at) + ": " + classes.quoted_name(*c) + " has a " + what + " already, at " +
                      where(place[*c]) + "; keep one");
    place[*c] = at;
  }
  for (std::uint32_t c = 0; c < classes.count(); ++c)
    if (place[c] == count)
      throw DataError(std::string(cells.path()) + ": no " + what + " is named " + in_quotes(classes[c]) +
                      ", which is a class of the target; add it");
  return place;
}

}  // namespace

NamedClasses::NamedClasses(const Target& target) {
  if (target.classes() == 0)
    throw DataError("a ground metric measures distances between classes, and the target has none");
  for (std::uint32_t c = 0; c < target.classes(); ++c) {
    names_.push_back(target.raw()->class_names ? std::string(target.class_name(c)) : std::to_string(c));
    if (const auto [other, is_new] = index_.emplace(names_.back(), c); !is_new)
      throw DataError("classes " + std::to_string(other->second) + " and " + std::to_string(c) +
                      " are both called " + in_quotes(names_.back()) + "; give them names of their own");
  }
}

std::optional<std::uint32_t> NamedClasses::find(std::string_view name) const {
  const auto it = index_.find(name);
  return it == index_.end() ? std::nullopt : std::optional(it->second);
}

std::vector<std::uint64_t> rows_of(const NamedClasses& classes, const Cells& cells) {
  return places_of(
      classes, cells, cells.cols() == 0 ? 0 : cells.rows(), [&](std::uint64_t i) { return cells(i, 0); },
      [&](std::uint64_t i) { return cells.where(i, 0); }, "row");
}

std::vector<std::uint64_t> columns_of(const NamedClasses& classes, const Cells& cells) {
  return places_of(
      classes, cells, cells.rows() == 0 ? 0 : cells.cols(), [&](std::uint64_t j) { return cells(0, j); },
      [&](std::uint64_t j) { return cells.where(0, j); }, "column");
}

}  // namespace tamis::class_metrics
