#include <tamis/framework/run/remembered.hpp>

#include <tamis/framework/data/digest.hpp>
#include <tamis/framework/kernel/kernel_space.hpp>
#include <tamis/framework/run/provenance.hpp>
#include <tamis/framework/support/sha256.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
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

/// The scores, then each reason: its place, its length, its text.
std::string bytes_of(std::span<const double> scores, const Reasons& reasons) {
  std::string bytes(reinterpret_cast<const char*>(scores.data()), scores.size_bytes());
  for (const auto& [i, reason] : reasons) {
    for (const std::uint64_t number : {std::uint64_t{i}, std::uint64_t{reason.size()}})
      bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    bytes += reason;
  }
  return bytes;
}

std::optional<Reasons> read_reasons(std::string_view bytes, std::size_t n) {
  Reasons reasons;
  while (!bytes.empty()) {
    std::uint64_t numbers[2];
    if (bytes.size() < sizeof numbers) return std::nullopt;
    std::memcpy(numbers, bytes.data(), sizeof numbers);
    bytes.remove_prefix(sizeof numbers);
    if (numbers[0] >= n || numbers[1] > bytes.size()) return std::nullopt;
    reasons[numbers[0]] = bytes.substr(0, numbers[1]);
    bytes.remove_prefix(numbers[1]);
  }
  return reasons;
}

/// A run that is warned of nothing.
class Muted {
 public:
  explicit Muted(KernelRuntime& kernel) : kernel_(kernel) { kernel_.mute(true); }
  ~Muted() { kernel_.mute(false); }
  Muted(const Muted&) = delete;
  Muted& operator=(const Muted&) = delete;

 private:
  KernelRuntime& kernel_;
};

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
                 .dump());
  const std::string text = digest.text();
  return MemoryKey{number_of(std::string_view(text).substr(0, 16)),
                   number_of(std::string_view(text).substr(16, 16))};
}

std::optional<Reasons> read_scores(std::string_view bytes, std::span<double> scores) {
  if (bytes.size() < scores.size_bytes()) return std::nullopt;
  std::optional<Reasons> reasons = read_reasons(bytes.substr(scores.size_bytes()), scores.size());
  std::vector<double> read(scores.size());
  if (!read.empty()) std::memcpy(read.data(), bytes.data(), scores.size_bytes());
  if (!reasons || std::ranges::any_of(read, [](double v) { return std::isnan(v); })) return std::nullopt;
  std::ranges::copy(read, scores.begin());
  return reasons;
}

std::optional<MemoryKey> Remembered::name() {
  if (!kernel_.memory() || !kernel_.memory()->is_awake()) return std::nullopt;
  if (!std::exchange(is_named_, true)) name_ = name_of(criterion_, data_, kernel_);
  return name_;
}

bool Remembered::recall(const MemoryKey& key, std::span<double> scores, Reasons* reasons) const {
  const std::optional<std::string> bytes = kernel_.memory()->recall(key);
  std::optional<Reasons> beside = bytes ? read_scores(*bytes, scores) : std::nullopt;
  if (beside && reasons) *reasons = std::move(*beside);
  return beside.has_value();
}

void Remembered::keep(const MemoryKey& key, std::span<const double> scores, const Reasons& reasons) const {
  kernel_.memory()->keep(key, bytes_of(scores, reasons));
}

void RememberingScorer::score(Subset subset, Move move, std::span<const Feature> candidates,
                              std::span<double> scores, Reasons& reasons) {
  const std::optional<MemoryKey> key = key_of(subset, move, candidates);
  if (key) latest_ = Call{{subset.begin(), subset.end()}, move, {candidates.begin(), candidates.end()}};
  if (key && remembered_.recall(*key, scores, &reasons)) {
    has_recalled_ = true;
    return;
  }
  const std::uint64_t warnings = kernel_.warnings_given();
  inner_.score(subset, move, candidates, scores, reasons);
  if (key && warnings == kernel_.warnings_given()) remembered_.keep(*key, scores, reasons);
}

void RememberingScorer::settle(std::vector<Feature> subset, std::span<const PathStep> steps) {
  if (!std::exchange(has_recalled_, false)) return;
  const Muted muted(kernel_);  // what it warned of was heard
  const auto ask = [&](Subset from, Move move, std::span<const Feature> candidates) {
    std::vector<double> scores(move == Move::whole ? 1 : candidates.size());
    Reasons reasons;
    inner_.score(from, move, candidates, scores, reasons);
  };
  std::sort(subset.begin(), subset.end());
  for (const PathStep& step : steps) {
    ask(subset, step.move, {&step.feature, 1});
    const auto at = std::lower_bound(subset.begin(), subset.end(), step.feature);
    if (step.move == Move::add)
      subset.insert(at, step.feature);
    else
      subset.erase(at);
  }
  ask(latest_->subset, latest_->move, latest_->candidates);
}

std::optional<MemoryKey> RememberingScorer::key_of(Subset subset, Move move,
                                                   std::span<const Feature> candidates) {
  std::optional<MemoryKey> key = remembered_.name();
  if (!key) return key;
  key = key->with(static_cast<std::uint64_t>(move)).with(subset.size());
  for (const Feature f : subset) key = key->with(f);
  for (const Feature f : candidates) key = key->with(f);
  return key;
}

}  // namespace tamis::framework
