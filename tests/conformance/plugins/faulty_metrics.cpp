// Distances that are right until the option `fault` names what they are to do wrong.
#include "scratch.hpp"

#include <tamis/sdk.hpp>

#include <array>
#include <atomic>
#include <limits>
#include <map>
#include <utility>

namespace {

using namespace tamis;

struct FaultyPoints final : PointMetric {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyPoints>("test.faulty_points", "The sum of differences, wrong on demand")
        .metric()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  Geometry geometry() const override {
    if (options.fault == "geometry_changes" && asked_++ > 0) return Geometry::general;
    return options.fault == "geometry" ? Geometry::l2 : Geometry::l1;
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) out(j, i) = distance(from.column(i), to.column(j), to.cols);
    if (options.fault == "stride") std::fill_n(out.data, out.rows * out.cols, 1.0);
    if (options.fault == "scratch" && !alone_with(scratch_)) out(0, 0) += 1;
    if (options.fault == "learns") {
      if (scale_ == 0) scale_ = 1 / (1 + std::abs(from(0, 0)));
      for (std::uint64_t i = 0; i < out.cols; ++i)
        for (double& d : out.column(i)) d *= scale_;
    }
  }

 private:
  double distance(Column x, Column y, std::uint64_t block) const {
    double sum = 0;
    for (std::size_t f = 0; f < x.size(); ++f) sum += std::abs(x[f] - y[f]);
    if (options.fault == "reads_behind") sum += 0 * *const_cast<const volatile double*>(x.data() + x.size());
    if (options.fault == "negative") return -sum;
    if (options.fault == "itself") return sum + 1;
    if (options.fault == "asymmetric" && x[0] < y[0]) return 2 * sum;
    if (options.fault == "triangle") return sum * sum;
    if (options.fault == "block") return sum * static_cast<double>(block);
    if (options.fault == "one_feature" && x.size() == 1) return std::nan("");
    if (options.fault == "infinite" && sum > 500) return std::numeric_limits<double>::infinity();
    if (options.fault == "address") return known_.try_emplace({x.data(), y.data()}, sum).first->second;
    if (options.fault == "order" && !x.empty()) return sum + std::abs(x[0] - y[0]);
    if (options.fault == "wide" && block > 64) return sum * 2;
    return sum;
  }
  mutable double scale_ = 0;
  mutable int asked_ = 0;
  mutable std::map<std::pair<const double*, const double*>, double> known_;
  mutable std::atomic<const void*> scratch_ = nullptr;
};

/// Classes on a line, by the length of their names.
struct FaultyClasses final : ClassMetric {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyClasses>("test.faulty_classes", "Classes on a line, wrong on demand")
        .metric()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  void prepare(const Dataset& data, const Runtime&) override {
    place_.clear();
    for (std::uint32_t c = 0; c < data.target().classes(); ++c)
      place_.push_back(
          options.fault == "class_number" ? c * c : static_cast<double>(data.target().class_name(c).size()));
    if (options.fault == "sample_order") place_[0] += data.column(0)[0];
    tree_places_.assign(place_.size(), 0);
  }
  void distances(Matrix out) const override {
    for (std::uint64_t a = 0; a < out.rows; ++a)
      for (std::uint64_t b = 0; b < out.cols; ++b) {
        const double d = std::abs(place_[a] - place_[b]);
        out(a, b) = options.fault == "asymmetric" && a < b ? 2 * d + 1
                    : options.fault == "itself"            ? d + 1
                    : options.fault == "triangle"          ? d * d
                                                           : d;
      }
    if (options.fault == "scratch" && !alone_with(scratch_)) out(0, 1) += 1;
  }
  ClassShape shape() const override {
    if (options.fault == "shape") return {Shape::zero_one, {}, {}, {}, {}};
    if (options.fault == "tree") return {Shape::tree, {}, kParent, kLength, tree_places_};
    if (options.fault == "no_line" || options.fault == "triangle" || options.fault == "asymmetric") return {};
    return {Shape::line, place_, {}, {}, {}};
  }

 private:
  static constexpr std::array<std::uint32_t, 2> kParent{0, 1};  // node 1 hangs from itself
  static constexpr std::array<double, 2> kLength{0, 1};
  std::vector<double> place_;
  std::vector<std::uint32_t> tree_places_;
  mutable std::atomic<const void*> scratch_ = nullptr;
};

/// Half the sum of |p - q|.
struct FaultyDistributions final : DistributionMetric {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyDistributions>("test.faulty_distributions",
                                                "Total variation, wrong on demand")
        .metric()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  void prepare(const Dataset& data, const Runtime&) override { classes_ = data.target().classes(); }
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
    for (std::size_t b = 0; b < p.batch(); ++b) {
      const std::vector<double> x = masses(p, b), y = masses(q, b);
      double sum = 0;
      for (std::size_t c = 0; c < classes_; ++c) sum += std::abs(x[c] - y[c]) / 2;
      if (options.fault == "itself") sum += 0.5;
      if (options.fault == "asymmetric" && x[0] < y[0]) sum *= 2;
      if (options.fault == "triangle" || options.fault == "difference") sum *= sum;
      if (options.fault == "counts" && !p.counts.empty()) sum *= 2;
      if (options.fault == "learns") sum *= first_ == 0 ? first_ = 1 + x[0] : first_;
      out[b] = sum;
    }
    if (options.fault == "scratch" && !alone_with(scratch_)) out[0] += 1;
  }
  bool difference_only() const override { return true; }

 private:
  std::vector<double> masses(const Distributions& d, std::size_t b) const {
    std::vector<double> all(classes_);
    for (std::uint64_t e = d.start[b]; e < d.start[b + 1]; ++e)
      all[d.classes[e]] = d.counts.empty()
                              ? d.masses[e]
                              : static_cast<double>(d.counts[e]) / static_cast<double>(d.totals[b]);
    return all;
  }
  std::uint32_t classes_ = 0;
  mutable std::atomic<const void*> scratch_ = nullptr;
  mutable double first_ = 0;
};

}  // namespace

TAMIS_PLUGIN(FaultyPoints, FaultyClasses, FaultyDistributions)
