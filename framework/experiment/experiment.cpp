#include <tamis/framework/experiment/experiment.hpp>

#include "journal.hpp"
#include "journal_lines.hpp"
#include "repeat.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/labels/soft_labels.hpp>
#include <tamis/framework/prediction/ground_metric.hpp>
#include <tamis/framework/run/parallel_tasks.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/selection/stage.hpp>
#include <tamis/framework/study/cleaned_labels.hpp>
#include <tamis/framework/support/stream_of.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace tamis::framework {
namespace {

/// Tables that are read once for all repeats, and for all points that read the same.
class Tables {
 public:
  /// Null for data that every repeat makes anew.
  const LoadedData* at(const DataOptions& options) {
    if (options.generate) return nullptr;
    auto& table = tables_[to_json(options).dump()];
    if (!table) {
      std::vector<InputFile> read;
      table.emplace(load_data(options, 0, &read));
      for (const InputFile& file : read) add(file);
    }
    return &*table;
  }
  /// The files that they were read from.
  const std::vector<InputFile>& read() const { return read_; }

 private:
  void add(const InputFile& file) {
    const auto [before, fresh] = digests_.emplace(file.path, file.sha256);
    if (!fresh && before->second != file.sha256)
      throw DataError(fmt::format("{}: changed between two points of the experiment that read it; begin anew",
                                  escaped(file.path)));
    if (fresh) read_.push_back(file);
  }

  std::map<std::string, std::optional<LoadedData>> tables_;
  std::vector<InputFile> read_;
  std::map<std::string, std::string> digests_;  // by path
};

/// Warnings of many runs. Of those that differ in their numbers alone the first is kept, with their count.
class RepeatedWarnings {
 public:
  void add(const std::string& warning) {
    std::string without_numbers;
    for (const char c : warning)
      if (!std::isdigit(static_cast<unsigned char>(c)) && c != '.') without_numbers += c;
    auto& [text, count] = seen_[without_numbers];
    if (count++ == 0) text = warning;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    for (const auto& [unused, seen] : seen_)
      out.push_back(seen.second == 1 ? seen.first
                                     : fmt::format("{} (and {} like it)", seen.first, seen.second - 1));
    return out;
  }

 private:
  std::map<std::string, std::pair<std::string, std::size_t>> seen_;
};

/// A repeat has one seed at all points.
constexpr const char* kRepeat = "experiment.repeat";

std::string point_in_words(const ExperimentConfig& config, std::size_t point, std::uint64_t repeat) {
  std::vector<std::string> values;
  for (std::size_t a = 0; a < config.axes.size(); ++a)
    values.push_back(fmt::format("{} = {}", config.axes[a].key, config.points[point].values[a]));
  values.push_back(fmt::format("repeat {}", repeat + 1));
  return fmt::format("{}", fmt::join(values, ", "));
}

/// One experiment, from its check to its last repeat.
class ExperimentRun {
 public:
  ExperimentRun(Registry& registry, const Defaults& defaults, const ExperimentConfig& config,
                const RuntimeOptions& options, Observer& observer)
      : registry_(registry), defaults_(defaults), config_(config), options_(options), observer_(observer) {}

  ExperimentResult run(const std::filesystem::path& file) {
    for (std::size_t p = 0; p < config_.points.size(); ++p) check(p);
    for (const InputFile& table : tables_.read()) provenance_.add(table);
    if (options_.team) check_same_files(*options_.team, provenance_.files());
    Journal journal(is_first() ? file : "", identity(), shapes_);
    if (const std::string damage = journal.damage(); !damage.empty()) tell_warning(observer_, damage);
    find_work(journal);
    work(journal);
    return collected(journal);
  }

 private:
  struct Work {
    std::size_t point;
    std::uint64_t repeat;
  };

  /// Refuses what cannot work before any of it is run, and loads every library, so that repeats only use
  /// them.
  void check(std::size_t p) {
    stop_if_interrupted();
    const PointConfig& point = config_.points[p];
    try {
      const LoadedData* table = tables_.at(point.data);
      given_.push_back(table);
      const LoadedData made = table ? LoadedData() : load_data(point.data, seed_of(config_.seed, kRepeat, 0));
      const LoadedData& data = table ? *table : made;
      if (p == 0)
        for (const std::string& note : data.notes) observer_.note(note);
      if (const std::string seen = seen_by_all(point.data); point.evaluate && !seen.empty())
        tell_warning(observer_, seen);
      if (point.corrupt) provenance_.add(plan_noise(registry_, point));
      if (point.evaluate) {
        if (const auto ground = plan_ground(registry_, *point.evaluate)) provenance_.add(*ground);
        if (const auto engine = plan_engine(registry_, defaults_, *point.evaluate)) {
          load(*engine);
          provenance_.add(*engine);
        }
      }
      const CheckedRepeat repeat =
          check_repeat(registry_, defaults_, point, table, seed_of(config_.seed, kRepeat, 0), options_);
      shapes_.push_back(repeat.shape);
      for (const InputFile& file : repeat.files) provenance_.add(file);
      for (const MethodConfig& method : point.methods) check(method, data);
    } catch (Error& e) {
      if (e.step.empty() && !config_.axes.empty()) e.step = point_in_words(config_, p, 0);
      throw;
    }
  }

