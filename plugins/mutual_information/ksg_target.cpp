#include "ksg_target.hpp"

#include <numeric>

namespace tamis::mutual_information {
namespace {

void take_classes(const Target& target, KsgTarget& out, const Runtime& runtime) {
  std::vector<std::size_t> count(target.classes());
  for (std::int32_t y : target.labels())
    if (y >= 0) ++count[static_cast<std::size_t>(y)];
  std::vector<std::uint32_t> code(count.size());
  out.start.push_back(0);
  for (std::size_t c = 0; c < count.size(); ++c)
    if (count[c] > 1) {
      code[c] = static_cast<std::uint32_t>(out.start.size() - 1);
      out.start.push_back(out.start.back() + count[c]);
    }
  for (std::size_t i = 0; i < target.samples(); ++i) {
    if (!target.known(i)) continue;
    const auto y = static_cast<std::size_t>(target.labels()[i]);
    if (count[y] < 2) continue;
    out.samples.push_back(static_cast<numerics::Sample>(i));
    out.label.push_back(code[y]);
  }
  if (out.samples.empty())
    throw DataError(
        "no class has two samples, but ksg_mi looks for neighbours inside a class; merge classes or give "
        "more samples");
  if (const auto alone = std::ranges::count(count, std::size_t{1}); alone > 0)
    runtime.warn("left out, being alone in their class, where ksg_mi looks for neighbours: samples of " +
                 std::to_string(alone) + (alone == 1 ? " class" : " classes"));
  if (out.classes() == 1) runtime.warn("there is one class only: every subset has ksg_mi 0");
}

void take_outputs(const Target& target, KsgTarget& out, const Runtime& runtime) {
  out.samples = target.known_samples();
  if (out.samples.size() < 2)
    throw DataError("ksg_mi needs the target of two samples or more, but knows " +
                    std::to_string(out.samples.size()) + "; give more samples");
  out.output = ksg_output(target, out.samples);
  out.outputs = LineSearch(out.output.sorted.value);
  if (out.output.distinct == 1) runtime.warn("all outputs are equal: every subset has ksg_mi 0");
}

}  // namespace

KsgTarget::KsgTarget(const Target& target, std::size_t neighbours, const Runtime& runtime) : k(neighbours) {
  if (target.kind() == TargetKind::classes)
    take_classes(target, *this, runtime);
  else if (target.kind() == TargetKind::real)
    take_outputs(target, *this, runtime);
  else
    throw DataError("ksg_mi needs a target of class labels or real values");
  psi = DigammaTable(size());
}

std::uint32_t KsgTarget::count_near(std::uint32_t i, double limit) const {
  return has_classes() ? static_cast<std::uint32_t>(class_size(label[i]))
                       : outputs.count_within(output.value[i], limit);
}

double KsgTarget::information(std::span<const BallCounts> inside) const {
  MeanInformation mean(size());
  for (const BallCounts& ball : inside) mean.add(ball);
  return mean.value(psi);
}

std::vector<std::uint32_t> samples_by_class(const KsgTarget& target) {
  std::vector<std::uint32_t> samples(target.size());
  std::iota(samples.begin(), samples.end(), std::uint32_t{0});
  return target.has_classes() ? places_by_class(target, samples) : samples;
}

std::vector<std::uint32_t> places_by_class(const KsgTarget& target, std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> places(order.size());
  std::vector<std::size_t> next = target.start;
  for (std::size_t p = 0; p < order.size(); ++p)
    places[next[target.label[order[p]]]++] = static_cast<std::uint32_t>(p);
  return places;
}

}  // namespace tamis::mutual_information
