/// \file two_classes.hpp
/// Data of which it is known what matters, and runs on them.
#pragma once

#include "fixture.hpp"

#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace tamis::framework::test {

/// Two classes of n / 2 in turns. Feature j tells them apart by shifts[j] deviations.
inline LoadedData two_classes(std::size_t n, const std::vector<double>& shifts, std::uint64_t seed = 3) {
  Rng rng(seed);
  std::vector<std::vector<double>> columns(shifts.size(), std::vector<double>(n));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.name = "class";
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < n; ++i) target.labels.push_back(static_cast<std::int32_t>(i % 2));
  for (std::size_t j = 0; j < shifts.size(); ++j)
    for (std::size_t i = 0; i < n; ++i) {
      for (int k = 0; k < 12; ++k) columns[j][i] += rng.uniform() - 0.5;  // about normal
      if (i % 2) columns[j][i] += shifts[j];
    }
  return LoadedData::from_columns(columns, {}, target);
}

inline StudyResult run(const std::string& config, LoadedData data, int threads = 1,
                       Observer* observer = nullptr, RuntimeOptions options = {}) {
  Registry registry = test_registry();
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  options.seed = parsed.seed;
  options.threads = threads;
  Observer silent;
  return study(registry, Defaults(), parsed, std::move(data), options, observer ? *observer : silent);
}

/// Stops the run after some units of one kind.
class Stopper final : public Observer {
 public:
  Stopper(std::string what, std::uint64_t after) : what_(std::move(what)), after_(after) {}
  void progress(std::string_view what, std::uint64_t done, std::uint64_t) override {
    if (what == what_ && done >= after_) stop = true;
  }
  std::atomic<bool> stop{false};

 private:
  std::string what_;
  std::uint64_t after_;
};

/// Holds the run up, after some units of one kind, until its time is up.
class Delayer final : public Observer {
 public:
  Delayer(std::string what, std::chrono::steady_clock::duration time)
      : what_(std::move(what)), end_(std::chrono::steady_clock::now() + time) {}
  void progress(std::string_view what, std::uint64_t done, std::uint64_t) override {
    if (what == what_ && done >= 1) std::this_thread::sleep_until(end_);
  }

 private:
  std::string what_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace tamis::framework::test
