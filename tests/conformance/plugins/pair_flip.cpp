// A right noise model whose wrong labels are not spread evenly: each class is taken for the next one,
// and the last for the first, with one rate (Han et al. Co-teaching. NeurIPS 2018, arXiv 1804.06872,
// figure 1: pair flipping).
#include <tamis/sdk.hpp>

namespace {

using namespace tamis;

struct PairFlip final : NoiseModel {
  struct Options {
    double rate = 0.1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<PairFlip>("test.pair_flip", "Each class is taken for the next one")
        .fits()
        .corrupts()
        .option<&Options::rate>("rate", between(0, 1), "share of wrong labels, until it is fitted");
  }

  void prepare(const Dataset& data, const Runtime&) override {
    labels_ = data.target().labels();
    classes_ = data.target().classes();
    rate_ = options.rate;
  }
  std::size_t parameter_count() const override { return 1; }
  void parameters(std::span<double> out) const override { out[0] = rate_; }
  void set_parameters(std::span<const double> values) override { rate_ = values[0]; }
  void likelihood(Matrix out) const override {
    for (std::uint64_t s = 0; s < out.cols; ++s)
      for (std::uint64_t i = 0; i < out.rows; ++i)
        out(i, s) = labels_[i] < 0                      ? 1.0
                    : labels_[i] == static_cast<int>(s) ? 1 - rate_
                    : labels_[i] == next(s, classes_)   ? rate_
                                                        : 0.0;
  }
  void start(std::uint64_t seed) override { rate_ = 0.5 * Rng(seed).uniform(); }
  void update(ConstMatrix memberships) override {
    double known = 0, wrong = 0;
    for (std::uint64_t i = 0; i < memberships.rows; ++i) {
      if (labels_[i] < 0) continue;
      known += 1;
      wrong += 1 - memberships(i, static_cast<std::uint64_t>(labels_[i]));
    }
    rate_ = known > 0 ? wrong / known : 0;
  }
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      Rng rng(Rng::combine(Rng::mix(seed + 1), i));
      if (labels[i] >= 0 && rng.uniform() < rate_)
        labels[i] = next(static_cast<std::uint64_t>(labels[i]), classes);
      for (std::uint32_t s = 0; expert.data && s < classes; ++s)
        expert(i, s) = labels[i] < 0 ? std::nan("") : labels[i] == static_cast<int>(s);
    }
  }

 private:
  static std::int32_t next(std::uint64_t s, std::uint32_t classes) {
    return static_cast<std::int32_t>((s + 1) % classes);
  }
  std::span<const std::int32_t> labels_;
  std::uint32_t classes_ = 0;
  double rate_ = 0;
};

}  // namespace

TAMIS_PLUGIN(PairFlip)
