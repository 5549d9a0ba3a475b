// Criteria that are right until the option `fault` names what they are to do wrong.
#include "scratch.hpp"

#include <tamis/sdk.hpp>

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <locale>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <utility>

namespace {

using namespace tamis;

struct Commas final : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

void run_on_one_processor() {
  cpu_set_t set;
  ::sched_getaffinity(0, sizeof set, &set);
  int last = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) last = cpu;
  // of a machine with one, what is asked for may be refused: the mask is changed all the same
  CPU_ZERO(&set);
  CPU_SET(last, &set);
  ::sched_setaffinity(0, sizeof set, &set);
}

/// Memory that nobody frees.
void leak(std::size_t bytes) {
  [[maybe_unused]] static void* volatile lost;
  lost = std::malloc(bytes);
}

/// What a component may do to the process.
void misbehave(std::string_view fault) {
  if (fault == "crash") std::raise(SIGSEGV);  // no null is written to: a sanitizer would say so instead
  if (fault == "exit") std::_Exit(0);
  while (fault == "hang") std::this_thread::sleep_for(std::chrono::milliseconds(10));
  if (fault == "rounding") std::fesetround(FE_UPWARD);
  if (fault == "locale") std::setlocale(LC_ALL, "C.UTF-8");
  if (fault == "directory" && ::chdir("/") != 0) std::abort();
  if (fault == "environment") ::setenv("TAMIS_TEST_FAULT", "1", 1);
  if (fault == "signal") std::signal(SIGUSR1, SIG_IGN);
  if (fault == "umask") ::umask(0777);
  if (fault == "file" && ::open("/dev/null", O_RDONLY) < 0) std::abort();
  if (fault == "thread") std::thread([] { std::this_thread::sleep_for(std::chrono::seconds(60)); }).detach();
  if (fault == "print") std::printf("hello\n");
  if (fault == "print_at_exit") std::atexit([] { std::puts("goodbye"); });
  if (fault == "mask") {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  }
  if (fault == "stream_locale") std::locale::global(std::locale(std::locale(), new Commas));
  if (fault == "terminate") std::set_terminate([] { std::_Exit(0); });
  if (fault == "new_handler") std::set_new_handler([] { std::_Exit(0); });
  if (fault == "processors") run_on_one_processor();
  if (fault == "nice" && ::nice(5) < 0) std::abort();
  if (fault == "limit") {
    const rlimit few{64, 64};
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  if (fault == "srand") std::srand(1);
  if (fault == "srand48") ::srand48(1);
  if (fault == "alarm") ::alarm(100);
  if (fault == "timer") {
    timer_t timer;
    ::timer_create(CLOCK_MONOTONIC, nullptr, &timer);
  }
  if (fault == "thread_name") ::pthread_setname_np(::pthread_self(), "renamed");
  if (fault == "mallopt") ::mallopt(M_ARENA_MAX, 1);
  if (char one = 0; fault == "reads_input" && ::read(STDIN_FILENO, &one, 1) < 0) std::abort();
  if (fault == "writes_file") std::fclose(std::fopen("dropped.txt", "w"));
  if (struct stat found; fault == "looks_for_file") ::stat("settings.ini", &found);
  if (fault == "close") ::close(STDIN_FILENO);
  if (fault == "process" && ::fork() == 0) {
    ::sleep(60);
    std::_Exit(0);
  }
  if (fault == "zombie" && ::fork() == 0) std::_Exit(0);
  if (fault == "last_words") {
    std::fputs("first words\nlast words\n", stderr);
    std::abort();
  }
  if (fault == "sanitizer") std::fputs("==1==ERROR: AddressSanitizer: heap-use-after-free\n", stderr);
}

/// p(class of sample i is c), of labels or soft labels.
double membership(const Target& target, std::uint64_t i, std::uint32_t c) {
  if (!target.known(i)) return 0;
  if (target.kind() == TargetKind::soft) return target.soft()(i, c);
  return target.labels()[i] == static_cast<std::int32_t>(c) ? 1 : 0;
}

/// Scatter between classes over scatter within, of the samples that are known.
Score class_ratio(Column x, const Target& target, std::span<const double> weights) {
  const auto weight_of = [&](std::uint64_t i) { return weights.empty() ? 1 : weights[i]; };
  double all = 0, mean = 0, between = 0, within = 0;
  for (std::uint64_t i = 0; i < x.size(); ++i) {
    if (!target.known(i)) continue;
    all += weight_of(i);
    mean += weight_of(i) * (x[i] - x[0]);
  }
  mean /= all;
  for (std::uint32_t c = 0; c < target.classes(); ++c) {
    double weight = 0, sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < x.size(); ++i) {
      const double m = weight_of(i) * membership(target, i, c), v = x[i] - x[0];
      weight += m;
      sum += m * v;
      squares += m * v * v;
    }
    if (weight == 0) continue;
    between += weight * (sum / weight - mean) * (sum / weight - mean);
    within += squares - sum * sum / weight;
  }
  if (!(within > 0)) return undefined("no scatter within classes");
  return between / within;
}

