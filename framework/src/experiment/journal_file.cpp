#include "journal_file.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/text.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace tamis::framework {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A sync takes as long as many short units do.
constexpr auto kSyncAfter = std::chrono::seconds(1);
constexpr std::size_t kChunk = 1 << 20;

/// 0, or why not all was written.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(descriptor, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

/// 0, or why it is not on the disk. File systems that cannot sync say EINVAL.
int sync_of(int descriptor) {
  while (::fdatasync(descriptor) != 0)
    if (errno != EINTR) return errno == EINVAL ? 0 : errno;
  return 0;
}

/// The names in a folder; some file systems know nothing like it.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

JournalFile::JournalFile(fs::path file) : file_(std::move(file)) {
  std::error_code failed;  // told by open()
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path(), failed);
  // a link may lead anywhere, and a pipe would be waited for
  const int mode = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  descriptor_ = ::open(file_.c_str(), mode, 0666);
  if (descriptor_ < 0 && errno != ELOOP) fail(errno);
  struct stat status {};
  std::string wrong;
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
    wrong = "is a link, a device or a pipe, and was left as it is; write to another folder";
  else if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0)
    wrong = "another process is at this experiment; wait for it, or write to another folder";
  if (!wrong.empty()) {
    ::close(descriptor_);
    throw DataError(fmt::format("{}: {}", name(), wrong));
  }
  if (status.st_size > 0) return;
  const fs::path folder = fs::absolute(file_).parent_path();
  sync_folder(folder);
  sync_folder(folder.parent_path());  // where the folder itself may be new
}

JournalFile::~JournalFile() {
  if (unsynced_) sync_of(descriptor_);
  ::close(descriptor_);
}

std::string JournalFile::name() const { return escaped(file_.string()); }

void JournalFile::fail(int error) const {
  throw DataError(fmt::format("{}: cannot be written ({})", name(), std::strerror(error)));
}

std::string JournalFile::read(std::size_t longest, const std::function<void(std::string_view)>& take) {
  std::string text;  // from the beginning of a line
  std::vector<char> chunk(kChunk);
  for (;;) {
    const ssize_t got = ::read(descriptor_, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw DataError(fmt::format("{}: cannot be read ({})", name(), std::strerror(errno)));
    if (got == 0) return text;
    std::size_t begin = 0, searched = text.size();
    text.append(chunk.data(), static_cast<std::size_t>(got));
    for (std::size_t end; (end = text.find('\n', searched)) != std::string::npos; begin = searched = end + 1)
      take(std::string_view(text).substr(begin, end - begin));
    text.erase(0, begin);
    size_ += begin;
    if (text.size() > longest)
      throw DataError(fmt::format(
          "{}: has a line that no such experiment writes, and was left as it is; name another folder, or "
          "remove the file to begin anew",
          name()));
  }
}

void JournalFile::drop_unfinished() {
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail(errno);
}

void JournalFile::add(std::string_view line) {
  if (const int error = write_all(descriptor_, line); error != 0) {
    drop_unfinished();
    fail(error);
  }
  size_ += line.size();
  unsynced_ = true;
  if (Clock::now() - synced_ >= kSyncAfter) sync();
}

void JournalFile::sync() {
  if (const int error = sync_of(descriptor_); error != 0) fail(error);
  synced_ = Clock::now();
  unsynced_ = false;
}

}  // namespace tamis::framework
