#include <tamis/framework/kernel/elf_note.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/elf_file.hpp>

#include <string_view>

namespace tamis::framework {
namespace {

constexpr std::uint64_t padded(std::uint64_t size, std::uint64_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

/// The TAMIS note of one PT_NOTE segment.
std::optional<std::string> find_note(std::string_view notes, std::uint64_t alignment) {
  std::uint64_t at = 0;
  while (const auto header = read_at<Elf64_Nhdr>(notes, at)) {
    at += sizeof(Elf64_Nhdr);
    const std::uint64_t text = at + padded(header->n_namesz, alignment);
    if (text > notes.size() || notes.size() - text < header->n_descsz) return std::nullopt;
    if (notes.substr(at, header->n_namesz) == std::string_view("TAMIS\0", 6))
      return std::string(notes.substr(text, header->n_descsz));
    at = text + padded(header->n_descsz, alignment);
  }
  return std::nullopt;
}

}  // namespace

std::string read_manifest_note(const std::filesystem::path& file) {
  const ElfFile elf(file);
  for (const Elf64_Phdr& segment : elf.segments()) {
    if (segment.p_type != PT_NOTE) continue;
    const std::uint64_t alignment = segment.p_align == 8 ? 8 : 4;
    if (auto text = find_note(elf.bytes().substr(segment.p_offset, segment.p_filesz), alignment))
      return *text;
  }
  throw PluginError(
      "it holds no tamis manifest, so it is no tamis plugin; take it out of the folder (in a plugin, "
      "TAMIS_PLUGIN writes one)");
}

}  // namespace tamis::framework
