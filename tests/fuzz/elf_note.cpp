// A shared library as a file: its sections, and the note that holds the manifest.
#include <tamis/framework/kernel/elf_note.hpp>

#include "harness.hpp"
#include "memory_file.hpp"

#include <tamis/framework/support/elf_file.hpp>

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness elf_note("elf_note", [](tamis::fuzz::Input input) {
  const tamis::fuzz::MemoryFile file(input.rest());
  tamis::fuzz::refusal([&] { tamis::fuzz::use(read_manifest_note(file.path())); });
  tamis::fuzz::refusal([&] { tamis::fuzz::use(ElfFile(file.path()).sections()); });
});

}  // namespace
