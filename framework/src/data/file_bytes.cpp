#include "file_bytes.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tamis/errors.hpp>
#include <tamis/framework/blocking_read.hpp>
#include <tamis/framework/text.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace tamis::framework {
namespace {

namespace fs = std::filesystem;

std::string missing_file(const std::string& path) {
  const fs::path wanted(path);
  fs::path folder = wanted.parent_path();
  const std::string shown = folder.empty() ? "the current folder" : in_quotes(folder.string());
  if (folder.empty()) folder = ".";
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    names.push_back(it->path().filename().string());
  if (error) return escaped(path) + ": no such file; there is no folder " + shown;
  std::sort(names.begin(), names.end());  // the order of a folder is no order
  const std::string hint = did_you_mean(wanted.filename().string(), names);
  return escaped(path) + ": no such file" + (hint.empty() ? " in " + shown : hint);
}

[[noreturn]] void fail_to_read(const std::string& path, int error) {
  throw DataError(escaped(path) + ": cannot be read: " + std::strerror(error));
}

// Pipes and the like have no size and no map.
FileBytes read_all(int file, const std::string& path) {
  std::size_t size = 0, room = 1 << 16;
  std::unique_ptr<char, decltype(&std::free)> block(static_cast<char*>(std::malloc(room)), &std::free);
  for (;;) {
    if (!block) throw std::bad_alloc();
    const ssize_t got = ::read(file, block.get() + size, room - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(path, errno);
    if (got == 0) return FileBytes::adopt(block.release(), size);
    size += static_cast<std::size_t>(got);
    if (size < room) continue;
    char* grown = static_cast<char*>(std::realloc(block.get(), room * 2));
    if (!grown) throw std::bad_alloc();
    (void)block.release();
    block.reset(grown);
    room *= 2;
  }
}

}  // namespace

struct FileBytes::File {
  std::string path;
  int number = -1;
  File(const std::string& name, int descriptor) : path(name), number(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number >= 0) ::close(number);
  }
};

FileBytes FileBytes::adopt(char* block, std::size_t size) {
  FileBytes out;
  out.owner_ = std::shared_ptr<const char>(block, [](const char* p) { std::free(const_cast<char*>(p)); });
  out.view_ = {block, size};
  return out;
}

FileBytes FileBytes::open(const std::string& path) {
  if (path.empty())
    throw DataError("the path of the data is empty; name a CSV, TSV, NPY, ARFF or LIBSVM file");
  if (path.find('\0') != std::string::npos) throw DataError("the path of the data contains a NUL byte");
  const BlockingRead reading(path);
  const auto file = std::make_shared<const File>(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file->number < 0) {
    if (errno == ENOENT || errno == ENOTDIR) throw DataError(missing_file(path));
    fail_to_read(path, errno);
  }
  struct stat status {};
  if (::fstat(file->number, &status) != 0) fail_to_read(path, errno);
  if (S_ISDIR(status.st_mode)) throw DataError(escaped(path) + ": is a folder; name a file in it");
  if (!S_ISREG(status.st_mode)) return read_all(file->number, path);
  const std::size_t size = static_cast<std::size_t>(status.st_size);
  // Files of /proc say that they are empty.
  if (size == 0) return read_all(file->number, path);
  void* map = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->number, 0);
  if (map == MAP_FAILED) return read_all(file->number, path);
  ::madvise(map, size, MADV_WILLNEED);
  FileBytes out;
  out.file_ = file;
  out.owner_ = std::shared_ptr<const char>(static_cast<const char*>(map),
                                           [size](const char* p) { ::munmap(const_cast<char*>(p), size); });
  out.view_ = {static_cast<const char*>(map), size};
  return out;
}

void FileBytes::read(std::size_t offset, std::span<char> to) const {
  if (!file_) {
    std::memcpy(to.data(), view_.data() + offset, to.size());
    return;
  }
  while (!to.empty()) {
    const ssize_t got = ::pread(file_->number, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(file_->path, errno);
    if (got == 0)
      throw DataError(escaped(file_->path) +
                      ": became shorter while it was read; wait until it is written, and try again");
    to = to.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::size_t>(got);
  }
}

}  // namespace tamis::framework
