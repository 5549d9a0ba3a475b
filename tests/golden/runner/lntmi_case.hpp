/// \file lntmi_case.hpp
/// A case of the label-noise-tolerant family: its data, and comparisons at its tolerance.
#pragma once

#include "case.hpp"

#include <tamis/criterion.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/run/kernel_runtime.hpp>

#include <span>

namespace tamis::golden {

class LntMiCase {
 public:
  LntMiCase(const Case& c, const framework::KernelRuntime& kernel);

  const nlohmann::json& params() const { return case_.json.at("params"); }
  const nlohmann::json& expected() const { return case_.expected(); }
  std::string method() const { return case_.method(); }
  /// params.k, which is a number or a list.
  std::vector<std::size_t> neighbours() const;
  /// X as it is, with target.csv; -1 is unknown.
  framework::LoadedData load() const;
  /// memberships.csv, n x l, column-major.
  std::vector<double> memberships() const;
  const std::vector<Feature>& all() const { return all_; }
  Runtime runtime() const { return runtime_; }

  /// |seen - expected| <= tolerance max(1, |expected|).
  void compare(const std::string& what, double seen, const nlohmann::json& expected);
  void compare(const std::string& what, std::span<const double> seen, const nlohmann::json& expected);
  /// `expected` by rows.
  void compare_rows(const std::string& what, ConstMatrix seen, const nlohmann::json& expected);
  void same(const std::string& what, const nlohmann::json& seen, const nlohmann::json& expected);

  Verdict verdict;

 private:
  const Case& case_;
  Runtime runtime_;
  std::vector<Feature> all_;
};

/// Entropies, spheres, densities and fits.
void check_entropy(LntMiCase&);
void check_gomez_entropies(LntMiCase&);
void check_spheres(LntMiCase&);
void check_information(LntMiCase&);
void check_em_step(LntMiCase&);
void check_em(LntMiCase&);
/// The criteria and searches, composed from the registry as any host would.
void check_gomez(LntMiCase&);
void check_ross(LntMiCase&);
void check_backward(LntMiCase&);
void check_forward(LntMiCase&);

}  // namespace tamis::golden
