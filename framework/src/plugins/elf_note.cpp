#include <tamis/framework/plugins/elf_note.hpp>

#include <tamis/errors.hpp>

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

namespace tamis::framework {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr Elf64_Half kMachine = EM_RISCV;
#else
#error "tell elf_note.cpp which ELF machine this is"
#endif

/// A read-only view of a file, unmapped at the end of its life.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& file) {
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
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (data_ != MAP_FAILED) ::munmap(data_, size_);
  }

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  void* data_ = MAP_FAILED;
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
  const MappedFile mapped(file);
  const std::string_view bytes = mapped.bytes();
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    throw PluginError(
        "it is not a shared library (no ELF header); copy it again, or take it out of the folder");
  constexpr unsigned char kByteOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != kByteOrder ||
      header->e_machine != kMachine || header->e_type != ET_DYN)
    throw PluginError("it is a program, or a library for another machine; build the plugin for this one");
  constexpr unsigned kMostSegments = 256;  // a linker writes about ten
  for (unsigned i = 0; i < std::min<unsigned>(header->e_phnum, kMostSegments); ++i) {
    const auto segment = read_at<Elf64_Phdr>(bytes, header->e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr));
    if (!segment) throw PluginError("it is cut short; copy or build it again");
    if (segment->p_offset > bytes.size() || segment->p_filesz > bytes.size() - segment->p_offset)
      throw PluginError("it is cut short; copy or build it again");
    if (segment->p_type != PT_NOTE) continue;
    const std::uint64_t alignment = segment->p_align == 8 ? 8 : 4;
    if (auto text = find_note(bytes.substr(segment->p_offset, segment->p_filesz), alignment)) return *text;
  }
  throw PluginError(
      "it holds no tamis manifest, so it is no tamis plugin; take it out of the folder (in a plugin, "
      "TAMIS_PLUGIN writes one)");
}

}  // namespace tamis::framework
