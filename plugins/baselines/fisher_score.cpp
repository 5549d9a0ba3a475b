#include "fisher_score.hpp"

#include "test_laws.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::baselines {

void FisherScore::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  memberships_ = numerics::Memberships(data.target(), numerics::Unknown::drop, data.weights());
}

void FisherScore::p_values(std::span<const Feature> features, std::span<double> p) const {
  if (data().target().kind() != TargetKind::classes || !data().groups().empty() || memberships_.weighted())
    return;
  runtime().parallel_for(
      features.size(),
      [&](std::uint64_t i) {
        const Score f = score_feature(features[i]);
        if (f.is_undefined()) return;
        const std::span<const std::uint8_t> missing = data().missing(features[i]);
        const std::vector<double> mass =
            missing.empty() ? memberships_.mass()
                            : of_known(missing)->mass();  // there are some, as there is a score
        const auto classes = static_cast<double>(std::ranges::count_if(mass, [](double m) { return m > 0; }));
        const double between = classes - 1, within = std::accumulate(mass.begin(), mass.end(), 0.0) - classes;
        if (between >= 1 && within >= 1) p[i] = above_f(f.value * within / between, between, within);
      },
      8);
}

Score FisherScore::score(Column f, const numerics::Memberships& memberships) {
  const numerics::ClassMoments moments = memberships.class_moments(f);
  if (moments.constant) return undefined("constant");
  if (memberships.single_class()) return undefined("single_class");
  double between = 0, within = 0;  // n_c var_c is the scatter of class c
  for (std::size_t c = 0; c < memberships.classes(); ++c) {
    const double off = moments.mean[c] - moments.grand_mean;
    between += memberships.mass()[c] * (off * off);
    within += moments.scatter[c];
  }
  if (within == 0) return {std::numeric_limits<double>::infinity(), "constant in each class"};
  return between / within;
}

}  // namespace tamis::baselines
