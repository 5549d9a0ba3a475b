/// \file variation.hpp
/// The configs that one config of an experiment stands for: every combination of the values under [vary], and
/// in each every [[method]].
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tamis::framework {

/// Reads the config anew each time. A tree is taken apart to make another one of it, as a copy would forget
/// the lines that messages name.
using ConfigSource = std::function<toml::table()>;

/// One key that takes several values in turn.
struct Axis {
  std::string key;                  ///< "corrupt.rate"
  std::vector<std::string> labels;  ///< of its values, for tables
  std::vector<double> numbers;      ///< the values where all are numbers, else empty
};

/// The lists under [vary], and hide_labels where it is a list, in the order of the file.
/// \throws ParamError  [vary] holds something else than lists, an empty one, or a key that cannot vary.
std::vector<Axis> axes_of(const toml::table& config);

/// All combinations of values, the last axis fastest: one index per axis. One empty one without axes.
/// \throws ParamError  there are more than 100 000.
std::vector<std::vector<std::size_t>> points_of(const std::vector<Axis>& axes);

/// How many [[method]] there are; 1 without any.
/// \throws ParamError  they are no tables.
std::size_t methods_of(const toml::table& config);

/// The config of a run: the values of a point in their places, the keys of the method over those of the top,
/// without the keys of the experiment but for [corrupt] and hide_labels. A table is laid over the one in its
/// place; one that names a component
/// (`use`) replaces it.
/// \param config  as read; used up.
/// \param method  below methods_of().
toml::table variation(toml::table config, const std::vector<Axis>& axes,
                      const std::vector<std::size_t>& point, std::size_t method);

}  // namespace tamis::framework
