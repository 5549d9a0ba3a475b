/// \file elf_file.hpp
/// A shared library as a file: read through one mmap, loaded by nobody.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A read-only view of a file, unmapped at the end of its life.
class MappedFile {
 public:
  /// \throws PluginError  when it cannot be read, is empty or is no regular file.
  explicit MappedFile(const std::filesystem::path& file);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_;
  std::size_t size_ = 0;
};

/// A struct copied from `at`, or nothing where it would reach past the end.
template <class T>
std::optional<T> read_at(std::string_view bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// A 64-bit shared library for this machine. Every offset is checked against the file's size, so a truncated
/// or hostile file gives an error, never a bad read.
class ElfFile {
 public:
  /// \throws PluginError  when the file cannot be read, is no shared library for this machine,
  ///                      or is cut short.
  explicit ElfFile(const std::filesystem::path& file);

  std::string_view bytes() const { return mapped_.bytes(); }
  /// What is mapped when the library is loaded; each lies within the file.
  const std::vector<Elf64_Phdr>& segments() const { return segments_; }
  /// Those that lie within the file; empty where the table of sections was stripped.
  std::vector<Elf64_Shdr> sections() const;

 private:
  MappedFile mapped_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace tamis::framework
