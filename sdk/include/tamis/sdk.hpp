/// \file sdk.hpp
/// What a plugin includes.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/dataset.hpp>
#include <tamis/describe.hpp>
#include <tamis/diagnostics.hpp>
#include <tamis/distance_metric.hpp>
#include <tamis/errors.hpp>
#include <tamis/noise_model.hpp>
#include <tamis/plugin.hpp>
#include <tamis/rng.hpp>
#include <tamis/runtime.hpp>
#include <tamis/search_strategy.hpp>
