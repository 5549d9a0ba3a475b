#include <tamis/framework/kernel/tell.hpp>
#include <tamis/framework/labels/label_noise.hpp>

#include "fit_votes.hpp"
#include "vote_engine.hpp"

#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/labels/telling_features.hpp>

#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/feature_values.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/run/describe_data.hpp>
#include <tamis/framework/run/read_result.hpp>
#include <tamis/framework/run/refuse_unused.hpp>
#include <tamis/framework/run/run_notes.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/label_noise.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

using nlohmann::json;

Plan plan_criterion(const Registry& registry, const LabelNoiseConfig& config, const Defaults& defaults,
                    bool of_votes) {
  if (config.data.soft_from)
    throw ParamError(
        "data.soft.from puts estimates in the place of the labels, whose noise is to be estimated; drop it");
  if (of_votes) return plan_vote_engine(registry, config.criterion, defaults);
  return plan_fit(registry, config.criterion, "criterion",
                  names_component(config.criterion) ? "" : defaults.noise());
}

/// The features that an earlier result selected.
/// \throws DataError
std::vector<std::string> read_selected(const std::filesystem::path& file) {
  const json result = read_result(file);
  std::vector<std::string> names;
  for (const json& row : result["ranking"]) {
    if (!row.is_object() || !row.contains("selected") || row["selected"] != true ||
        !row.contains("feature") || !row["feature"].is_string())
      continue;
    const json of_group = row.value("members", json::array());
    for (const json& member : of_group)
      if (member.is_string()) names.push_back(member);
    if (of_group.empty()) names.push_back(row["feature"]);
  }
  if (names.empty())
    throw DataError(fmt::format("{}: no feature was selected in it", escaped(file.string())));
  return names;
}

std::vector<Suspect> most_doubtful_first(std::vector<Suspect> judged) {
  std::ranges::stable_sort(judged, std::ranges::greater(), &Suspect::wrong);
  return judged;
}

double weight(std::span<const double> weights, std::uint64_t i) { return weights.empty() ? 1.0 : weights[i]; }

/// The mean of 1 - membership of the label's class, over the labelled samples.
double mean_wrong(ConstMatrix memberships, std::span<const std::int32_t> labels,
                  std::span<const double> weights) {
  double sum = 0, known = 0;
  for (std::uint64_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    sum += weight(weights, i) * (1 - memberships(i, static_cast<std::uint64_t>(labels[i])));
    known += weight(weights, i);
  }
  return known > 0 ? sum / known : 0;
}

/// Memberships times the weights of the samples, column by column.
std::vector<double> weighted(ConstMatrix memberships, std::span<const double> weights) {
  std::vector<double> out;
  for (std::uint64_t s = 0; s < memberships.cols; ++s)
    for (std::uint64_t i = 0; i < memberships.rows; ++i)
      out.push_back(weight(weights, i) * memberships(i, s));
  return out;
}

/// The rows of a column-major matrix that are kept.
std::vector<double> rows_of(const std::vector<double>& values, std::span<const char> kept) {
  std::vector<double> out;
  for (std::size_t k = 0; k < values.size(); ++k)
    if (kept[k % kept.size()]) out.push_back(values[k]);
  return out;
}

std::optional<double> reported_number(const Report& report, const char* name) {
  const auto found = report.find(name);
  const double* const number = found == report.end() ? nullptr : std::get_if<double>(&found->second);
  return number ? std::optional(*number) : std::nullopt;
}

/// One run, step by step.
class LabelNoiseRun {
 public:
  LabelNoiseRun(Registry& registry, const LabelNoiseConfig& config, LoadedData data,
                const RuntimeOptions& options, Observer& observer)
      : registry_(registry),
        config_(config),
        data_(std::move(data)),
        kernel_(with_files(options), observer),
        notes_(observer, kernel_) {
    found_.seed = options.seed;
  }

