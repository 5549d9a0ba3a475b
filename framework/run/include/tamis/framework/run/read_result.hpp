/// \file read_result.hpp
/// The result of an earlier selection, read again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace tamis::framework {

/// \return an object with its "tamis_result" and a list, its "ranking"; nothing else in it was looked at.
/// \throws DataError  it cannot be read, or is no result of a selection.
nlohmann::json read_result(const std::filesystem::path& file);

}  // namespace tamis::framework
