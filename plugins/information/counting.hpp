/// \file counting.hpp
/// What the criteria of this folder count: which samples, in which classes, and how labels that may be wrong are corrected.
#pragma once

#include <tamis/numerics/contingency.hpp>
#include <tamis/sdk.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace tamis::information {

using numerics::CellTable;
using numerics::CodeColumn;
using numerics::CountedLabels;

/// The samples in whose counts a feature is compared with others, where no label is needed.
enum class RedundancyRows : int { labelled, all };

/// The options that all criteria of this folder have.
struct CountingOptions {
  numerics::UnknownLabels unknown = numerics::UnknownLabels::drop;
  std::string_view positive = "";
  double prior = 0;
  RedundancyRows redundancy_rows = RedundancyRows::labelled;
  Ref<NoiseModel> noise = nullptr;
  numerics::Correction correction = numerics::Correction::em;
  int rounds = 10;
  numerics::CorrectionStart start = numerics::CorrectionStart::prior;
};

/// Adds them to a description, and what all of these criteria have in common.
template <class T>
constexpr Description<T> with_counting(Description<T> d) {
  using O = CountingOptions;
  return d.better(Better::higher)
      .targets(Targets::classes | Targets::soft)
      .uses_unknown()
      .uses_weights()
      .discrete()
      .tolerance(1e-12)
      .template option<&O::unknown>(
          "unknown", one_of("drop", "uniform", "surrogate"),
          "samples of unknown label are left out, count for each class alike, or are taken for one of "
          "two classes (Sechidis, Brown 2018)")
      .template option<&O::positive>("positive", "of surrogate: the positive class; none: the second one")
      .template option<&O::prior>(
          "prior", between(0, 1),
          "of surrogate: the share of the positive class; 0: that of the known labels")
      .template option<&O::redundancy_rows>("redundancy_rows", one_of("labelled", "all"),
                                            "samples by which features are compared with each other")
      .template option<&O::noise>(
          "noise", PartTraits{.given = true},
          "how labels go wrong, as p(observed | true class); counts are corrected for it")
      .template option<&O::correction>(
          "correction", one_of("em", "ml", "inverse"),
          "em: some rounds, which multiply chance less; ml: most likely counts; inverse: by the "
          "inverse matrix, negative counts set to 0")
      .template option<&O::rounds>("rounds", between(1, 100000), "of em")
      .template option<&O::start>("start", one_of("prior", "uniform"),
                                  "of em: the shares of the true classes in all samples, or equal ones");
}

/// What codes of categorical columns say that are selected as one: which value it is; or, for rules that read an order of codes,
/// whether it is the value of this feature (1) or not (0).
enum class CategoryCodes : int { of_column, of_value };

/// Codes of some samples, all features.
class CodeTable {
 public:
  CodeTable() = default;
  /// O(n d) if some samples are left out or codes are changed, else O(1).
  CodeTable(const Dataset& data, std::span<const numerics::Sample> samples, const Runtime& runtime,
            CategoryCodes categories = CategoryCodes::of_column);
  CodeColumn column(Feature j) const;
  /// Whether one code only occurs.
  bool is_constant(Feature j) const;
  /// Makes the planes of all features that have few codes, at most as large as the codes. O(n d).
  void make_planes(const Runtime& runtime);

 private:
  Dataset data_;
  std::size_t samples_ = 0;
  std::uint32_t levels(Feature j) const { return levels_.empty() ? data_.levels(j) : levels_[j]; }

  std::vector<std::uint8_t> codes_;    // column by column; empty: those of the data
  std::vector<std::uint32_t> levels_;  // likewise
  std::vector<std::uint64_t> planes_;
  std::vector<std::size_t> first_plane_;  // of each feature among them, and their end; empty: none were made
};

/// c log c, by a table where all c are whole numbers.
class PlogP {
 public:
  PlogP() = default;
  explicit PlogP(const CountedLabels& labels);
  /// \param c  a count of these labels, or a sum of such.
  double operator()(double c) const {
    return table_.empty() ? plain(c) : table_[static_cast<std::size_t>(c)];
  }
  static double plain(double c);

 private:
  std::vector<double> table_;
};

/// All that is counted, prepared for one dataset.
class Counting {
 public:
  Counting() = default;
  /// \throws DataError   no label is known; the noise model looks at the features.
  /// \throws ParamError  options that do not go with the classes.
  Counting(const Dataset& data, const Runtime& runtime, const CountingOptions& options,
           CategoryCodes categories = CategoryCodes::of_column);

  const CountedLabels& labels() const { return labels_; }
  const CodeTable& codes() const { return codes_; }
  const numerics::FlipCorrection& correction() const { return correction_; }
  /// c log c of counts with classes; of corrected ones by the logarithm.
  double plogp(double c) const { return correction_.is_identity() ? plogp_(c) : PlogP::plain(c); }

  /// The samples by which features are compared, without classes.
  const CountedLabels& plain() const { return plain_; }
  const CodeTable& plain_codes() const { return all_rows_ ? all_codes_ : codes_; }
  /// Makes the planes of codes that are counted in whole numbers, for criteria that compare features with many others.
  void make_planes(const Runtime& runtime);
  double plain_plogp(double c) const { return plain_plogp_(c); }

 private:
  CountedLabels labels_, plain_;
  CodeTable codes_, all_codes_;
  bool all_rows_ = false;
  numerics::FlipCorrection correction_;
  PlogP plogp_, plain_plogp_;
};

}  // namespace tamis::information
