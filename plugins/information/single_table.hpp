/// \file single_table.hpp
/// Criteria of the table of one feature's codes and the classes.
#pragma once

#include "rules.hpp"
#include "table_sums.hpp"

#include <string_view>

namespace tamis::information {

/// What such a criterion is given: N(x, s), corrected if a noise model is named.
struct SingleTable {
  const CellTable& table;
  const TableSums& sums;
  const TableSummer& margins;
  double entropy;  ///< H(x), of the plain counts, for rules that read it
};

/// I(x; y) / H(x).
struct GainRatio : PlainRule {
  static constexpr std::string_view kId = "gain_ratio";
  static constexpr std::string_view kSummary = "Information gain over the entropy of the feature";
  static constexpr std::string_view kSource =
      "Quinlan. Induction of decision trees. Machine Learning 1 (1986) 81-106";
  static Score score(const SingleTable& t, const NoOptions&) { return t.sums.of_x_and_class() / t.entropy; }
};

/// I(x; y), in nats.
struct InformationGain : PlainRule {
  static constexpr std::string_view kId = "information_gain";
  static constexpr std::string_view kSummary = "Mutual information of codes and classes, in nats";
  static constexpr std::string_view kSource =
      "Lewis. Feature selection and feature extraction for text categorization. HLT 1992";
  static Score score(const SingleTable& t, const NoOptions&) { return t.sums.of_x_and_class(); }
};

/// 2 I(x; y) / (H(x) + H(y)), between 0 and 1.
struct SymmetricalUncertainty : PlainRule {
  static constexpr std::string_view kId = "symmetrical_uncertainty";
  static constexpr std::string_view kSummary = "Information gain over the mean entropy of feature and class";
  static constexpr std::string_view kSource =
      "Press et al. Numerical Recipes in C. Cambridge 1988; Hall. PhD thesis, Waikato 1999";
  static Score score(const SingleTable& t, const NoOptions&) {
    return 2 * t.sums.of_x_and_class() / (t.entropy + t.sums.entropy(t.sums.s));
  }
};

/// Pearson's sum (N - E)^2 / E with E = N(x) N(s) / n.
struct PearsonChiSquared : PlainRule {
  static constexpr std::string_view kId = "pearson_chi_squared";
  static constexpr std::string_view kSummary =
      "Pearson's chi-squared statistic; it grows with the number of codes";
  static constexpr std::string_view kSource = "Pearson. Philosophical Magazine 50 (1900) 157-175";
  static Score score(const SingleTable& t, const NoOptions&);
};

/// sum_x sum_s p(x, s)^2 / p(x) - sum_s p(s)^2.
struct GiniGain : PlainRule {
  static constexpr std::string_view kId = "gini_gain";
  static constexpr std::string_view kSummary =
      "Fall of Gini's impurity of the class when the feature is known";
  static constexpr std::string_view kSource =
      "Breiman, Friedman, Olshen, Stone. Classification and Regression Trees. 1984";
  static Score score(const SingleTable& t, const NoOptions&);
};

/// A_ab = P(code of class a > code of class b) + P(equal) / 2; the larger of it and 1 - A_ab, averaged over the pairs of classes.
struct Auc : PlainRule {
  static constexpr std::string_view kId = "auc";
  static constexpr std::string_view kSummary =
      "Area under the ROC curve of ordered codes, mean over pairs of classes";
  static constexpr std::string_view kSource =
      "Hand, Till. A simple generalisation of the area under the ROC curve. Machine Learning 45 (2001) 171-186, DOI "
      "10.1023/A:1010920819831";
  static Score score(const SingleTable& t, const NoOptions&);
};

/// log |det(N / n)| of the l x l table of codes 0..l-1 and the l classes, before any correction: its order is the same for labels
/// that are wrong independently of the feature given the class. If a feature has more codes, neighbouring ones are merged into l groups
/// of about equal size.
struct DeterminantMi {
  struct Options {
    bool merge = true;
  };
  template <class T>
  static constexpr Description<T> add_options(Description<T> d) {
    return d.template option<&Options::merge>(
        "merge",
        "neighbouring codes are merged if there are more than classes; otherwise such a feature is undefined");
  }
  static constexpr std::string_view kId = "determinant_mi";
  static constexpr std::string_view kSummary =
      "Log determinant of the table of codes and classes; as many codes as classes";
  static constexpr std::string_view kSource =
      "Xu, Cao, Kong, Wang. L_DMI: a novel information-theoretic loss function for training deep nets robust to label noise. "
      "NeurIPS 2019, arXiv 1909.03388";
  static Score score(const SingleTable& t, const Options& options);
};

/// Whether a rule needs counts as they were observed.
template <class Rule>
inline constexpr bool kAsObserved = false;
template <>
inline constexpr bool kAsObserved<DeterminantMi> = true;

/// How a rule reads categorical columns.
template <class Rule>
inline constexpr CategoryCodes kCategories = CategoryCodes::of_column;
template <>
inline constexpr CategoryCodes kCategories<Auc> = CategoryCodes::of_value;
template <>
inline constexpr CategoryCodes kCategories<DeterminantMi> = CategoryCodes::of_value;

/// Whether a rule reads H(x).
template <class Rule>
inline constexpr bool kReadsEntropy = false;
template <>
inline constexpr bool kReadsEntropy<GainRatio> = true;
template <>
inline constexpr bool kReadsEntropy<SymmetricalUncertainty> = true;

/// The label errors under which features keep their order by a rule, if counts are not corrected: the scores of all features go
/// through one increasing function (Menon, van Rooyen, Ong, Williamson, ICML 2015, of auc; the others follow alike).
template <class Rule>
inline constexpr LabelFlips kOrderImmune = LabelFlips::none;
template <>
inline constexpr LabelFlips kOrderImmune<PearsonChiSquared> =
    LabelFlips::two_classes | LabelFlips::uniform_balanced;
template <>
inline constexpr LabelFlips kOrderImmune<GiniGain> = LabelFlips::two_classes | LabelFlips::uniform;
template <>
inline constexpr LabelFlips kOrderImmune<Auc> = LabelFlips::two_classes;
template <>
inline constexpr LabelFlips kOrderImmune<DeterminantMi> = LabelFlips::any;

/// \throws DataError  no feature has as many codes as there are classes.
void require_codes(const Dataset& data);

/// A criterion of one of these rules. Larger is better. A feature that is constant in the samples that count is undefined, and if
/// these are of one class all are. O(n) per feature, of soft labels O(n l).
template <class Rule>
class OfOneTable final : public PreparedCriterion {
 public:
  struct Options : CountingOptions, Rule::Options {
  } options;

