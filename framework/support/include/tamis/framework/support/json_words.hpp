/// \file json_words.hpp
/// What is wrong with JSON that somebody changed, without the words of the library that read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <exception>
#include <string>

namespace tamis::framework {

/// \param e  a nlohmann::json::exception.
/// \return "a number is where a text is expected", "the key 'data' is missing", "byte 7 is no JSON"
std::string json_words(const std::exception& e);

}  // namespace tamis::framework
