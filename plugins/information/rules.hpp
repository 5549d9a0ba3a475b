/// \file rules.hpp
/// The rules by which a candidate x is weighed against the chosen features z of a subset S, and the class y.
#pragma once

#include "counting.hpp"
#include "exact_sum.hpp"

#include <algorithm>
#include <string_view>

namespace tamis::information {

/// What is known of a candidate x and a chosen feature z, as far as a rule needs it.
struct PairInformation {
  double redundancy = 0;              ///< I(x; z)
  double entropy_x = 0;               ///< H(x)
  double entropy_z = 0;               ///< H(z)
  double joint_relevance = 0;         ///< I(x z; y)
  double joint_entropy = 0;           ///< H(x z y)
  double relevance_given_z = 0;       ///< I(x; y | z)
  double redundancy_given_class = 0;  ///< I(x; z | y)
};

/// How much of it is counted with the class.
enum class WithClass {
  nothing,
  joint,       ///< I(x z; y) and H(x z y)
  conditional  ///< these, I(x; y | z) and I(x; z | y)
};

/// Which of it a rule needs, and the term that it makes of it.
struct PairRule {
  bool redundancy = false;                           ///< I(x; z)
  WithClass with_class = WithClass::nothing;
  double (*term)(const PairInformation&) = nullptr;  ///< null: the rule compares nothing
  bool falls = false;                                ///< no score rises when another feature is chosen
};

struct NoOptions {};

/// A rule without options of its own.
struct PlainRule {
  using Options = NoOptions;
  template <class T>
  static constexpr Description<T> add_options(Description<T> d) {
    return d;
  }
};

/// I(x; y) alone.
struct Mim : PlainRule {
  static constexpr std::string_view kId = "mim";
  static constexpr std::string_view kSummary = "Mutual information maximisation: I(x; y), redundancy ignored";
  static constexpr std::string_view kSource =
      "Lewis. Feature selection and feature extraction for text categorization. HLT 1992";
  static constexpr PairRule kPairs{.falls = true};
  template <class Terms>
  static double score(double relevance, const Terms&, double, const NoOptions&) {
    return relevance;
  }
};

/// I(x; y) - beta sum_z I(x; z).
struct Mifs {
  struct Options {
    double beta = 1;
  };
  static constexpr std::string_view kId = "mifs";
  static constexpr std::string_view kSummary =
      "Mutual information feature selection: I(x; y) - beta sum I(x; z)";
  static constexpr std::string_view kSource =
      "Battiti. Using mutual information for selecting features in supervised neural net learning. IEEE TNN 5(4) (1994), DOI "
      "10.1109/72.298224";
  static constexpr PairRule kPairs{true, WithClass::nothing,
                                   [](const PairInformation& i) { return i.redundancy; }, true};
  template <class T>
  static constexpr Description<T> add_options(Description<T> d) {
    return d.template option<&Options::beta>("beta", at_least(0.0), "how much redundancy counts");
  }
  template <class Terms>
  static double score(double relevance, const Terms& terms, double, const Options& options) {
    return relevance - options.beta * terms.sum.value();
  }
};

/// difference: I(x; y) - mean_z I(x; z); quotient: I(x; y) / mean_z I(x; z), where a mean below 1e-12 counts as that.
struct Mrmr {
  enum class Form : int { difference, quotient };
  struct Options {
    Form form = Form::difference;
  };
  static constexpr std::string_view kId = "mrmr";
  static constexpr std::string_view kSummary =
      "Minimum redundancy, maximum relevance: I(x; y) - mean I(x; z)";
  static constexpr std::string_view kSource =
      "Peng, Long, Ding. Feature selection based on mutual information. IEEE TPAMI 27(8) (2005), DOI 10.1109/TPAMI.2005.159; the "
      "quotient: Ding, Peng. J. Bioinformatics Comput. Biol. 3(2) (2005), DOI 10.1142/S0219720005001004";
  static constexpr PairRule kPairs{true, WithClass::nothing,
                                   [](const PairInformation& i) { return i.redundancy; }};
  template <class T>
  static constexpr Description<T> add_options(Description<T> d) {
    return d.template option<&Options::form>("form", one_of("difference", "quotient"),
                                             "relevance less mean redundancy, or over it");
  }
  template <class Terms>
  static double score(double relevance, const Terms& terms, double chosen, const Options& options) {
    const double redundancy = terms.sum.value() / chosen;
    return options.form == Form::difference ? relevance - redundancy
                                            : relevance / std::max(redundancy, 1e-12);
  }
};

/// sum_z I(x z; y).
struct Jmi : PlainRule {
  static constexpr std::string_view kId = "jmi";
  static constexpr std::string_view kSummary = "Joint mutual information: sum of I(x z; y) over the chosen z";
  static constexpr std::string_view kSource =
      "Yang, Moody. Data visualization and feature selection: new algorithms for nongaussian data. NIPS 12 (1999)";
  static constexpr PairRule kPairs{false, WithClass::joint,
                                   [](const PairInformation& i) { return i.joint_relevance; }};
  template <class Terms>
  static double score(double, const Terms& terms, double, const NoOptions&) {
    return terms.sum.value();
  }
};

/// min(I(x; y), min_z I(x; y | z)). I(x; y) is part of the minimum, as in Fleuret's algorithm.
struct Cmim : PlainRule {
  static constexpr std::string_view kId = "cmim";
  static constexpr std::string_view kSummary =
      "Conditional mutual information maximisation: least I(x; y | z) over the chosen z";
  static constexpr std::string_view kSource =
      "Fleuret. Fast binary feature selection with conditional mutual information. JMLR 5 (2004) 1531-1555";
  static constexpr PairRule kPairs{false, WithClass::conditional,
                                   [](const PairInformation& i) { return i.relevance_given_z; }, true};
  template <class Terms>
  static double score(double relevance, const Terms& terms, double, const NoOptions&) {
    return std::min(relevance, terms.least);
  }
};

/// sum_z I(x z; y) / H(x z y).
struct Disr : PlainRule {
  static constexpr std::string_view kId = "disr";
  static constexpr std::string_view kSummary =
      "Double input symmetrical relevance: sum of I(x z; y) / H(x z y)";
  static constexpr std::string_view kSource =
      "Meyer, Bontempi. On the use of variable complementarity for feature selection in cancer classification. EvoWorkshops "
      "2006, DOI 10.1007/11732242_9";
  static constexpr PairRule kPairs{
      false, WithClass::joint, [](const PairInformation& i) { return i.joint_relevance / i.joint_entropy; }};
  template <class Terms>
  static double score(double, const Terms& terms, double, const NoOptions&) {
    return terms.sum.value();
  }
};

/// I(x; y) + sum_z min(0, I(x; z | y) - I(x; z)).
struct Icap : PlainRule {
  static constexpr std::string_view kId = "icap";
  static constexpr std::string_view kSummary =
      "Interaction capping: I(x; y) + sum of min(0, I(x; z | y) - I(x; z))";
  static constexpr std::string_view kSource =
      "Jakulin. Machine learning based on attribute interactions. PhD thesis, Ljubljana 2005";
  static constexpr PairRule kPairs{
      true, WithClass::conditional,
      [](const PairInformation& i) { return std::min(0.0, i.redundancy_given_class - i.redundancy); }, true};
  template <class Terms>
  static double score(double relevance, const Terms& terms, double, const NoOptions&) {
    return relevance + terms.sum.value();
  }
};

/// I(x; y) + sum_z (I(x; z | y) - I(x; z)).
struct Cife : PlainRule {
  static constexpr std::string_view kId = "cife";
  static constexpr std::string_view kSummary =
      "Conditional infomax feature extraction: I(x; y) + sum of I(x; z | y) - I(x; z)";
  static constexpr std::string_view kSource =
      "Lin, Tang. Conditional infomax learning: an integrated framework for feature extraction and fusion. ECCV 2006, DOI "
      "10.1007/11744023_6";
  static constexpr PairRule kPairs{true, WithClass::conditional, [](const PairInformation& i) {
                                     return i.redundancy_given_class - i.redundancy;
                                   }};
  template <class Terms>
  static double score(double relevance, const Terms& terms, double, const NoOptions&) {
    return relevance + terms.sum.value();
  }
};

/// min_z I(x z; y).
struct Jmim : PlainRule {
  static constexpr std::string_view kId = "jmim";
  static constexpr std::string_view kSummary =
      "Joint mutual information maximisation: least I(x z; y) over the chosen z";
  static constexpr std::string_view kSource =
      "Bennasar, Hicks, Setchi. Feature selection using joint mutual information maximisation. Expert Systems with Applications "
      "42(22) (2015), DOI 10.1016/j.eswa.2015.07.007";
  static constexpr PairRule kPairs{false, WithClass::joint,
                                   [](const PairInformation& i) { return i.joint_relevance; }};
  template <class Terms>
  static double score(double, const Terms& terms, double, const NoOptions&) {
    return terms.least;
  }
};

/// min_z I(x z; y) / H(x z y).
struct Njmim : PlainRule {
  static constexpr std::string_view kId = "njmim";
  static constexpr std::string_view kSummary =
      "The same, normalised: least I(x z; y) / H(x z y) over the chosen z";
  static constexpr std::string_view kSource = Jmim::kSource;
  static constexpr PairRule kPairs = Disr::kPairs;
  template <class Terms>
  static double score(double, const Terms& terms, double, const NoOptions&) {
    return terms.least;
  }
};

/// I(x; y) - mean_z I(x; z) / min(H(x), H(z)); 0 where an entropy is 0.
struct Nmifs : PlainRule {
  static constexpr std::string_view kId = "nmifs";
  static constexpr std::string_view kSummary =
      "Normalised mutual information feature selection: I(x; y) - mean of I(x; z) / min(H(x), H(z))";
  static constexpr std::string_view kSource =
      "Estevez, Tesmer, Perez, Zurada. Normalized mutual information feature selection. IEEE TNN 20(2) (2009), DOI "
      "10.1109/TNN.2008.2005601";
  static constexpr PairRule kPairs{true, WithClass::nothing, [](const PairInformation& i) {
                                     const double least = std::min(i.entropy_x, i.entropy_z);
                                     return least > 0 ? i.redundancy / least : 0.0;
                                   }};
  template <class Terms>
  static double score(double relevance, const Terms& terms, double chosen, const NoOptions&) {
    return relevance - terms.sum.value() / chosen;
  }
};

}  // namespace tamis::information
