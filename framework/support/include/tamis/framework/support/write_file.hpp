/// \file write_file.hpp
/// Files are written whole, or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace tamis::framework {

/// Before a long run: whether `file` could be written at its end.
/// \throws DataError
void check_writable(const std::filesystem::path& file);

/// Whether what is written there goes on as a stream: to an open descriptor, a pipe or a device.
bool is_stream(const std::filesystem::path& file);

/// Puts a new file in the place of `file`, so that a reader never sees half of one and a failure leaves the
/// old one: written without a name (where the file system can), synced with its folder, with the mode of the
/// old one. A symbolic link is followed, but for one in a folder that others can write to. A pipe or device
/// is written as it is, an open descriptor (/dev/stdout, /dev/fd/3) from its present position.
/// \throws DataError  it cannot be written, with the reason.
void write_file(const std::filesystem::path& file, std::string_view text);

/// The same for what can be made again at any time: it is not synced, and only a file is replaced, so nobody
/// has to wait for the reader of a pipe.
/// \throws DataError
void write_cache(const std::filesystem::path& file, std::string_view text);

}  // namespace tamis::framework
