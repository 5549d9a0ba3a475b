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

/// Each process scores its part of the candidates, in their order, and gets the other scores from the other processes.
/// All processes then have the scores that one process alone would have, to the bit, since a score does not depend on
/// other candidates. A single subset, and a single candidate, each process scores by itself, without communication.
///
/// If the table is divided, each process scores the candidates whose columns it holds, and gets the columns of the
/// subset first.
///
/// Communication: 8 bytes a score to every process, the reasons and warnings, and the columns.
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
  void score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) override;

 private:
  void score_sorted(Subset subset, Move move, std::span<const Feature> candidates, std::span<double> scores,
                    Reasons& reasons);
  Share part_of(std::size_t rank, std::span<const Feature> candidates) const;
  template <class Score>
  std::string bytes_of_part(const Score& score, std::span<double> scores);
  void take(std::string_view bytes, const Share& part, std::span<double> scores, Reasons& reasons);

  Scorer& inner_;
  Team& team_;
  KernelRuntime& kernel_;
  std::optional<std::size_t> divided_;
  GatheredColumns* columns_;
};

}  // namespace tamis::framework
