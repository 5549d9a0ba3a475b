/// \file trusted_path.hpp
/// Which files and folders nobody else can change.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

namespace tamis::framework {

/// Why a folder or file cannot be trusted, or "". Trusted is what only the user, the owner of this program or
/// root (and the user's private group) can change, with every folder above it.
std::string refuse_path(const std::filesystem::path& path);

/// Whether somebody else than the user, the owner of this program or root could put a file, or a
/// link, into a folder.
/// \param folder  as stat() describes it.
bool others_can_add_to(const struct stat& folder);

}  // namespace tamis::framework
