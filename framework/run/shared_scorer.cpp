#include <tamis/framework/run/shared_scorer.hpp>

#include <tamis/framework/run/score_bytes.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr char kEnd = '\0';  // of a warning, before the scores

}  // namespace

void SharedScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                         std::span<double> scores, Reasons& reasons) {
  if (candidates.size() < 2) return inner_.score(subset, move, candidates, scores, reasons);
  const auto part = [&](std::size_t rank) { return share_of(candidates.size(), rank, team_.size()); };
  const Share mine = part(team_.rank());
  std::string bytes;
  try {
    bytes = score_part(subset, move, candidates.subspan(mine.begin, mine.size()),
                       scores.subspan(mine.begin, mine.size()));
  } catch (const Error& e) {
    team_.meet_failed(e);
  }
  const std::vector<std::string> all = team_.meet(bytes);
  for (std::size_t rank = 0; rank < all.size(); ++rank) take(all[rank], part(rank), scores, reasons);
}

/// \returns what was warned of meanwhile, and the scores.
std::string SharedScorer::score_part(Subset subset, Move move, std::span<const Feature> candidates,
                                     std::span<double> scores) {
  Reasons reasons;
  const std::vector<std::string> before = kernel_.warnings();
  if (!candidates.empty()) inner_.score(subset, move, candidates, scores, reasons);
  std::string bytes;
  for (const std::string& warning : kernel_.warnings())
    if (std::ranges::find(before, warning) == before.end()) (bytes += warning) += kEnd;
  bytes += kEnd;
  return bytes + score_bytes(scores, reasons);
}

void SharedScorer::take(std::string_view bytes, const Share& part, std::span<double> scores,
                        Reasons& reasons) {
  for (std::size_t end; (end = bytes.find(kEnd)) > 0; bytes.remove_prefix(end + 1))
    kernel_.warn(std::string(bytes.substr(0, end)));
  bytes.remove_prefix(1);
  std::optional<Reasons> beside = read_scores(bytes, scores.subspan(part.begin, part.size()));
  if (!beside) throw PluginError("another process of the run answered something else than it was asked");
  for (auto& [i, reason] : *beside) reasons[part.begin + i] = std::move(reason);
}

}  // namespace tamis::framework
