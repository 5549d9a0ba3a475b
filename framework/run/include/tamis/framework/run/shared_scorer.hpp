/// \file shared_scorer.hpp
/// The candidates of a call, shared by the processes of a team.
#pragma once

#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/scorer.hpp>
#include <tamis/framework/kernel/team.hpp>
#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/support/share.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// Each process asks its criterion for its part of the candidates, in their order, and gets the other scores
/// from the others: all have the scores that one alone would have, to the bit, since a score depends on no
/// other candidate. A whole subset, and one candidate, each process scores by itself, without a meeting.
///
/// Of a divided table each scores the candidates whose columns it holds, and gets those of the subset first.
///
/// On the wire: 8 bytes a score, to every process, and the reasons and warnings; the columns.
class SharedScorer final : public Scorer {
 public:
  /// \param divided  how many features the table has that is divided among the processes, in equal shares;
  ///                 none: each has all of it. References outlive this object.
  /// \param columns  of a divided table whose subsets are scored, else null.
  SharedScorer(Scorer& inner, Team& team, KernelRuntime& kernel, std::optional<std::size_t> divided = {},
               GatheredColumns* columns = nullptr)
      : inner_(inner), team_(team), kernel_(kernel), divided_(divided), columns_(columns) {}

  void score(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
             Reasons& reasons) override;

 private:
  void score_sorted(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
                    Reasons& reasons);
  Share part_of(std::size_t rank, std::span<const Feature> candidates) const;
  std::string score_part(Subset subset, Move move, std::span<const Feature> candidates,
                         std::span<double> scores);
  void take(std::string_view bytes, const Share& part, std::span<double> scores, Reasons& reasons);

  Scorer& inner_;
  Team& team_;
  KernelRuntime& kernel_;
  std::optional<std::size_t> divided_;
  GatheredColumns* columns_;
};

}  // namespace tamis::framework
