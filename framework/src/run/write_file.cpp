#include <tamis/framework/run/result.hpp>

#include <tamis/errors.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail_to_write(const fs::path& file) {
  throw DataError(fmt::format("{}: cannot be written ({})", file.string(), std::strerror(errno)));
}

bool write_all(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(fd, text.data() + done, text.size() - done);
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace

void check_writable(const fs::path& file) {
  std::error_code none;
  if (fs::is_directory(file, none))
    throw DataError(fmt::format("{}: is a folder; name a file in it", file.string()));
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail_to_write(file);
}

void write_file(const fs::path& file, const std::string& text) {
  check_writable(file);
  std::error_code none;
  const fs::path target = fs::is_symlink(file, none) ? fs::weakly_canonical(file, none) : file;
  if (fs::exists(target, none) && !fs::is_regular_file(target, none)) {
    const int fd = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd < 0 || !write_all(fd, text) || ::close(fd) != 0) fail_to_write(file);
    return;
  }
  std::string temporary = target.string() + ".XXXXXX";
  const int fd = ::mkstemp(temporary.data());
  if (fd < 0) fail_to_write(file);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
  const bool written = write_all(fd, text);
  if (::close(fd) != 0 || !written || ::rename(temporary.c_str(), target.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary.c_str());
    errno = reason;
    fail_to_write(file);
  }
}

}  // namespace tamis::framework
