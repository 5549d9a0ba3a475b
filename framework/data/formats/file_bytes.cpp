#include <tamis/framework/data/file_bytes.hpp>

#include "grown_block.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/blocking_call.hpp>
#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/sha256.hpp>
#include <tamis/framework/support/text.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

namespace tamis::framework {
namespace {

namespace fs = std::filesystem;

constexpr double kGigabyte = 1e9;

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

// Pipes and the like have no size. Nor have those files of /proc that say that they are empty.
FileBytes read_all(int file, const std::string& path, std::uint64_t most) {
  GrownBlock block(1 << 16);
  for (;;) {
    const std::span<char> space = block.space();
    const ssize_t got = ::read(file, space.data(), space.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_to_read(path, errno);
    if (got == 0) return block.take();
    block.add(static_cast<std::size_t>(got));
    if (block.size() > most)
      throw DataError(escaped(path) + ": gives more than " +
                      byte_limit(most, "write what it gives to a file"));
  }
}

}  // namespace

struct FileBytes::File {
  std::string path;
  int number = -1;
  struct stat status {};
  File(const std::string& name, int descriptor) : path(name), number(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number >= 0) ::close(number);
  }
};

FileBytes FileBytes::adopt(char* block, std::size_t size) {
  FileBytes out;
  out.memory_ = std::shared_ptr<const char>(block, [](const char* p) { std::free(const_cast<char*>(p)); });
  out.size_ = size;
  return out;
}

FileBytes::FileBytes(std::string_view bytes)
    : memory_(std::shared_ptr<void>(), bytes.data()), size_(bytes.size()) {}

FileBytes FileBytes::open(const std::string& path, std::uint64_t most) {
  if (path.empty())
    throw DataError("the path of the data is empty; name a CSV, TSV, NPY, ARFF or LIBSVM file");
  if (path.find('\0') != std::string::npos) throw DataError("the path of the data contains a NUL byte");
  const BlockingCall reading(path);
  const auto file = std::make_shared<File>(path, ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file->number < 0) {
    if (errno == ENOENT || errno == ENOTDIR) throw DataError(missing_file(path));
    fail_to_read(path, errno);
  }
  if (::fstat(file->number, &file->status) != 0) fail_to_read(path, errno);
  const mode_t mode = file->status.st_mode;
  if (S_ISDIR(mode)) throw DataError(escaped(path) + ": is a folder; name a file in it");
  // Most of them never end. Of a terminal somebody sees to that.
  if (S_ISBLK(mode) || (S_ISCHR(mode) && !::isatty(file->number)))
    throw DataError(escaped(path) + ": is a device; name a file, or a pipe");
  if (!S_ISREG(mode) || file->status.st_size == 0) return read_all(file->number, path, most);
  ::posix_fadvise(file->number, 0, 0, POSIX_FADV_WILLNEED);
  FileBytes out;
  out.size_ = static_cast<std::size_t>(file->status.st_size);
  out.file_ = file;
  return out;
}

void FileBytes::read(std::size_t offset, std::span<char> to) const {
  if (!file_) {
    std::copy_n(memory_.get() + offset, to.size(), to.data());
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

std::string_view FileBytes::piece(std::size_t from, std::size_t to, std::vector<char>& room) const {
  to = std::min(to, size_);
  from = std::min(from, to);
  if (!file_) return view().substr(from, to - from);
  if (room.size() < to - from) room.resize(to - from);
  read(from, {room.data(), to - from});
  return {room.data(), to - from};
}

FileBytes FileBytes::in_memory() const {
  if (!file_) return *this;
  FileBytes out = adopt(static_cast<char*>(std::malloc(size_)), size_);
  if (!out.memory_) throw std::bad_alloc();
  read(0, {const_cast<char*>(out.memory_.get()), size_});
  return out;
}

std::string FileBytes::sha256() const {
  constexpr std::size_t kPiece = 1 << 18;
  Sha256 digest;
  std::vector<char> room;
  for (std::size_t from = 0; from < size_; from += kPiece) digest.add(piece(from, from + kPiece, room));
  return digest.text();
}

void FileBytes::check_unchanged() const {
  if (!file_) return;
  struct stat now {};
  if (::fstat(file_->number, &now) != 0) fail_to_read(file_->path, errno);
  const struct stat& then = file_->status;
  if (now.st_size == then.st_size && now.st_mtim.tv_sec == then.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == then.st_mtim.tv_nsec)
    return;
  throw DataError(escaped(file_->path) +
                  ": changed while it was read; wait until it is written, and try again");
}

std::string byte_limit(std::uint64_t most, const std::string& remedy) {
  const double gigabytes = static_cast<double>(most) / kGigabyte;
  return shortest(gigabytes) + " GB; " + remedy +
         ", or allow more with `data.max_gigabytes = " + shortest(2 * gigabytes) + "`";
}

std::string read_and_digest(const FileBytes& bytes, bool wanted, const std::function<void()>& parse) {
  std::string digest;
  try {
    // The digest is read from the open file once more, beside the parser: which of its pieces come when is
    // the parser's affair, and both see the same bytes as long as the file does not change.
    constexpr std::size_t kWorthAThread = 1 << 20;  // bytes
    if (wanted && bytes.size() >= kWorthAThread) {
      parallel_for(2, [&](std::uint64_t k) {
        if (k == 0)
          parse();
        else
          digest = bytes.sha256();
      });
    } else {
      parse();
      if (wanted) digest = bytes.sha256();
    }
  } catch (const DataError&) {
    bytes.check_unchanged();  // what is wrong with half a file is no news
    throw;
  }
  bytes.check_unchanged();
  return digest;
}

}  // namespace tamis::framework