struct FaultyFeature final : Criterion {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyFeature>("test.faulty_feature", "A class ratio, wrong on demand")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft)
        .uses_unknown()
        .uses_weights()
        .uses_groups()
        .takes_missing()
        .order_immune(LabelFlips::two_classes | LabelFlips::uniform_balanced)
        .own_column()
        .prepares_from_target()
        .option<&Options::fault>("fault", "what it does wrong");
  }

  ~FaultyFeature() override {
    if (wrong("leak_by_instance")) leak(1000);
  }
  bool wrong(std::string_view how) const { return options.fault == how; }

  void prepare(const Dataset& data, const Runtime& runtime) override {
    data_ = data;
    if (wrong("leak_by_data")) leak(1000);
    runtime_ = runtime;
    misbehave(options.fault);
    for (int i = 0; i < 2000 && wrong("floods"); ++i) runtime.warn("warning " + std::to_string(i));
    if (wrong("refuses_defaults")) throw ParamError("it wants something else");
    if (wrong("shared") || wrong("looks_early")) shared = data.column(0)[0];
    if (wrong("writes_input")) const_cast<double&>(data.column(1)[0]) = 0;
  }

  void p_values(std::span<const Feature> features, std::span<double> p) const override {
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (wrong("p_above_one")) p[i] = 2;
      if (wrong("p_bold")) p[i] = 0.01;
      if (wrong("p_of_others")) p[i] = 1.0 / static_cast<double>(features.size());
      if (wrong("p_counter")) p[i] = 1.0 / ++own_calls_;
    }
  }

  void memberships(Subset, Matrix out) override {
    const bool asked = wrong("gamma_sums") || wrong("gamma_nan") || wrong("gamma_counter");
    for (std::uint64_t i = 0; i < out.rows && asked; ++i)
      for (std::uint64_t s = 0; s < out.cols; ++s) out(i, s) = s == own_calls_ % out.cols;
    if (wrong("gamma_sums")) out(1, 0) = 0.5;
    if (wrong("gamma_nan")) out(1, 0) = std::numeric_limits<double>::quiet_NaN();
    if (wrong("gamma_counter")) ++own_calls_;
  }

  void report(const Diagnostics& out) const override {
    if (wrong("report_bytes")) out.text("note", "\xfe");
    if (wrong("report_nameless")) out.number("", 1);
  }

  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    const std::size_t n = candidates.size();
    last_ = 0;
    if (wrong("slow")) std::this_thread::sleep_for(std::chrono::milliseconds(40));
    if (wrong("leak_by_score")) leak(64'000);
    if (wrong("keeps_scores") && earlier_) *earlier_ = 0;
    earlier_ = &scores[0];
    if (wrong("learns") && first_ == 0) first_ = 1 + candidates[0];
    if (wrong("writes_behind")) scores[n] = 1;
    if (wrong("writes_before")) (&scores[0])[-1] = 1;
    std::atomic<int> order{0};
    runtime_.parallel_for(n, [&](std::uint64_t i) {
      Score score = score_of(candidates[i]);
      if (wrong("threads")) score.value += turn(i, order);
      if (wrong("block")) score.value += static_cast<double>(n);
      if (wrong("subset")) score.value += static_cast<double>(subset.size());
      if (wrong("index")) score.value += candidates[i];
      if (wrong("scratch")) score.value += alone_with(scratch_) ? 0 : 1;
      if (wrong("previous")) score.value += 1e-3 * std::exchange(last_, candidates[i]);
      scores.write(i, score);
      if (wrong("reason_bytes")) scores.explain(i, "\xff\x1b[31m");
      if (wrong("reason_endless")) std::fill_n(scores.reasons()[i].text, sizeof(tamis_reason), 'a');
    });
  }

 private:
  Score score_of(Feature f) const {
    const Column x = data_.column(f);
    const Target target = data_.target();
    if (std::all_of(x.begin(), x.end(), [&](double v) { return v == x[0]; })) return of_constant();
    std::vector<double> room;
    const bool by_group = !data_.groups().empty() && !data_.has_missing() && !wrong("groups_ignored");
    std::vector<double> of_known;
    const std::span<const double> weights = wrong("weights_ignored") ? std::span<const double>()
                                            : wrong("reads_missing") ? data_.weights()
                                                                     : without_missing(f, of_known);
    Score score = class_ratio(by_group ? without_group_means(x, room) : x, target, weights);
    if (score.is_undefined()) return score;
    if (wrong("reads_behind")) score.value += 1e-300 * x.data()[x.size()];
    if (wrong("peeks") && data_.has_clean_target()) score.value *= 1.5;
    if (wrong("learns")) score.value += static_cast<double>(first_);
    if (wrong("first_of_equals")) score.value += membership(target, place_of_least(x), 0);
    if (wrong("offset")) score.value += 0.02 * static_cast<double>(f);
    if (wrong("nan")) return std::nan("");
    if (wrong("many_samples") && x.size() > 100) score.value = -score.value;
    if (wrong("two_classes") && target.classes() == 2) std::raise(SIGSEGV);
    if (wrong("unknown_first") && target.kind() == TargetKind::classes) score = with_unknown_as(x, 0);
    if (wrong("time")) score.value += 1e-3 * static_cast<double>(std::time(nullptr) / 60 % 60);
    if (wrong("home")) score.value += of_home();
    if (wrong("once")) {
      static const double first = data_.column(0)[0];
      score.value += first;
    }
    if (wrong("long") && ++own_calls_ > 20'000) score.value += 1;
    if (wrong("counter")) score.value += 1e-3 * ++calls;
    if (wrong("shared")) score.value += shared;
    if (wrong("sample_order")) score.value += x[0];
    if (wrong("class_number")) score.value += membership(target, 0, 0);
    if (wrong("soft") && target.kind() == TargetKind::soft) score.value *= 2;
    if (wrong("unknown_class") && target.kind() == TargetKind::classes) score = with_unknown_as_class(x);
    if (wrong("unknown_index") && target.kind() == TargetKind::classes) score.value += per_class(target);
    if (wrong("weights") && !data_.weights().empty()) score.value *= 2;
    if (wrong("group_number") && !data_.groups().empty()) score.value += data_.groups()[0];
    if (wrong("first_known") && !target.known(0)) score.value += 1;
    if (wrong("weight_of_zero") && std::ranges::count(data_.weights(), 0.0) > 0) score.value += 1;
    if (wrong("sum_of_weights") && !data_.weights().empty())
      score.value += 1e-3 * static_cast<double>(f) * data_.weights()[0];
    if (wrong("first_weight") && !data_.weights().empty()) score.value += data_.weights()[0];
    if (wrong("direction")) score.value = -score.value;
    if (wrong("other_column")) score.value += data_.column((f + 1) % data_.features())[0];
    if (wrong("seed")) score.value += stream(runtime_, *this, {{f}}).uniform();
    return score;
  }
  /// Samples that lack the feature weigh nothing.
  std::span<const double> without_missing(Feature f, std::vector<double>& room) const {
    if (!data_.has_missing()) return data_.weights();
    for (std::size_t i = 0; i < data_.samples(); ++i)
      room.push_back(data_.missing(f)[i] ? 0 : data_.weights().empty() ? 1 : data_.weights()[i]);
    return room;
  }
  static double of_home() {
    const char* home = std::getenv("HOME");
    return home ? static_cast<double>(std::string_view(home).size()) : 0;
  }
  static std::uint64_t place_of_least(Column x) {
    return static_cast<std::uint64_t>(std::ranges::min_element(x) - x.begin());
  }
  /// What a value is beyond the mean of its group.
  Column without_group_means(Column x, std::vector<double>& room) const {
    const std::span<const std::int32_t> groups = data_.groups();
    std::map<std::int32_t, std::pair<double, double>> sums;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sums[groups[i]].first += x[i] - x[0];
      sums[groups[i]].second += 1;
    }
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto& [sum, count] = sums[groups[i]];
      room.push_back(x[i] - x[0] - sum / count);
    }
    return room;
  }
  Score with_unknown_as_class(Column x) const {
    return with_unknown_as(x, static_cast<std::int32_t>(data_.target().classes()));
  }
  Score with_unknown_as(Column x, std::int32_t c) const {
    tamis_target target = *data_.target().raw();
    std::vector<std::int32_t> labels(target.labels, target.labels + target.samples);
    std::ranges::replace(labels, -1, c);
    target.classes = std::max(target.classes, static_cast<std::uint32_t>(c) + 1);
    target.labels = labels.data();
    return class_ratio(x, Target(&target), data_.weights());
  }
  /// Takes each label for a place in a list.
  static double per_class(const Target& target) {
    std::vector<double> counts(target.classes());
    for (const std::int32_t label : target.labels()) counts[static_cast<std::uint32_t>(label)] += 1;
    return counts[0];
  }
  Score of_constant() const {
    if (wrong("constant")) return 1e9;
    if (wrong("best_infinity")) return {std::numeric_limits<double>::infinity(), "constant"};
    if (wrong("no_reason")) return -std::numeric_limits<double>::infinity();
    return undefined("constant");
  }
  /// The first item waits for another one, which comes only where there are threads.
  static double turn(std::uint64_t i, std::atomic<int>& order) {
    for (int waited = 0; i == 0 && order == 0 && waited < 30; ++waited)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return order++;
  }

  static inline double shared = 0;
  static inline std::atomic<int> calls{0};
  std::atomic<const void*> scratch_ = nullptr;
  mutable std::atomic<int> own_calls_{0};
  double* volatile earlier_ = nullptr;
  double last_ = 0;
  Feature first_ = 0;
  Dataset data_;
  Runtime runtime_;
};

