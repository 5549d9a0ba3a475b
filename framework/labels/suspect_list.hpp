/// \file suspect_list.hpp
/// The list of labels that look wrong, or of all, for people and for programs.
#pragma once

#include <tamis/framework/labels/label_noise.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// What is judged: labels, or the majorities of votes.
inline const char* judged(const LabelNoise& noise) { return noise.crowd ? "majorities" : "labels"; }
inline const char* judged_one(const LabelNoise& noise) { return noise.crowd ? "majority" : "label"; }

/// The names of a suspect's cells, in the order of list_json() and to_csv().
std::vector<std::string> cell_columns(const LabelNoise& noise);

/// `list` is noise.suspects or noise.all; the latter says of each whether it is a suspect.
nlohmann::json list_json(const LabelNoise& noise, const std::vector<Suspect>& list);

/// How many labels look wrong, and the first `most_rows` (0: all) of the list, as wide as to_text() says.
std::string list_text(const LabelNoise& noise, std::size_t most_rows, std::size_t most_columns);

}  // namespace tamis::framework
