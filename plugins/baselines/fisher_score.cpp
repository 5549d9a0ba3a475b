#include "fisher_score.hpp"

namespace tamis::baselines {

void FisherScore::prepare(const Dataset& data, const Runtime& runtime) {
  UnivariateCriterion::prepare(data, runtime);
  memberships_ = numerics::Memberships(data.target(), numerics::Unknown::drop);
  single_class_ = memberships_.single_class();
}

Score FisherScore::score_column(Column f, const Target&) const {
  const numerics::ClassMoments moments = memberships_.class_moments(f);
  if (moments.constant) return undefined("constant");
  if (single_class_) return undefined("single_class");
  double between = 0, within = 0;  // n_c var_c is the scatter of class c
  for (std::size_t c = 0; c < memberships_.classes(); ++c) {
    const double off = moments.mean[c] - moments.grand_mean;
    between += memberships_.mass()[c] * (off * off);
    within += moments.scatter[c];
  }
  if (within == 0) return {std::numeric_limits<double>::infinity(), "constant in each class"};
  return between / within;
}

}  // namespace tamis::baselines
