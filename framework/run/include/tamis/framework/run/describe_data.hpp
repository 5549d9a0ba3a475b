/// \file describe_data.hpp
/// Data in words and as JSON: what results and errors say of them.
#pragma once

#include <tamis/errors.hpp>
#include <tamis/framework/data/loaded_data.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// {"samples": n, "features": d, "target": {"kind", "classes", "known"}}; "relevant": names, where the truth
/// is known.
nlohmann::json describe_data(const LoadedData& loaded);

std::vector<std::string> feature_names(const Dataset& data);

/// The features with these names, sorted, each once.
/// \param who  names them, for messages: "search.always".
/// \throws ParamError  a name that does not exist, or that several features have.
std::vector<Feature> find_features(const Dataset& data, const std::vector<std::string>& names,
                                   const std::string& who);

/// The same error with the feature, sample or class by the name that the user knows.
[[noreturn]] void raise_named(const Error& e, const LoadedData& data);

}  // namespace tamis::framework
