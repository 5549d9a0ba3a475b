/// \file html_report.hpp
/// A result as a page for people.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace tamis::framework {

/// A result as JSON: of a selection, of an estimate of label noise, or the summary of an experiment.
struct NamedResult {
  std::string name;  ///< of its file, for headings and messages
  const nlohmann::json* json = nullptr;
};

/// One HTML file that needs nothing else: no network, no other file. If there are several results, a comparison comes
/// first, then each. Texts from data are escaped. The same results give the same bytes. O(the size of the
/// results).
/// \param results  one or more.
/// \throws DataError  a value is no result of tamis, or a damaged one.
std::string html_report(std::span<const NamedResult> results);

/// Which kind of result it is: "selection", "label noise", "experiment"; "" where it is none.
std::string_view kind_of_result(const nlohmann::json& result);

}  // namespace tamis::framework
