#include <tamis/framework/support/elf_file.hpp>

#include <tamis/errors.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>

namespace tamis::framework {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr Elf64_Half kMachine = EM_RISCV;
#else
#error "tell elf_file.cpp which ELF machine this is"
#endif

constexpr unsigned kMostSegments = 256;   // a linker writes about ten
constexpr unsigned kMostSections = 4096;  // and about thirty of these

/// Whether `size` bytes from `offset` on lie within the file.
bool lies_within(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

}  // namespace

MappedFile::MappedFile(const std::filesystem::path& file) : data_(MAP_FAILED) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw PluginError(fmt::format("it cannot be opened ({})", std::strerror(errno)));
  struct stat status {};
  const bool regular = ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  if (regular && status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
  }
  ::close(fd);
  if (!regular) throw PluginError("it is not a regular file; copy the library itself there");
  if (size_ == 0) throw PluginError("it is empty; copy it again");
  if (data_ == MAP_FAILED) throw PluginError(fmt::format("it cannot be read ({})", std::strerror(errno)));
}

MappedFile::~MappedFile() {
  if (data_ != MAP_FAILED) ::munmap(data_, size_);
}

ElfFile::ElfFile(const std::filesystem::path& file) : mapped_(file) {
  const auto header = read_at<Elf64_Ehdr>(bytes(), 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    throw PluginError(
        "it is not a shared library (no ELF header); copy it again, or take it out of the folder");
  constexpr unsigned char kByteOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != kByteOrder ||
      header->e_machine != kMachine || header->e_type != ET_DYN)
    throw PluginError("it is a program, or a library for another machine; build the plugin for this one");
  header_ = *header;
  const auto cut_short = [] { return PluginError("it is cut short; copy or build it again"); };
  for (unsigned i = 0; i < std::min<unsigned>(header_.e_phnum, kMostSegments); ++i) {
    const auto segment =
        read_at<Elf64_Phdr>(bytes(), header_.e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr));
    if (!segment || !lies_within(bytes(), segment->p_offset, segment->p_filesz)) throw cut_short();
    segments_.push_back(*segment);
  }
  // the table of sections comes last, behind what is loaded
  if (!lies_within(bytes(), header_.e_shoff, std::uint64_t{header_.e_shnum} * sizeof(Elf64_Shdr)))
    throw cut_short();
}

std::vector<Elf64_Shdr> ElfFile::sections() const {
  std::vector<Elf64_Shdr> sections;
  for (unsigned i = 0; i < std::min<unsigned>(header_.e_shnum, kMostSections); ++i) {
    const auto section =
        read_at<Elf64_Shdr>(bytes(), header_.e_shoff + std::uint64_t{i} * sizeof(Elf64_Shdr));
    if (section &&
        lies_within(bytes(), section->sh_offset, section->sh_type == SHT_NOBITS ? 0 : section->sh_size))
      sections.push_back(*section);
    else
      sections.push_back({});  // a hole: sections are named by their place
  }
  return sections;
}

}  // namespace tamis::framework
