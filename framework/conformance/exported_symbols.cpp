#include "exported_symbols.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/elf_file.hpp>

#include <algorithm>

namespace tamis::framework::conformance {
namespace {

[[noreturn]] void refuse() {
  throw PluginError("its table of dynamic symbols is missing or damaged; build it again");
}

bool is_exported(const Elf64_Sym& symbol) {
  const unsigned visibility = ELF64_ST_VISIBILITY(symbol.st_other);
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL &&
         (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

}  // namespace

std::vector<std::string> exported_symbols(const std::filesystem::path& file) {
  const ElfFile elf(file);
  const std::vector<Elf64_Shdr> sections = elf.sections();
  const auto table = std::find_if(sections.begin(), sections.end(),
                                  [](const Elf64_Shdr& s) { return s.sh_type == SHT_DYNSYM; });
  if (table == sections.end() || table->sh_link >= sections.size()) refuse();
  const Elf64_Shdr& texts = sections[table->sh_link];
  const std::string_view names = elf.bytes().substr(texts.sh_offset, texts.sh_size);
  const std::string_view symbols = elf.bytes().substr(table->sh_offset, table->sh_size);
  std::vector<std::string> exported;
  for (std::uint64_t at = 0; const auto symbol = read_at<Elf64_Sym>(symbols, at); at += sizeof(Elf64_Sym)) {
    if (!is_exported(*symbol)) continue;
    const std::size_t end = names.find('\0', symbol->st_name);
    if (end == std::string_view::npos) refuse();
    exported.emplace_back(names.substr(symbol->st_name, end - symbol->st_name));
  }
  std::sort(exported.begin(), exported.end());
  return exported;
}

}  // namespace tamis::framework::conformance
