#include "journal_file.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

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

// A sync takes as long as many short repeats do.
constexpr auto kSyncAfter = std::chrono::seconds(1);
constexpr std::size_t kChunk = 1 << 20;

}  // namespace

JournalFile::JournalFile(fs::path file) : file_(std::move(file)) {
  std::error_code failed;  // told by open()
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path(), failed);
  // a link may lead anywhere, and a pipe would be waited for
  const int mode = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  open_ = OpenFile(::open(file_.c_str(), mode, 0666));
  if (!open_ && errno != ELOOP) fail(errno);
  struct stat status {};
  std::string wrong;
  if (::fstat(open_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    wrong = "is a link, a device or a pipe, and was left as it is; write to another folder";
  else if (::flock(open_.number(), LOCK_EX | LOCK_NB) != 0)
    wrong = "another process is at this experiment; wait for it, or write to another folder";
  if (!wrong.empty()) throw DataError(fmt::format("{}: {}", name(), wrong));
  if (status.st_size > 0) return;
  const fs::path folder = fs::absolute(file_).parent_path();
  for (const fs::path& made : {folder, folder.parent_path()})  // the folder itself may be new
    if (const OpenFile open(::open(made.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)); open)
      sync_folder(open.number());
}

JournalFile::~JournalFile() {
  if (unsynced_) sync_file(open_.number());
}

std::string JournalFile::name() const { return escaped(file_.string()); }

void JournalFile::fail(int error) const {
  throw DataError(fmt::format("{}: cannot be written ({})", name(), std::strerror(error)));
}

std::string JournalFile::read(std::size_t longest, const std::function<void(std::string_view)>& take) {
  std::string text;  // from the beginning of a line
  std::vector<char> chunk(kChunk);
  for (;;) {
    const ssize_t got = ::read(open_.number(), chunk.data(), chunk.size());
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
  if (::ftruncate(open_.number(), static_cast<off_t>(size_)) != 0) fail(errno);
}

void JournalFile::add(std::string_view line) {
  if (!write_all(open_.number(), line)) {
    const int error = errno;
    drop_unfinished();
    fail(error);
  }
  size_ += line.size();
  unsynced_ = true;
  if (Clock::now() - synced_ >= kSyncAfter) sync();
}

void JournalFile::sync() {
  if (!sync_file(open_.number())) fail(errno);
  synced_ = Clock::now();
  unsynced_ = false;
}

}  // namespace tamis::framework