  LabelNoise run(const Defaults& defaults) {
    notes_.announce(data_);
    check_target();
    if (config_.data.sample) draw_sample(data_, *config_.data.sample, found_.seed);
    notes_.announce(data_);
    const bool of_votes = is_of_votes(data_.parts().target);
    const Plan plan = plan_criterion(registry_, config_, defaults, of_votes);
    const Descriptor& criterion = plan.descriptor();
    notes_.note(fmt::format("criterion '{}': {}{}", criterion.id, criterion.summary,
                            names_component(config_.criterion) ? "" : " (the default for label noise)"));
    if (of_votes) {
      const Descriptor& noise = noise_model_of(plan).descriptor();
      notes_.note(fmt::format("noise model '{}': {}{}", noise.id, noise.summary,
                              noise.id == defaults.votes() ? " (the default for votes)" : ""));
      take_majority_of_votes(plan_votes_alone(registry_, plan, defaults));
    }
    refuse_unused_weights(registry_, data_.parts(), plan);
    if (!data_.parts().weights.empty())
      notes_.note("shares and rates are those of the population that the weights stand for");
    refuse_missing_cells(registry_, data_.parts(), criterion);
    refuse_unused_groups(registry_, data_.parts(), {&criterion}, "");
    std::vector<Feature> features = choose_features();
    if (fits_all_features(criterion.traits)) keep_only(features);
    DroppedSamples dropped;
    prepare_data(data_, requirements_of(criterion.traits), config_.data, criterion.id,
                 of_votes ? &dropped : nullptr);
    notes_.announce(data_);
    MembershipFit fit = fit_memberships(registry_, plan, data_, features, kernel_);
    compare(fit, features);
    if (of_votes) judge_crowd(fit, dropped.kept);
    found_.criterion = plan.effective();
    found_.provenance.add(plan);
    found_.run = json{{"config", asked_for(config_, {"data", "criterion", "noise", "seed"})}};
    if (config_.digest_inputs)
      for (const InputFile& file : kernel_.files()) found_.provenance.add(file);
    nlohmann::json described = describe_data(data_);
    described["options"] = to_json(config_.data);
    found_.data = std::move(described);
    found_.score = std::move(fit.score);
    found_.diagnostics = std::move(fit.diagnostics);
    found_.memberships = std::move(fit.values);
    kernel_.say_counts();
    found_.notes = notes_.notes();
    found_.warnings = kernel_.warnings();
    return std::move(found_);
  }

 private:
  void check_target() const {
    const TargetColumn& target = data_.parts().target;
    if (target.kind == TargetKind::none)
      throw DataError("label noise is that of class labels; name their column with `data.target`");
    if (target.labels.empty() && !is_of_votes(target))
      throw DataError(
          target.title() +
          ": label noise is that of class labels, and these are none; `data.target_kind = \"class\"` reads "
          "each distinct value as a class, `data.harden = true` takes the most probable class of soft "
          "labels");
    check_soft_size(data_.samples(), target.class_names.size(), target.title());
  }

  std::vector<Feature> choose_features() {
    const bool earlier = !config_.selected.empty();
    const std::vector<std::string> names = earlier ? read_selected(config_.selected) : config_.features;
    std::vector<Feature> features =
        find_features(data_.view(), names, earlier ? escaped(config_.selected.string()) : "noise.features");
    if (names.empty()) {
      features.resize(data_.features());
      std::iota(features.begin(), features.end(), Feature{0});
    }
    for (const Feature f : features) found_.features.emplace_back(data_.view().feature_name(f));
    return features;
  }

  /// Leaves the others out of the table. `features` are renumbered.
  void keep_only(std::vector<Feature>& features) {
    std::vector<char> kept(data_.features());
    for (const Feature f : features) kept[f] = 1;
    data_.edit([&](DataTable& p) { keep_features(p, kept); });
    std::iota(features.begin(), features.end(), Feature{0});
  }

  /// The votes become their majority; what they say alone is kept.
  void take_majority_of_votes(const Plan& model) {
    if (data_.parts().target.vote_labels.empty())
      throw DataError(
          "no sample has a vote, so there is no majority to judge; name the columns of annotators who "
          "voted with `data.annotators`");
    VoteFit fit = fit_votes(registry_, model, data_, kernel_);
    const std::string& id = model.descriptor().id;
    if (!fit.settled)
      kernel_.warn(fmt::format(
          "the fit of '{}' to the votes alone was stopped after {} before it had converged; its estimates may be rough",
          id, counted(fit.iterations, "iteration")));
    by_votes_ = std::move(fit.memberships);
    Crowd crowd;
    data_.edit([&](DataTable& p) { crowd.ties = take_majority(p.target, by_votes()); });
    const TargetColumn& target = data_.parts().target;
    notes_.note(fmt::format(
        "the class of most votes is judged: {}{}", class_counts(target.class_names, target.labels),
        crowd.ties ? fmt::format("; of {} the class was taken that '{}' finds likelier from the votes alone",
                                 counted(crowd.ties, "tie"), id)
                   : ""));
    crowd.noise_model = model.effective();
    crowd.votes = target.vote_labels.size();
    found_.crowd = std::move(crowd);
    found_.provenance.add(model);
  }

