/// \file stand_ins.hpp
/// One component of each interface that an option may name, which does nothing: a component is tried alone,
/// without the plugins that its parts come from.
#pragma once

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/sdk.hpp>

#include <algorithm>
#include <string>

namespace tamis::framework {

struct StandInNoiseModel final : NoiseModel {
  static constexpr auto describe() { return tamis::describe<StandInNoiseModel>("stand_in.noise_model", ""); }
  void prepare(const Dataset&, const Runtime&) override {}
  std::size_t parameter_count() const override { return 0; }
  void parameters(std::span<double>) const override {}
  void set_parameters(std::span<const double>) override {}
  void likelihood(Matrix out) const override {
    for (std::size_t j = 0; j < out.cols; ++j) std::fill_n(out.data + j * out.stride, out.rows, 1.0);
  }
};

struct StandInPointMetric final : PointMetric {
  static constexpr auto describe() {
    return tamis::describe<StandInPointMetric>("stand_in.point_metric", "");
  }
  void distances(ConstMatrix, ConstMatrix, Matrix out) const override {
    for (std::size_t j = 0; j < out.cols; ++j) std::fill_n(out.data + j * out.stride, out.rows, 0.0);
  }
};

struct StandInClassMetric final : ClassMetric {
  static constexpr auto describe() {
    return tamis::describe<StandInClassMetric>("stand_in.class_metric", "");
  }
  void prepare(const Dataset&, const Runtime&) override {}
  void distances(Matrix out) const override {
    for (std::size_t j = 0; j < out.cols; ++j) std::fill_n(out.data + j * out.stride, out.rows, 0.0);
  }
};

struct StandInDistributionMetric final : DistributionMetric {
  static constexpr auto describe() {
    return tamis::describe<StandInDistributionMetric>("stand_in.distribution_metric", "");
  }
  void prepare(const Dataset&, const Runtime&) override {}
  void distances(const Distributions&, const Distributions&, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
  }
};

inline void add_stand_ins(Registry& registry) {
  registry.add<StandInNoiseModel>();
  registry.add<StandInPointMetric>();
  registry.add<StandInClassMetric>();
  registry.add<StandInDistributionMetric>();
}

/// "point_metric/1" -> "stand_in.point_metric".
inline std::string stand_in_for(std::string_view interface_id) {
  return "stand_in." + std::string(interface_id.substr(0, interface_id.find('/')));
}

}  // namespace tamis::framework
