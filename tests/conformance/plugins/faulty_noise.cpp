// A noise model that is right until the option `fault` names what it is to do wrong.
#include "scratch.hpp"

#include <tamis/sdk.hpp>

#include <algorithm>
#include <atomic>

namespace {

using namespace tamis;

/// One rate of wrong labels for all.
struct FaultyNoise final : NoiseModel {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyNoise>("test.faulty_noise", "One flip rate, wrong on demand")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  bool wrong(std::string_view how) const { return options.fault == how; }

  void prepare(const Dataset& data, const Runtime&) override {
    labels_ = data.target().labels();
    classes_ = data.target().classes();
    if (wrong("peeks") && data.has_clean_target()) rate_ = 0.1;
  }
  std::size_t parameter_count() const override { return 1; }
  void parameters(std::span<double> out) const override { out[0] = rate_; }
  void set_parameters(std::span<const double> values) override {
    if (!wrong("forgets")) rate_ = values[0];
  }
  void likelihood(Matrix out) const override {
    const double others = static_cast<double>(classes_ - 1);
    if (wrong("stale") && cached_ < 0) cached_ = rate_;
    const double rate = wrong("stale") ? cached_ : rate_;
    for (std::uint64_t s = 0; s < out.cols; ++s)
      for (std::uint64_t i = 0; i < out.rows; ++i) {
        const bool right = labels_[i] == static_cast<std::int32_t>(s);
        out(i, s) =
            right ? 1 - rate : rate / (wrong("sum") || (wrong("many_classes") && classes_ > 4) ? 1 : others);
        if (wrong("range")) out(i, s) += right ? 2 : -2;
        if (labels_[i] < 0) out(i, s) = wrong("unknown") ? 0.5 : 1;
      }
    if (wrong("scratch") && !alone_with(scratch_)) out(0, 0) = 0;
  }
  void start(std::uint64_t seed) override {
    rate_ = 0.5 * Rng(wrong("start")          ? ++calls
                      : wrong("start_narrow") ? seed % 0x1'0000'0000
                                              : seed)
                      .uniform();
    if (wrong("start_stays")) rate_ = 0.2;
  }
  void update(ConstMatrix memberships) override {
    double expected = 0, known = 0;
    for (std::uint64_t i = 0; i < memberships.rows; ++i)
      for (std::uint64_t s = 0; s < memberships.cols && labels_[i] >= 0; ++s) {
        known += memberships(i, s);
        if (labels_[i] != static_cast<std::int32_t>(s)) expected += memberships(i, s);
      }
    rate_ = wrong("fit")
                ? 0.5
                : expected / (wrong("counts_rows")
                                  ? static_cast<double>(labels_.size() - std::ranges::count(labels_, -1))
                                  : known);
    if (wrong("history")) rate_ *= 1 + 1e-3 * updates_++;
    if (wrong("floor")) rate_ = std::max(rate_, 0.1);
  }
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] >= 0) labels[i] = drawn(labels[i], classes, stream_of(i, seed));
      if (wrong("invents") && labels[i] < 0) labels[i] = 0;
      if (wrong("beyond") && labels[i] >= 0) labels[i] = static_cast<std::int32_t>(classes);
      for (std::uint32_t c = 0; c < classes && expert.data; ++c)
        expert(i, c) = (wrong("expert") ? 2.0 : 1.0) / classes;
    }
  }

 private:
  Rng stream_of(std::size_t sample, std::uint64_t seed) const {
    if (wrong("drawn")) return Rng(++calls);
    if (wrong("one_stream")) return Rng(seed);
    if (wrong("in_pairs")) return Rng(Rng::combine(Rng::mix(seed + 1), sample / 2));
    if (wrong("parity")) return Rng(Rng::combine(Rng::mix(seed % 2), sample));
    if (wrong("call")) return Rng(Rng::combine(Rng::mix(seed + own_calls_++), sample));
    return Rng(Rng::combine(Rng::mix(wrong("same_seed") ? 1 : seed + 1), sample));
  }
  /// Another class with probability rate_.
  std::int32_t drawn(std::int32_t label, std::uint32_t classes, Rng rng) const {
    const double rate = wrong("never") ? 0 : wrong("squared") ? rate_ * rate_ : rate_;
    if (rng.uniform() >= rate) return label;
    return static_cast<std::int32_t>((static_cast<std::uint32_t>(label) + 1 + rng.below(classes - 1)) %
                                     classes);
  }

  static inline std::uint64_t calls = 0;
  mutable std::atomic<const void*> scratch_ = nullptr;
  std::span<const std::int32_t> labels_;
  std::uint32_t classes_ = 0;
  double rate_ = 0.2;
  mutable double cached_ = -1;
  mutable std::uint64_t own_calls_ = 0;
  int updates_ = 0;
};

}  // namespace

TAMIS_PLUGIN(FaultyNoise)