  /// What the classes that were found say of those who voted.
  void judge_crowd(const MembershipFit& fit, std::span<const char> kept) {
    if (!kept.empty()) by_votes_ = rows_of(by_votes_, kept);
    const TargetColumn& target = data_.parts().target;
    Crowd& crowd = *found_.crowd;
    crowd.annotators = judge_annotators(fit.memberships(), target);
    for (const Annotator& a : crowd.annotators)
      if (a.votes > 0)
        crowd.right += a.right * static_cast<double>(a.votes) / static_cast<double>(crowd.votes);
    if (crowd.right * static_cast<double>(target.class_names.size()) < 1)
      kernel_.warn(fmt::format(
          "by the fit {:.1f} % of the votes are right, fewer than of guesses: it may have taken classes "
          "for each other, which happens with few rows; give more rows, or judge the majority as a "
          "label with `data.harden = true`",
          100 * crowd.right));
    crowd.rate_by_votes = mean_wrong(by_votes(), target.labels, {});
    for (std::vector<Suspect>* list : {&found_.suspects, &found_.all})
      for (Suspect& suspect : *list) suspect.votes = votes_on(suspect.sample, target, by_votes());
    if (const auto& clean = data_.parts().clean)
      crowd.clean = right_by_clean(target, *clean, by_votes(), fit.memberships());
    if (const auto& right = crowd.clean)
      notes_.note(
          fmt::format("of {} with votes and a clean class, the majority is right for {:.1f} %, the likeliest "
                      "class by the votes alone for {:.1f} %, by votes and features together for {:.1f} %",
                      counted(right->samples, "sample"), 100 * right->majority, 100 * right->by_votes,
                      100 * right->estimated));
  }

  ConstMatrix by_votes() const {
    const std::uint64_t l = data_.parts().target.class_names.size();
    return {by_votes_.data(), l == 0 ? 0 : by_votes_.size() / l, l};
  }

  void compare(const MembershipFit& fit, Subset features) {
    const DataTable& parts = data_.parts();
    const std::vector<std::int32_t>& labels = parts.target.labels;
    for (std::uint64_t i = 0; i < parts.samples; ++i)
      found_.rows.push_back((parts.sample_rows.empty() ? i : parts.sample_rows[i]) + 1);
    found_.table_rows = parts.table_rows ? parts.table_rows : found_.rows.back();
    found_.classes = class_noise(fit.memberships(), labels, parts.weights, parts.target.class_names);
    found_.none = reported_number(fit.diagnostics, "none");
    found_.suspects = find_suspects(fit.memberships(), labels, found_.none.value_or(0));
    if (config_.all)
      found_.all = most_doubtful_first(judge_labels(fit.memberships(), labels, found_.none.value_or(0)));
    if (found_.classes.size() <= LabelNoise::kMostClassesInMatrix)
      found_.flips = flip_matrix(fit.memberships(), labels, parts.weights);
    found_.rate = mean_wrong(fit.memberships(), labels, parts.weights);
    found_.disagreement = reported_number(fit.diagnostics, "disagreement");
    const auto low = reported_number(fit.diagnostics, "rate_low"),
               high = reported_number(fit.diagnostics, "rate_high");
    // theirs is of the rate at which labels go wrong, which these labels need not meet
    if (low && high)
      found_.range = LabelNoise::Range{std::min(*low, found_.rate), std::max(*high, found_.rate)};
    const std::vector<Feature> telling =
        telling_features(data_.view(), features, fit.memberships(), LabelNoise::kMostTelling);
    add_cells(telling);
    std::vector<std::size_t> suspects;
    for (const Suspect& suspect : found_.suspects) suspects.push_back(suspect.sample);
    found_.scatter = label_scatter(data_.view(), telling, suspects);
    found_.labels = labels;
  }

  /// What a person judges the listed samples by.
  void add_cells(std::span<const Feature> telling) {
    const std::vector<RowTexts>& columns = data_.parts().row_texts;
    for (const RowTexts& column : columns) found_.text_columns.push_back(column.name);
    std::vector<std::vector<double>> cells;
    for (const Feature f : telling) {
      found_.telling.emplace_back(data_.view().feature_name(f));
      cells.push_back(feature_values(data_.view(), f));
    }
    for (std::vector<Suspect>* list : {&found_.suspects, &found_.all})
      for (Suspect& suspect : *list) {
        suspect.row = found_.rows[suspect.sample];
        suspect.place = data_.where(suspect.sample);
        for (const RowTexts& column : columns) suspect.texts.push_back(column.texts[suspect.row - 1]);
        for (const std::vector<double>& values : cells) suspect.values.push_back(values[suspect.sample]);
      }
  }

  Registry& registry_;
  const LabelNoiseConfig& config_;
  LoadedData data_;
  KernelRuntime kernel_;
  RunNotes notes_;
  std::vector<double> by_votes_;  ///< n x l, column-major: p(true class | votes alone)
  LabelNoise found_;
};

}  // namespace