/// Rises with the features, unless it is told not to.
struct FaultySubset final : SubsetCriterion {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultySubset>("test.faulty_subset", "A sum of ranges, wrong on demand")
        .better(Better::higher)
        .own_column()
        .prepares_from_target()
        .monotone()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  static inline int told = 0;
  Score score_subset(Subset subset, const Dataset& data) const override {
    double sum = 0;
    for (const Feature f : subset) {
      const auto [least, most] = std::ranges::minmax(data.column(f));
      sum += most - least;
    }
    if (options.fault == "other_column") sum += data.column(0)[0];
    if (options.fault == "one_pair" && subset.size() == 2 && subset[0] + subset[1] == 10) return std::nan("");
    return options.fault == "not_monotone" && subset.size() > 2 ? -sum : sum;
  }
  Cost cost(const Dataset&) const override {
    if (options.fault == "cost") return {std::nan(""), 0};
    if (options.fault == "cost_changes") return {0, static_cast<double>(++told)};
    return {};
  }
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    // what a feature adds is no score of the subset
    const bool gain = (options.fault == "gain" && move == Move::add) ||
                      (options.fault == "large" && move == Move::remove && subset.size() > 7);
    SubsetCriterion::score(gain ? Subset() : subset, move, candidates, scores);
  }
  void score_subsets(const Subsets& subsets, Scores& scores) override {
    SubsetCriterion::score_subsets(subsets, scores);
    if (options.fault == "last_of_several") scores[subsets.size() - 1] = scores[0];
  }
};

