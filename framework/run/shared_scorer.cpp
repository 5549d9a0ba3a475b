#include <tamis/framework/run/shared_scorer.hpp>

#include <tamis/framework/run/score_bytes.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace tamis::framework {
namespace {

constexpr char kEnd = '\0';  // of a warning, before the scores

}  // namespace

void SharedScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                         std::span<double> scores, Reasons& reasons) {
  if (columns_) columns_->bring(subset);
  if (move == Move::whole || (candidates.size() < 2 && !divided_))
    return inner_.score(subset, move, candidates, scores, reasons);
  if (divided_ && !std::ranges::is_sorted(candidates))
    return score_sorted(subset, move, candidates, scores, reasons);
  const Share mine = part_of(team_.rank(), candidates);
  const auto score_mine = [&](std::span<double> part, Reasons& beside) {
    if (mine.size() > 0)
      inner_.score(subset, move, candidates.subspan(mine.begin, mine.size()), part, beside);
  };
  const std::vector<std::string> all = team_.all_gather(
      [&] { return bytes_of_part(score_mine, scores.subspan(mine.begin, mine.size())); }, "scores");
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    take(all[rank], part_of(rank, candidates), scores, reasons);
}

void SharedScorer::score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) {
  if (columns_) {
    std::vector<Feature> read;
    for (std::size_t i = 0; i < subsets.size(); ++i)
      read.insert(read.end(), subsets[i].begin(), subsets[i].end());
    std::ranges::sort(read);
    read.erase(std::unique(read.begin(), read.end()), read.end());
    columns_->bring(read);
  }
  if (subsets.size() < 2) return inner_.score_subsets(subsets, scores, reasons);
  const Share mine = share_of(subsets.size(), team_.rank(), team_.size());
  const auto score_mine = [&](std::span<double> part, Reasons& beside) {
    if (mine.size() == 0) return;
    const Subsets own(subsets.features(), subsets.starts().subspan(mine.begin, mine.size() + 1));
    inner_.score_subsets(own, part, beside);
  };
  const std::vector<std::string> all = team_.all_gather(
      [&] { return bytes_of_part(score_mine, scores.subspan(mine.begin, mine.size())); }, "scores");
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    take(all[rank], share_of(subsets.size(), rank, team_.size()), scores, reasons);
}

void SharedScorer::score_sorted(Subset subset, Move move, std::span<const Feature> candidates,
                                std::span<double> scores, Reasons& reasons) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return candidates[i]; });
  std::vector<Feature> sorted;
  for (const std::size_t i : order) sorted.push_back(candidates[i]);
  std::vector<double> found(scores.size());
  Reasons beside;
  score(subset, move, sorted, found, beside);
  for (std::size_t k = 0; k < order.size(); ++k) scores[order[k]] = found[k];
  for (auto& [k, reason] : beside) reasons[order[k]] = std::move(reason);
}

/// The candidates that a process scores; of a divided table they ascend.
Share SharedScorer::part_of(std::size_t rank, std::span<const Feature> candidates) const {
  if (!divided_) return share_of(candidates.size(), rank, team_.size());
  const Share columns = share_of(*divided_, rank, team_.size());
  const auto place = [&](std::size_t feature) {
    return static_cast<std::size_t>(std::ranges::lower_bound(candidates, feature) - candidates.begin());
  };
  return {place(columns.begin), place(columns.end)};
}

/// \returns the warnings given meanwhile, and the scores.
template <class Score>
std::string SharedScorer::bytes_of_part(const Score& score, std::span<double> scores) {
  Reasons reasons;
  const std::size_t warned = kernel_.warnings().size();
  score(scores, reasons);
  std::string bytes;
  const std::vector<std::string> warnings = kernel_.warnings();
  for (std::size_t w = warned; w < warnings.size(); ++w) (bytes += warnings[w]) += kEnd;
  bytes += kEnd;
  return bytes + score_bytes(scores, reasons);
}

void SharedScorer::take(std::string_view bytes, const Share& part, std::span<double> scores,
                        Reasons& reasons) {
  for (std::size_t end; (end = bytes.find(kEnd)) > 0; bytes.remove_prefix(end + 1))
    kernel_.warn(std::string(bytes.substr(0, end)));
  bytes.remove_prefix(1);
  std::optional<Reasons> beside = read_scores(bytes, scores.subspan(part.begin, part.size()));
  if (!beside) throw PluginError("another process returned a malformed reply to a scoring request");
  for (auto& [i, reason] : *beside) reasons[part.begin + i] = std::move(reason);
}

}  // namespace tamis::framework
