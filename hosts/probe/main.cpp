/// tamis_probe FILE: loads a plugin that nobody has met before, where it can hurt nobody, and says what
/// happened to the program that asked.
#include <tamis/errors.hpp>
#include <tamis/framework/kernel/elf_note.hpp>
#include <tamis/framework/kernel/probe.hpp>

int main(int argc, char** argv) try {
  using namespace tamis::framework;
  if (argc != 2) return 2;
  const ChildPipe channel(kChannelFile);
  probe_in_process(argv[1], parse_manifest(read_manifest_note(argv[1])), channel);
  channel.finish();
  return 0;
} catch (const tamis::Error&) {  // another file than the one that was judged
  return 1;
}
