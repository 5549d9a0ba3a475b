#include <tamis/framework/data/reordered.hpp>

namespace tamis::framework {
namespace {

template <class T>
std::vector<T> values(const std::vector<T>& given, std::span<const std::uint64_t> from) {
  std::vector<T> out;
  if (given.empty()) return out;
  out.reserve(from.size());
  for (const std::uint64_t i : from) out.push_back(given[i]);
  return out;
}

/// Lists per sample: those of sample i stand at start[i] .. start[i + 1].
std::vector<std::uint64_t> starts(const std::vector<std::uint64_t>& start,
                                  std::span<const std::uint64_t> from) {
  std::vector<std::uint64_t> out;
  if (start.empty()) return out;
  out.push_back(0);
  for (const std::uint64_t i : from) out.push_back(out.back() + start[i + 1] - start[i]);
  return out;
}
template <class T>
std::vector<T> entries(const std::vector<T>& given, const std::vector<std::uint64_t>& start,
                       std::span<const std::uint64_t> from) {
  std::vector<T> out;
  if (start.empty()) return out;
  out.reserve(given.size());
  for (const std::uint64_t i : from)
    for (std::uint64_t e = start[i]; e < start[i + 1]; ++e) out.push_back(given[e]);
  return out;
}

}  // namespace

TargetColumn reordered(const TargetColumn& t, std::span<const std::uint64_t> from) {
  TargetColumn out;
  out.kind = t.kind;
  out.name = t.name;
  out.class_names = t.class_names;
  out.annotator_names = t.annotator_names;
  out.labels = values(t.labels, from);
  out.real = values(t.real, from);
  out.certainty = values(t.certainty, from);
  const std::size_t n = from.size();
  out.soft.reserve(t.soft.size());
  for (std::size_t column = 0; column < t.soft.size(); column += n)
    for (const std::uint64_t i : from) out.soft.push_back(t.soft[column + i]);
  out.set_start = starts(t.set_start, from);
  out.set_labels = entries(t.set_labels, t.set_start, from);
  out.vote_start = starts(t.vote_start, from);
  out.vote_annotators = entries(t.vote_annotators, t.vote_start, from);
  out.vote_labels = entries(t.vote_labels, t.vote_start, from);
  return out;
}

}  // namespace tamis::framework
