/// \file sections.hpp
/// What each kind of result has to show, section by section.
#pragma once

#include "page.hpp"

#include <tamis/framework/report/html_report.hpp>

#include <nlohmann/json.hpp>

#include <optional>

namespace tamis::framework {

/// Tables of more rows say that the result has the rest.
inline constexpr std::size_t kMostRows = 5000;
/// Charts of more features show the first ones.
inline constexpr std::size_t kMostBars = 30;

/// NaN where it is null or missing.
double number(const nlohmann::json& object, const char* key);
/// The number as people read it, "" of NaN.
std::string shown_number(double v);
/// The numbers of a list of `rows` lists of `columns` numbers, row by row; NaN where one is null.
/// \throws std::out_of_range  they are more or fewer.
std::vector<double> matrix(const nlohmann::json& lists, std::size_t rows, std::size_t columns);
/// "sonar.csv", the name of a generator, or "data of a program".
std::string data_name(const nlohmann::json& result);
/// "208 samples, 60 features, target 'class': 2 classes (M, R)".
/// \param units  what was selected from, where features of several columns are selected as one: "12 features in 23 columns".
std::string data_in_words(const nlohmann::json& data, std::optional<std::size_t> units = {});
/// A table that is longer than kMostRows says so in its caption.
std::string caption_of(const std::string& what, std::size_t rows);

// Each speaks of one result; the first paragraph says what was run, the second what was found.
void write_selection(Page& page, const nlohmann::json& result);
void write_label_noise(Page& page, const nlohmann::json& result);
void write_experiment(Page& page, const nlohmann::json& result);
/// Of two results or more: what they share, and where they differ.
void write_comparison(Page& page, std::span<const NamedResult> results);

/// Which features other samples would have led to; nothing where the result does not say.
void write_stability(Page& page, const nlohmann::json& result);
/// A chart of each table in the diagnostics of criterion and search whose name ends in "_path" (tamis/diagnostics.hpp).
void write_paths(Page& page, const nlohmann::json& result);

// What all results end with.
void write_warnings(Page& page, const nlohmann::json& result);
void write_origin(Page& page, const nlohmann::json& result);
/// \param command  that runs the config again: "select".
void write_config(Page& page, const nlohmann::json& config, const std::string& command);

}  // namespace tamis::framework
