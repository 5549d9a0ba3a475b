#include "redirected_calls.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <type_traits>

namespace tamis::framework::conformance {
namespace {

/// Where a loaded library keeps what it knows of itself.
struct Dynamic {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * plt = nullptr, *others = nullptr;
  std::size_t plt_bytes = 0, other_bytes = 0;
};

Dynamic dynamic_of(const link_map& map) {
  Dynamic d;
  for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto at = [&](auto& pointer) {
      pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(entry->d_un.d_ptr);
    };
    if (entry->d_tag == DT_SYMTAB) at(d.symbols);
    if (entry->d_tag == DT_STRTAB) at(d.names);
    if (entry->d_tag == DT_JMPREL) at(d.plt);
    if (entry->d_tag == DT_RELA) at(d.others);
    if (entry->d_tag == DT_PLTRELSZ) d.plt_bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_RELASZ) d.other_bytes = entry->d_un.d_val;
  }
  return d;
}

/// The pages behind the table of addresses were made read-only once it was filled.
void write_slot(std::uintptr_t slot, std::uintptr_t value) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  void* const begin = reinterpret_cast<void*>(slot / page * page);
  if (::mprotect(begin, page, PROT_READ | PROT_WRITE) != 0) return;
  std::memcpy(reinterpret_cast<void*>(slot), &value, sizeof value);
}

void redirect(const link_map& map, const Dynamic& d, const ElfW(Rela) * relocations, std::size_t bytes,
              const Answers& answers) {
  for (std::size_t i = 0; relocations && i < bytes / sizeof(ElfW(Rela)); ++i) {
    const std::size_t symbol = ELF64_R_SYM(relocations[i].r_info);
    if (symbol == 0) continue;
    const auto answer = answers.find(d.names + d.symbols[symbol].st_name);
    if (answer != answers.end()) write_slot(map.l_addr + relocations[i].r_offset, answer->second);
  }
}

}  // namespace

void redirect_calls(const std::filesystem::path& file, const Answers& answers) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD);
  link_map* map = nullptr;
  if (!library || ::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
  const Dynamic d = dynamic_of(*map);
  redirect(*map, d, d.plt, d.plt_bytes, answers);
  redirect(*map, d, d.others, d.other_bytes, answers);
}

}  // namespace tamis::framework::conformance
