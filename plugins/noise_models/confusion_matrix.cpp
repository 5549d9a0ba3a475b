#include "confusion_matrix.hpp"

namespace tamis::noise_models {

std::vector<double> ConfusionMatrix::given() const {
  if (options.matrix.empty())
    return TransitionMatrix::of_flip_rates(std::vector<double>(classes(), options.rate)).values();
  return {options.matrix.begin(), options.matrix.end()};
}

void ConfusionMatrix::start(std::uint64_t seed) {
  const std::size_t l = classes();
  std::vector<double> t(l * l);
  for (std::size_t s = 0; s < l; ++s) {
    double* const row = t.data() + s * l;
    Rng rng(Rng::combine(Rng::mix(seed + 1), s));
    const double rate = l == 1 ? 0.0 : 0.5 * rng.uniform();
    double shares = 0;
    for (std::size_t y = 0; y < l; ++y)
      if (y != s) shares += row[y] = 1.0 - rng.uniform();  // none is 0: an EM could not leave it
    for (std::size_t y = 0; y < l; ++y) row[y] = y == s ? 1.0 - rate : rate * row[y] / shares;
  }
  become(std::move(t));
}

void ConfusionMatrix::update(ConstMatrix memberships) {
  check_memberships(memberships);
  const auto gamma = map(memberships);
  RowMatrix t = RowMatrix::Zero(classes(), classes());
  for (Eigen::Index i = 0; i < gamma.rows(); ++i)
    if (const std::int32_t y = labels()[static_cast<std::size_t>(i)]; y >= 0)
      t.col(y) += gamma.row(i).transpose();
  if (const double all = t.sum(); options.prior > 0 && all > 0 && t.rows() > 1) {
    const double e = 1 - t.trace() / all;
    t.array() += options.prior * e / static_cast<double>(t.rows() - 1);
    t.diagonal().array() += options.prior * (1 - e - e / static_cast<double>(t.rows() - 1));
  }
  for (Eigen::Index s = 0; s < t.rows(); ++s) {
    const double mass = t.row(s).sum();
    if (mass > 0)
      t.row(s) /= mass;
    else
      t.row(s) = RowMatrix::Identity(t.rows(), t.cols()).row(s);
  }
  become({t.data(), t.data() + t.size()});
}

}  // namespace tamis::noise_models