std::vector<double> flip_matrix(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                std::span<const double> weights) {
  const std::size_t l = memberships.cols;
  std::vector<double> flips(l * l);
  for (std::size_t s = 0; s < l; ++s) {
    double* const row = flips.data() + s * l;
    double all = 0;
    for (std::uint64_t i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0) continue;
      const double mass = weight(weights, i) * memberships(i, s);
      row[labels[i]] += mass;
      all += mass;
    }
    for (std::size_t c = 0; c < l; ++c)
      row[c] = all > 0 ? row[c] / all : std::numeric_limits<double>::quiet_NaN();
  }
  return flips;
}

std::vector<ClassNoise> class_noise(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                    std::span<const double> weights,
                                    const std::vector<std::string>& class_names) {
  const std::vector<double> counted = weighted(memberships, weights);
  const ConstMatrix mass(counted.data(), memberships.rows, memberships.cols);
  const std::vector<double> rates = numerics::flip_rates(mass, labels);
  std::vector<double> of_label(class_names.size());
  double all = 0, labelled = 0;
  for (std::uint64_t i = 0; i < labels.size(); ++i) {
    all += weight(weights, i);
    if (labels[i] < 0) continue;
    labelled += weight(weights, i);
    of_label[static_cast<std::size_t>(labels[i])] += weight(weights, i);
  }
  std::vector<ClassNoise> classes;
  for (std::size_t s = 0; s < class_names.size(); ++s) {
    const Column of_class = mass.column(s);
    ClassNoise c;
    c.name = class_names[s];
    c.observed =
        static_cast<std::uint64_t>(std::count(labels.begin(), labels.end(), static_cast<std::int32_t>(s)));
    c.share = of_label[s] / labelled;
    c.prior = std::accumulate(of_class.begin(), of_class.end(), 0.0) / all;
    c.flip_rate = rates[s];
    classes.push_back(std::move(c));
  }
  return classes;
}

std::vector<Suspect> judge_labels(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                  double none) {
  std::vector<Suspect> judged;
  for (std::uint64_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    Suspect suspect;
    suspect.sample = i;
    suspect.label = suspect.likelier = static_cast<std::size_t>(labels[i]);
    for (std::size_t s = 0; s < memberships.cols; ++s)
      if (s != suspect.label &&
          (suspect.likelier == suspect.label || memberships(i, s) > memberships(i, suspect.likelier)))
        suspect.likelier = s;
    suspect.wrong = 1 - memberships(i, suspect.label);
    suspect.wrong_if_any = none < 1 ? std::min(1.0, suspect.wrong / (1 - none)) : suspect.wrong;
    suspect.probability = memberships(i, suspect.likelier);
    suspect.is_suspect = suspect.probability > memberships(i, suspect.label);
    judged.push_back(std::move(suspect));
  }
  if (!kTwoReadings.holds(none)) return judged;

  const auto looks_wrong = [none](const Suspect& s) {
    return s.probability / (1 - none) > 1 - s.wrong_if_any;
  };
  double sum = 0, count = 0;
  for (const Suspect& s : judged)
    if (looks_wrong(s)) sum += s.wrong_if_any, ++count;
  constexpr double kClear = 0.75;
  if (sum < kClear * count) return judged;
  for (Suspect& s : judged) s.is_suspect = looks_wrong(s);
  return judged;
}

std::vector<Suspect> find_suspects(ConstMatrix memberships, std::span<const std::int32_t> labels,
                                   double none) {
  std::vector<Suspect> suspects = judge_labels(memberships, labels, none);
  std::erase_if(suspects, [](const Suspect& s) { return !s.is_suspect; });
  return most_doubtful_first(std::move(suspects));
}

LabelNoise estimate_label_noise(Registry& registry, const Defaults& defaults, const LabelNoiseConfig& config,
                                const RuntimeOptions& options, Observer& observer) {
  // what can be refused without reading the data is refused first
  plan_criterion(registry, config, defaults, config.data.gives_votes() && !config.data.harden);
  const ThreadLimit limit(options.threads);
  std::vector<InputFile> read;
  tell_progress(observer, "reading the data", 0, 0);
  DataOptions asked = config.data;
  asked.keep_row_texts = true;  // people know the suspects by them
  LoadedData data = load_data(asked, options.seed, config.digest_inputs || options.team ? &read : nullptr);
  if (options.team) check_same_files(*options.team, read);
  LabelNoise found = LabelNoiseRun(registry, config, std::move(data), options, observer).run(defaults);
  if (config.digest_inputs)
    for (const InputFile& file : read) found.provenance.add(file);
  return found;
}

LabelNoise estimate_label_noise(Registry& registry, const Defaults& defaults, const LabelNoiseConfig& config,
                                LoadedData data, const RuntimeOptions& options, Observer& observer) {
  const ThreadLimit limit(options.threads);
  note_unread(config.data, observer);
  return LabelNoiseRun(registry, config, std::move(data), options, observer).run(defaults);
}

}  // namespace tamis::framework
