/// \file lntmi_case.hpp
/// A case of the label-noise-tolerant family: its data, and comparisons at its tolerance.
#pragma once

#include "checked_case.hpp"

#include <tamis/criterion.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <nlohmann/json.hpp>

namespace tamis::golden {

class LntMiCase : public CheckedCase {
 public:
  LntMiCase(const Case& c, const framework::KernelRuntime& kernel, Verdict& verdict);

  /// params.k, which is a number or a list.
  std::vector<std::size_t> neighbours() const;
  /// X as it is, with target.csv; -1 is unknown.
  framework::LoadedData load() const;
  /// The labels before they were flipped.
  std::vector<std::int32_t> clean_labels() const {
    return use(given().json.at("y_clean")).get<std::vector<std::int32_t>>();
  }
  /// memberships.csv, n x l, column-major.
  std::vector<double> memberships() const;
  const std::vector<Feature>& all() const { return all_; }

  /// `expected` by rows.
  void compare_rows(const std::string& what, ConstMatrix seen, const nlohmann::json& expected);

 private:
  std::vector<Feature> all_;
};

/// What the cases say of conventions that are no options of ours.
void check_conventions(LntMiCase&);
/// Entropies, spheres, densities and fits.
void check_entropy(LntMiCase&);
void check_gomez_entropies(LntMiCase&);
void check_spheres(LntMiCase&);
void check_information(LntMiCase&);
void check_em_step(LntMiCase&);
void check_em(LntMiCase&);
/// The criteria and searches, composed from the registry as any host would.
void check_gomez(LntMiCase&);
void check_gomez_beside(LntMiCase&);
void check_ross(LntMiCase&);
void check_backward(LntMiCase&);
void check_forward(LntMiCase&);

}  // namespace tamis::golden
