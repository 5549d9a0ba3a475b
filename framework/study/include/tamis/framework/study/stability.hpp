/// \file stability.hpp
/// The table [stability] of a config, and what it asks for: which features are selected from other samples.
#pragma once

#include <tamis/framework/study/rank_intervals.hpp>
#include <tamis/framework/study/stability_index.hpp>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tamis::framework {

/// The keys of [stability]: how often the selection is repeated, on which share of the samples.
struct StabilityOptions {
  std::uint64_t resamples = 50;
  /// The share of the samples in each resample: half of them, as in Meinshausen, Buehlmann, Stability Selection, JRSS
  /// B 72 (2010). They are drawn without replacement, as a bootstrap's copies are neighbours at distance 0.
  double share = 0.5;
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
StabilityOptions parse_stability(const toml::table& table);

/// How stable the selection is when other samples are drawn.
struct Stability {
  StabilityOptions options;
  std::uint64_t samples = 0;        ///< in each resample; about as many where groups are kept whole
  bool groups_whole = false;        ///< a resample has all of a group or nothing of it
  std::uint64_t finished = 0;       ///< of the resamples
  std::vector<double> selected_in;  ///< share of the finished ones that selected a feature; empty: none is
  /// Of each feature over the finished ones; empty: none is. How wide they are depends on the share: parts of half of the
  /// samples differ as tables of all samples do (the variance of a mean is (1 / share - 1) times that of all
  /// samples), smaller parts by more, larger ones by less.
  std::vector<RankInterval> ranks;
  double mean_selected = 0;  ///< features per resample
  StabilityIndex index;      ///< over the features that the user has not demanded
};

nlohmann::json to_json(const Stability& stability, const std::vector<std::string>& feature_names);
/// One line for people.
std::string to_line(const Stability& stability);

}  // namespace tamis::framework
