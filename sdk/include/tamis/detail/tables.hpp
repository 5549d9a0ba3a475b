/// \file tables.hpp
/// All interfaces across the boundary.
#pragma once

#include <tamis/detail/criterion_table.hpp>
#include <tamis/detail/distance_metric_table.hpp>
#include <tamis/detail/noise_model_table.hpp>
#include <tamis/detail/search_strategy_table.hpp>
