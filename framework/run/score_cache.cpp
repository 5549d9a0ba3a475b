#include <tamis/framework/run/score_cache.hpp>

#include <tamis/framework/data/digest.hpp>
#include <tamis/framework/run/provenance.hpp>
#include <tamis/framework/run/score_bytes.hpp>
#include <tamis/framework/support/sha256.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tamis::framework {
namespace {

bool has_files(const Plan& plan) {
  return !plan.entry->file.empty() && std::all_of(plan.parts.begin(), plan.parts.end(), has_files);
}

void add_streams(nlohmann::json& to, const Plan& plan) {
  to.push_back(plan.stream_path);
  for (const Plan& part : plan.parts) add_streams(to, part);
}

std::uint64_t number_of(std::string_view hexadecimal) {
  std::uint64_t number = 0;
  std::from_chars(hexadecimal.data(), hexadecimal.data() + hexadecimal.size(), number, 16);
  return number;
}

}  // namespace

std::optional<MemoryKey> name_of(const Plan& criterion, const LoadedData& data, const KernelRuntime& kernel) {
  if (!has_files(criterion)) return std::nullopt;
  Provenance sources;
  sources.add(criterion);
  for (const InputFile& file : kernel.files()) sources.add(file);
  nlohmann::json streams = nlohmann::json::array();
  add_streams(streams, criterion);
  Sha256 digest;
  digest.add(nlohmann::json{{"criterion", criterion.effective()},
                            {"streams", std::move(streams)},
                            {"sources", to_json(sources)},
                            {"seed", kernel.runtime().seed()},
                            {"data", digest_of(data.parts())}}
                 .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  const std::string text = digest.text();
  return MemoryKey{number_of(std::string_view(text).substr(0, 16)),
                   number_of(std::string_view(text).substr(16, 16))};
}

std::optional<MemoryKey> ScoreCache::name() {
  if (!kernel_.memory() || !kernel_.memory()->is_awake()) return std::nullopt;
  // a ranking of a divided table is not stored: its one call is soon repeated
  if (!data_.parts().has_common_digest()) return std::nullopt;
  if (!std::exchange(is_named_, true)) name_ = name_of(criterion_, data_, kernel_);
  return name_;
}

bool ScoreCache::recall(const MemoryKey& key, std::span<double> scores, Reasons* reasons) const {
  const std::optional<std::string> bytes = kernel_.memory()->recall(key);
  std::optional<Reasons> beside = bytes ? read_scores(*bytes, scores) : std::nullopt;
  if (beside && reasons) *reasons = std::move(*beside);
  return beside.has_value();
}

void ScoreCache::keep(const MemoryKey& key, std::span<const double> scores, const Reasons& reasons) const {
  kernel_.memory()->keep(key, score_bytes(scores, reasons));
}

void CachingScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                          std::span<double> scores, Reasons& reasons) {
  const std::optional<MemoryKey> key = key_of(subset, move, candidates);
  if (key && cache_.recall(*key, scores, &reasons)) {
    recalled_ += scores.size();
    return;
  }
  const std::uint64_t warnings = kernel_.warnings_given();
  inner_.score(subset, move, candidates, scores, reasons);
  if (key && warnings == kernel_.warnings_given()) cache_.keep(*key, scores, reasons);
}

void CachingScorer::score_subsets(const Subsets& subsets, std::span<double> scores, Reasons& reasons) {
  std::vector<std::size_t> missing;
  std::vector<std::optional<MemoryKey>> keys;
  SubsetList asked;
  for (std::size_t i = 0; i < subsets.size(); ++i) {
    Reasons own;
    const std::optional<MemoryKey> key = key_of(subsets[i], Move::whole, {});
    if (key && cache_.recall(*key, scores.subspan(i, 1), &own)) {
      ++recalled_;
      if (const auto reason = own.find(0); reason != own.end()) reasons[i] = reason->second;
      continue;
    }
    missing.push_back(i);
    keys.push_back(key);
    asked.push_back(subsets[i]);
  }
  if (missing.empty()) return;
  std::vector<double> fresh(missing.size());
  Reasons fresh_reasons;
  const std::uint64_t warnings = kernel_.warnings_given();
  inner_.score_subsets(asked, fresh, fresh_reasons);
  const bool silent = warnings == kernel_.warnings_given();
  for (std::size_t k = 0; k < missing.size(); ++k) {
    Reasons own;
    if (const auto reason = fresh_reasons.find(k); reason != fresh_reasons.end()) {
      own[0] = reason->second;
      reasons[missing[k]] = reason->second;
    }
    scores[missing[k]] = fresh[k];
    if (keys[k] && silent) cache_.keep(*keys[k], {&fresh[k], 1}, own);
  }
}

std::optional<MemoryKey> CachingScorer::key_of(Subset subset, Move move,
                                               std::span<const Feature> candidates) {
  std::optional<MemoryKey> key = cache_.name();
  if (!key) return key;
  key = key->with(static_cast<std::uint64_t>(move)).with(subset.size());
  for (const Feature f : subset) key = key->with(f);
  for (const Feature f : candidates) key = key->with(f);
  return key;
}

}  // namespace tamis::framework
