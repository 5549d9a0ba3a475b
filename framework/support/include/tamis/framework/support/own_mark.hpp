/// \file own_mark.hpp
/// Marks files that tamis wrote if their contents alone (a table in CSV, say) do not show it: an extended attribute
/// holds the digest of what was written.
#pragma once

#include <filesystem>
#include <string_view>

namespace tamis::framework {

/// \param file  a descriptor of a regular file that holds `text`. Where the file system has no such attributes,
///   nothing happens.
void mark_as_own(int file, std::string_view text);

/// Whether tamis wrote the file and nobody changed it since. False where that cannot be known. O(bytes of the file)
bool is_own_and_unchanged(const std::filesystem::path& file);

}  // namespace tamis::framework