  static constexpr auto describe() {
    return Rule::add_options(with_counting(tamis::describe<OfOneTable>(Rule::kId, Rule::kSummary)
                                               .cites(Rule::kSource)
                                               .order_immune(kOrderImmune<Rule>)
                                               .measures(Measures::feature)
                                               .moves(Move::add)
                                               .own_column()));
  }

  /// \throws DataError  a table of as many codes as classes is needed, and no feature has so many.
  void prepare(const Dataset& data, const Runtime& runtime) override {
    PreparedCriterion::prepare(data, runtime);
    if (kAsObserved<Rule>) require_codes(data);
    counting_ = Counting(data, runtime, options, kCategories<Rule>);
  }
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    const numerics::LabelledColumn classes(counting_.labels()), nothing(counting_.plain());
    runtime().parallel_blocks(
        candidates.size(),
        [&](std::uint64_t begin, std::uint64_t end) {
          TableReader reader(counting_);
          for (std::uint64_t i = begin; i < end; ++i)
            scores.write(i, score_of(candidates[i], classes, nothing, reader));
        },
        16);
  }
  Cost cost(const Dataset& data) const override { return {0, 3.0 * static_cast<double>(data.samples())}; }

 private:
  Score score_of(Feature x, const numerics::LabelledColumn& classes, const numerics::LabelledColumn& nothing,
                 TableReader& reader) const {
    if (counting_.labels().single_class()) return undefined("single_class");
    if (counting_.codes().is_constant(x)) return undefined("constant");
    double entropy = 0;
    if (kReadsEntropy<Rule>) {
      const TableSums alone = reader.plain(x, nothing);
      entropy = alone.entropy(alone.x);
    }
    const TableSums sums = reader.with_class(x, classes, kAsObserved<Rule>);
    return Rule::score({reader.table(), sums, reader.margins(), entropy}, options);
  }

  Counting counting_;
};

}  // namespace tamis::information