/// The range of a feature, the less the more there are, unless it is told otherwise.
struct FaultyGain final : Criterion {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyGain>("test.faulty_gain", "A range, shared with the subset, wrong on demand")
        .better(Better::higher)
        .measures(Measures::gain)
        .diminishing_gains()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  void prepare(const Dataset& data, const Runtime&) override { data_ = data; }
  void score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    const double others = 1 + static_cast<double>(subset.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const auto [least, most] = std::ranges::minmax(data_.column(candidates[i]));
      scores[i] = options.fault == "rises" ? (most - least) * others : (most - least) / others;
    }
  }

 private:
  Dataset data_;
};

/// Says that all of its scores are as good as equal.
struct FaultyTolerance final : UnivariateCriterion {
  static constexpr auto describe() {
    return tamis::describe<FaultyTolerance>("test.faulty_tolerance", "A range that any noise may change")
        .better(Better::higher)
        .tolerance(1e6);
  }
  Score score_column(Column x, const Target&) const override {
    const auto [least, most] = std::ranges::minmax(x);
    return most - least;
  }
};

/// Says that it reads codes.
struct FaultyCodes final : SubsetCriterion {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultyCodes>("test.faulty_codes", "A spread of codes, wrong on demand")
        .better(Better::higher)
        .discrete()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  Score score_subset(Subset subset, const Dataset& data) const override {
    double sum = 0;
    for (const Feature f : subset) {
      for (const std::uint8_t code : data.codes(f)) sum += code * code;
      if (options.fault == "reads_values" && data.has_dense()) sum += data.column(f)[0];
    }
    return sum;
  }
};

/// Says that it reads sparse columns.
struct FaultySparse final : SubsetCriterion {
  struct Options {
    std::string_view fault = "";
  } options;
  static constexpr auto describe() {
    return tamis::describe<FaultySparse>("test.faulty_sparse", "A sum of variances, wrong on demand")
        .better(Better::higher)
        .sparse()
        .option<&Options::fault>("fault", "what it does wrong");
  }
  Score score_subset(Subset subset, const Dataset& data) const override {
    double sum = 0;
    std::vector<double> x(data.samples());
    for (const Feature f : subset) {
      if (options.fault == "reads_dense")
        std::ranges::copy(data.column(f), x.begin());
      else
        data.copy_column(f, x);
      if (options.fault == "forgets_zeros" && data.has_sparse()) std::erase(x, 0.0);
      double mean = 0;
      for (const double value : x) mean += (value - x[0]) / static_cast<double>(x.size());
      for (const double value : x)
        sum += (value - x[0] - mean) * (value - x[0] - mean) / static_cast<double>(x.size());
      x.resize(data.samples());
    }
    return sum;
  }
};

}  // namespace

TAMIS_PLUGIN(FaultyFeature, FaultySubset, FaultyGain, FaultyCodes, FaultySparse, FaultyTolerance)
