/// \file knockoff_filter.hpp
/// Which features tell more of the target than copies of them that tell nothing.
#pragma once

#include "shared_draws.hpp"

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/knockoffs/knockoff_source.hpp>
#include <tamis/framework/selection/result.hpp>

#include <functional>
#include <vector>

namespace tamis::framework {

/// The knockoff filter around any criterion and search (Candes, Fan, Janson, Lv. JRSS B 80 (2018) 551-577,
/// DOI 10.1111/rssb.12265). The criterion sees the features and their knockoffs, 2p columns in an order that does not
/// tell them apart, and Z of a column is its score; of a criterion that measures subsets it is the place that the
/// search gives the column. W_j = Z_j - Z~_j; selected is what passes the threshold of discoveries(), or of several
/// draws of derandomised().
///
/// Among the selected the expected share of features that are independent of the observed target given all others is
/// at most `fdr`. If labels are wrong in a way that depends on the true class alone, this holds of the true class, too:
/// P(z | X) = sum_t P(t | X) T_tz, so a feature without information on t has none on z.
///
/// Cost: that of KnockoffSource, and per draw O(n p^2) and the criterion on 2p columns. A team shares the draws.
class KnockoffFilter {
 public:
  /// \param data  as loaded, before it is prepared for the criterion.
  /// \param how   it is prepared.
  /// \param rng   where latent numbers, knockoffs and coins come from. References outlive this object.
  /// \throws DataError   a group of samples, or too many features; ParamError: so few that nothing can be selected
  ///   at this fdr, with the smallest that would do.
  KnockoffFilter(Registry& registry, const Plan& criterion, const Plan& search, const SizeRule& rule,
                 const LoadedData& data, const PreparationOptions& how, Rng rng, KernelRuntime& kernel);

  /// How many columns the criterion sees.
  Feature columns() const { return static_cast<Feature>(2 * source_.columns().kept.size()); }
  /// Marks in `result.ranking` what is selected, gives each feature its W, and orders by it.
  /// \param keep   how many of columns() a search is to keep, so that it shows an order of all.
  /// \param space  pays for the scores.
  /// \throws Error  what the components throw, BudgetSpent, Cancelled; nothing is marked then.
  void choose(StageResult& result, std::uint64_t keep, KernelSpace& space);

 private:
  std::vector<double> w_of_draw(std::uint32_t draw, std::uint64_t keep);
  std::vector<double> importances(const LoadedData& both, std::uint64_t keep);
  LoadedData table(const DenseMatrix& columns) const;
  void mark(StageResult& result, std::span<const std::vector<double>> w);

  Registry& registry_;
  const Plan &criterion_, &search_;
  SizeRule rule_;
  PreparationOptions how_;
  KernelRuntime& kernel_;
  tamis_runtime silent_;
  std::uint64_t key_;
  LoadedData samples_;  // without features
  std::vector<std::string> names_;
  KnockoffSource source_;
  SharedDraws draws_;
};

}  // namespace tamis::framework
