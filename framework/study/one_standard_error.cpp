#include <tamis/framework/study/one_standard_error.hpp>

namespace tamis::framework {

std::optional<std::size_t> one_standard_error_size(const Evaluation& e) {
  const auto counts = [&](const LossAtSize& at) { return e.splits > 1 && at.losses.size() == e.splits; };
  const LossAtSize* least = nullptr;
  for (const LossAtSize& at : e.curve)
    if (counts(at) && (!least || at.mean() < least->mean())) least = &at;
  if (!least) return std::nullopt;
  const double bound = least->mean() + least->standard_error();
  for (const LossAtSize& at : e.curve)  // by size
    if (counts(at) && at.mean() <= bound) return at.features;
  return std::nullopt;
}

}  // namespace tamis::framework
