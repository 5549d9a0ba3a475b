// A noise model says how labels go wrong: p(observed label | true class). Here a share of the labels was
// guessed, each class with the same probability, so that some guesses are right by chance.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <limits>

struct @Class@ final : tamis::NoiseModel {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    double guessed = 0.1;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. tamis/describe.hpp has all that can be said here.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "A share of the labels was guessed")
        .fits()
        .uses_weights()
        .corrupts()
        .option<&Options::guessed>("guessed", tamis::between(0, 1),
                                   "share of guessed labels, until it is fitted");
  }

  void prepare(const tamis::Dataset& data, const tamis::Runtime&) override {
    if (data.target().kind() != tamis::TargetKind::classes)
      throw tamis::DataError("guessed labels are class labels, and the target is not of that kind");
    labels_ = data.target().labels();
    classes_ = data.target().classes();
    guessed_ = options.guessed;
  }

  // What is fitted, as numbers to save and restore.
  std::size_t parameter_count() const override { return 1; }
  void parameters(std::span<double> out) const override { out[0] = guessed_; }
  void set_parameters(std::span<const double> values) override {
    if (values.size() != 1) throw tamis::ParamError("expected one parameter, the share of guessed labels");
    guessed_ = values[0];
  }

  // out(i, s) = p(label of sample i | its true class is s); ones where the label is unknown (-1).
  void likelihood(tamis::Matrix out) const override {
    for (std::uint32_t s = 0; s < classes_; ++s)
      for (std::size_t i = 0; i < labels_.size(); ++i) {
        const bool right = labels_[i] == static_cast<std::int32_t>(s);
        out(i, s) = labels_[i] < 0 ? 1.0 : guessed_ / classes_ + (right ? 1 - guessed_ : 0.0);
      }
  }

  // A fit starts here and goes on with update(), where memberships(i, s) = p(true class of sample i is s), times the weight of
  // the sample if the data have weights: so masses are added up, and no row is counted as 1.
  void start(std::uint64_t seed) override { guessed_ = tamis::Rng(seed).uniform(); }
  void update(tamis::ConstMatrix memberships) override {
    double known = 0, wrong = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if (labels_[i] < 0) continue;
      for (std::uint32_t s = 0; s < classes_; ++s) {
        known += memberships(i, s);
        if (labels_[i] != static_cast<std::int32_t>(s)) wrong += memberships(i, s);
      }
    }
    // of l guesses one is right by chance
    guessed_ =
        known > 0 && classes_ > 1 ? std::clamp(wrong / known * classes_ / (classes_ - 1), 0.0, 1.0) : 0.0;
  }

  // For experiments: makes right labels wrong. Each sample has a stream of random numbers of its own.
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, tamis::Matrix expert,
               std::uint64_t seed) const override {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      tamis::Rng rng(tamis::Rng::combine(tamis::Rng::mix(seed + 1), i));
      if (labels[i] >= 0 && rng.uniform() < guessed_)
        labels[i] = static_cast<std::int32_t>(rng.below(classes));
      for (std::uint32_t s = 0; expert.data && s < classes; ++s)  // an expert who is sure of what he sees
        expert(i, s) = labels[i] < 0 ? std::numeric_limits<double>::quiet_NaN()
                                     : labels[i] == static_cast<std::int32_t>(s);
    }
  }

 private:
  std::span<const std::int32_t> labels_;
  std::uint32_t classes_ = 0;
  double guessed_ = 0;
};

TAMIS_PLUGIN(@Class@)
