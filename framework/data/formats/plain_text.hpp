/// \file plain_text.hpp
/// Telling text in UTF-8 from files of other kinds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The text without a byte order mark.
/// \param text  a file, or enough of its beginning to distinguish binary data from text.
/// \throws DataError  UTF-16, an archive, a binary format, a NUL byte
std::string_view plain_text(std::string_view text, const std::string& path);

/// \throws DataError  that there is a NUL byte in this line
[[noreturn]] void refuse_nul(const std::string& path, std::uint64_t line);

}  // namespace tamis::framework
