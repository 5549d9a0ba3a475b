/// \file soft_names.hpp
/// How columns of probabilities are called by their classes.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// The classes of columns: p_mine, p_rock (or prob_..., proba_..., probability_...) are mine and rock where
/// all begin alike; other names are those of the classes.
std::vector<std::string> classes_of_columns(std::vector<std::string> columns);

/// Names of columns for classes, of which classes_of_columns() gives the classes back: their own, or where
/// those look like probabilities of others, with "p_" before.
std::vector<std::string> columns_of_classes(std::vector<std::string> classes);

}  // namespace tamis::framework
