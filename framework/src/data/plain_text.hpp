/// \file plain_text.hpp
/// Telling text in UTF-8 from files of other kinds.
#pragma once

#include <string>
#include <string_view>

namespace tamis::framework {

/// The text without a byte order mark. \param head  how many bytes are searched for NUL: a reader that looks
/// at all of them anyway needs only as many as tell binary data from text.
/// \throws DataError  UTF-16, an archive, a binary format, a NUL byte
std::string_view plain_text(std::string_view bytes, const std::string& path,
                            std::size_t head = std::string_view::npos);

/// \param position  of the NUL byte. \throws DataError  with its line
[[noreturn]] void refuse_nul(std::string_view bytes, const std::string& path, std::size_t position);

}  // namespace tamis::framework
