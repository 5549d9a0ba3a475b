#include <tamis/framework/run/journal_file.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

JournalFile::JournalFile(fs::path file, Words words) : file_(std::move(file)), words_(words) {
  std::error_code failed;  // reported by open()
  if (file_.has_parent_path()) fs::create_directories(file_.parent_path(), failed);
  // a link may lead anywhere, and a pipe would be waited for
  const int mode = O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  open_ = OpenFile(::open(file_.c_str(), mode, 0666));
  if (!open_ && errno != ELOOP) fail("written", errno);
  struct stat status {};
  std::string wrong;
  if (::fstat(open_.number(), &status) != 0 || !S_ISREG(status.st_mode))
    wrong = fmt::format("is a link, a device or a pipe, and was left as it is; {}", words_.remedy);
  else if (::flock(open_.number(), LOCK_EX | LOCK_NB) != 0)
    wrong = fmt::format("another process is at this {}; wait for it, or {}", words_.owner, words_.remedy);
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

void JournalFile::fail(const char* what, int error) const {
  throw DataError(fmt::format("{}: cannot be {} ({})", name(), what, std::strerror(error)));
}

std::string JournalFile::read(std::size_t longest, const std::function<std::size_t(std::string_view)>& take) {
  std::string text;  // from the beginning of a piece
  std::vector<char> chunk(kChunk);
  for (;;) {
    const ssize_t got = ::read(open_.number(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", errno);
    if (got == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(got));
    const std::size_t taken = take(text);
    text.erase(0, taken);
    size_ += taken;
    if (text.size() > longest)
      throw DataError(fmt::format(
          "{}: holds what no such {} writes, and was left as it is; {}, or remove the file to begin anew",
          name(), words_.owner, words_.remedy));
  }
}

std::string JournalFile::read_lines(std::size_t longest, const std::function<void(std::string_view)>& take) {
  std::size_t searched = 0;  // of what came back
  return read(longest, [&](std::string_view text) {
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find('\n', std::max(begin, searched))) != std::string::npos;
         begin = end + 1)
      take(text.substr(begin, end - begin));
    searched = text.size() - begin;
    return begin;
  });
}

std::string JournalFile::read_at(std::size_t offset, std::size_t size) const {
  std::string bytes(size, '\0');
  for (std::size_t done = 0; done < size;) {
    const ssize_t got =
        ::pread(open_.number(), bytes.data() + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail("read", got < 0 ? errno : EIO);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

void JournalFile::drop_unfinished() {
  if (::ftruncate(open_.number(), static_cast<off_t>(size_)) != 0) fail("written", errno);
}

void JournalFile::add(std::string_view piece) {
  if (!write_all(open_.number(), piece)) {
    const int error = errno;
    drop_unfinished();
    fail("written", error);
  }
  size_ += piece.size();
  unsynced_ = true;
  if (Clock::now() - synced_ >= kSyncAfter) sync();
}

void JournalFile::sync() {
  if (!sync_file(open_.number())) fail("written", errno);
  synced_ = Clock::now();
  unsynced_ = false;
}

}  // namespace tamis::framework
