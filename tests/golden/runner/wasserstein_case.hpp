/// \file wasserstein_case.hpp
/// A case of the Wasserstein blanket: its tables, components composed from the registry, and comparisons at
/// its tolerance.
#pragma once

#include "checked_case.hpp"

#include <tamis/criterion.hpp>
#include <tamis/framework/data/loaded_data.hpp>

namespace tamis::golden {

using Rows = std::vector<std::vector<double>>;

class WassersteinCase : public CheckedCase {
 public:
  using CheckedCase::CheckedCase;

  bool has(const std::string& file) const { return given().json.at("files").contains(file); }
  std::string path(const std::string& file) const;
  /// A table of numbers without a header.
  Rows rows(const std::string& file) const;
  /// labels.txt, or "0", "1", ... for `classes` of them.
  std::vector<std::string> class_names(std::size_t classes) const;
  /// X by columns.
  Rows features() const;
  /// X as codes, with class labels (target.csv).
  framework::LoadedData coded() const;
  /// X as codes, with another target.
  framework::LoadedData coded(framework::TargetColumn target) const;
  /// `classes` classes without anything else: for metrics that are prepared on names alone.
  framework::LoadedData names_only(std::size_t classes) const;
};

/// Distances between p's and q's rows under a component given as TOML ("use = ..."), prepared on the classes'
/// names: a class for each column.
std::vector<double> distances(const WassersteinCase& c, const std::string& toml, const Rows& p,
                              const Rows& q);
/// A text in a file of its own, which goes with this object.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

/// Distances between distributions, and what they are made of.
void check_emd(WassersteinCase&);
void check_closed_forms(WassersteinCase&);
void check_sinkhorn(WassersteinCase&);
void check_tree_metric(WassersteinCase&);
/// Blankets, losses and eliminations.
void check_blankets(WassersteinCase&);
void check_losses(WassersteinCase&);
void check_elimination(WassersteinCase&);
/// Codes and weights of features; classes from neighbours.
void check_discretise(WassersteinCase&);
void check_knn(WassersteinCase&);

}  // namespace tamis::golden
