#include "reselection.hpp"

#include "evaluated_selection.hpp"

#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/run/parallel_tasks.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace tamis::framework {
namespace {

/// Stands before the features that were selected, and behind those are the ranks.
struct ReselectionHeader {
  double changed;
  std::uint64_t selected;
};

std::string bytes_of(const Reselection::Found& found) {
  const ReselectionHeader head{found.changed, found.selected.size()};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes.append(reinterpret_cast<const char*>(found.selected.data()), found.selected.size() * sizeof(Feature));
  return bytes.append(reinterpret_cast<const char*>(found.ranks.data()),
                      found.ranks.size() * sizeof(SharedRanks));
}

template <class T>
std::vector<T> read_list(std::string_view bytes) {
  std::vector<T> list(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(list.data(), bytes.data(), bytes.size());
  return list;
}

Reselection::Found read_found(std::string_view bytes) {
  ReselectionHeader head{};
  std::memcpy(&head, bytes.data(), sizeof head);
  bytes.remove_prefix(sizeof head);
  const std::size_t of_selected = head.selected * sizeof(Feature);
  return {read_list<Feature>(bytes.substr(0, of_selected)), read_list<SharedRanks>(bytes.substr(of_selected)),
          head.changed};
}

}  // namespace

Reselection::Reselection(Registry& registry, const Defaults& defaults, const StudyConfig& config,
                         const StudyResult& first, const RuntimeOptions& options,
                         std::chrono::steady_clock::time_point start)
    : registry_(registry),
      defaults_(defaults),
      config_(config),
      evaluate_(sized_by_evaluation(config) ? &*config.evaluate : nullptr),
      options_(options),
      start_(start) {
  config_.digest_inputs = false;
  config_.groups_serve = true;
  for (std::size_t s = 0; s < config_.stages.size(); ++s) {
    if (config_.chained && s >= first.stages.size()) break;  // the first selection did not get there
    const StageResult& stage = config_.chained ? first.stages[s] : first;
    config_.stages[s].default_criterion = stage.criterion->at("use").get<std::string>();
  }
}

std::vector<std::optional<Reselection::Found>> Reselection::run(
    std::size_t n, const std::string& what, const std::function<std::string(std::size_t)>& name,
    const Change& change, Observer& observer) const {
  std::vector<std::optional<Found>> found(n);
  std::size_t done = 0;
  tell_progress(observer, what, 0, 0);
  const auto task = [&](std::size_t i, const RuntimeOptions& alone) {
    try {
      return bytes_of(select_from(change(i, alone), alone));
    } catch (Error& e) {
      e.step = e.step.empty() ? name(i) : fmt::format("{}, {}", name(i), e.step);
      throw;
    }
  };
  shared_tasks(n, options_, observer, task, [&](std::size_t i, std::string_view bytes) {
    found[i] = read_found(bytes);
    tell_progress(observer, what, ++done, n);
  });
  return found;
}

Reselection::Found Reselection::select_from(Input input, RuntimeOptions options) const {
  options = time_left(options, start_);
  options.seed = input.seed;
  Observer silent;  // what is said of this selection was said of the first
  const StudyResult found =
      select_and_evaluate(registry_, defaults_, config_, evaluate_, std::move(input.data), options, silent);
  if (found.status == StageResult::Status::interrupted) throw Cancelled(found.status_text);
  if (found.timed_out) throw BudgetSpent(found.status_text);
  return {selected_features(found), input.ranks ? shared_ranks(found) : std::vector<SharedRanks>(),
          input.changed};
}

std::vector<Feature> selected_features(const StageResult& result) {
  std::vector<Feature> selected;
  for (const RankedFeature& f : result.ranking)
    if (f.selected) selected.push_back(f.feature);
  std::sort(selected.begin(), selected.end());
  return selected;
}

}  // namespace tamis::framework