  void check(const MethodConfig& method, const LoadedData& data) {
    if (method.select.data.soft_from) {
      const Plan fit = plan_soft_labels(registry_, method.select.data);
      load(fit);
      provenance_.add(fit);
    }
    for (const StageConfig& config : method.select.stages)
      Stage(registry_, config, defaults_, data.view().target(), false).record(provenance_);
  }

  void load(const Plan& plan) {
    registry_.component(plan.descriptor().id);
    for (const Plan& part : plan.parts) load(part);
  }

  nlohmann::json identity() const {
    nlohmann::json inputs = nlohmann::json::array();
    for (const InputFile& file : provenance_.files()) inputs.push_back(file.sha256);
    return {{"config", *config_.asked},
            {"code", {{"tamis", version()}, {"components", to_json(provenance_)["components"]}}},
            {"data", std::move(inputs)}};
  }

  bool is_first() const { return !options_.team || options_.team->is_first(); }

  void stop_if_interrupted() const {
    if (options_.interrupted && *options_.interrupted) throw Cancelled("stopped by the user");
  }

  void find_work(Journal& journal) {
    const std::set<RepeatKey> done = done_before(journal);
    // repeat by repeat, so that an early look at the numbers finds something at every point
    for (std::uint64_t r = 0; r < config_.repeats; ++r)
      for (std::size_t p = 0; p < config_.points.size(); ++p)
        if (done.contains({p, r}))
          ++resumed_;
        else
          work_.push_back({p, r});
    if (resumed_ > 0)
      observer_.note(fmt::format("{} of {} runs were done before and are not repeated", resumed_,
                                 resumed_ + work_.size()));
  }

  /// What the journal holds; of a team the first process has it, and the others get its lines.
  std::set<RepeatKey> done_before(Journal& journal) const {
    std::string lines;
    for (const auto& [key, repeat] : journal.repeats()) lines += repeat_line(key, repeat);
    if (options_.team) {
      lines = options_.team->all_gather(lines, "the journal")[0];
      if (!options_.team->is_first())
        for (std::string_view rest = lines; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
          auto [key, found] = read_repeat(rest.substr(0, rest.find('\n')), shapes_);
          journal.add(key, std::move(found));
        }
    }
    std::set<RepeatKey> done;
    for (const auto& [key, repeat] : journal.repeats()) done.insert(key);
    return done;
  }

  void work(Journal& journal) {
    tell_progress(observer_, "experiment", resumed_, 0);
    const auto task = [&](std::size_t next, const RuntimeOptions& alone) {
      const auto [p, r] = work_[next];
      try {
        const RepeatResult found = run_repeat(registry_, defaults_, config_.points[p], given_[p],
                                              seed_of(config_.seed, kRepeat, r), alone);
        stop_if_interrupted();  // what was cut short in the middle is no result
        return repeat_line({p, r}, found);
      } catch (Error& e) {
        e.step = e.step.empty() ? point_in_words(config_, p, r)
                                : fmt::format("{}, {}", point_in_words(config_, p, r), e.step);
        throw;
      }
    };
    shared_tasks(work_.size(), options_, observer_, task, [&](std::size_t, std::string_view line) {
      auto [key, found] = read_repeat(line.substr(0, line.size() - 1), shapes_);
      journal.add(key, std::move(found));
      tell_progress(observer_, "experiment", resumed_ + ++done_, resumed_ + work_.size());
    });
  }

  ExperimentResult collected(Journal& journal) {
    ExperimentResult result;
    RepeatedWarnings warnings;
    for (std::size_t p = 0; p < config_.points.size(); ++p)
      for (std::uint64_t r = 0; r < config_.repeats; ++r) {
        result.repeats.emplace_back();
        const auto repeat = journal.repeats().find({p, r});
        if (repeat == journal.repeats().end()) continue;
        ++result.done;
        result.repeats.back() = repeat->second.measurements;
        for (const std::string& warning : repeat->second.warnings) warnings.add(warning);
      }
    result.resumed = resumed_;
    result.warnings = warnings.texts();
    result.provenance = provenance_;
    if (result.done == result.repeats.size())
      journal.sort();
    else
      journal.sync();
    return result;
  }

  Registry& registry_;
  const Defaults& defaults_;
  const ExperimentConfig& config_;
  const RuntimeOptions& options_;
  Observer& observer_;
  Tables tables_;
  std::vector<const LoadedData*> given_;  // per point
  std::vector<RepeatShape> shapes_;       // per point
  Provenance provenance_;
  std::vector<Work> work_;
  std::uint64_t resumed_ = 0, done_ = 0;
};

}  // namespace

ExperimentResult run_experiment(Registry& registry, const Defaults& defaults, const ExperimentConfig& config,
                                const RuntimeOptions& options, Observer& observer,
                                const std::filesystem::path& journal) {
  const ThreadLimit limit(options.threads);  // of reading, too
  return ExperimentRun(registry, defaults, config, options, observer).run(journal);
}

}  // namespace tamis::framework
