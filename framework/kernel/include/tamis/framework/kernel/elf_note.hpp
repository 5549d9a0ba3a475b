/// \file elf_note.hpp
/// Reads a plugin's manifest out of its file without loading it.
#pragma once

#include <filesystem>
#include <string>

namespace tamis::framework {

/// The text of the TAMIS note of a 64-bit ELF file. Every offset is checked against the file's size, so a
/// truncated or hostile file gives an error, never a bad read. Cost: one mmap, a few pages touched.
/// \throws PluginError  when the file cannot be read, is no shared library for this machine,
///                      or holds no manifest.
std::string read_manifest_note(const std::filesystem::path& file);

}  // namespace tamis::framework
