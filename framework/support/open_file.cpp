#include <tamis/framework/support/open_file.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tamis::framework {

OpenFile::~OpenFile() { close(); }

bool OpenFile::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::close(number) == 0;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

bool sync_file(int file) {
  while (::fsync(file) != 0)
    if (errno != EINTR) return errno == EINVAL || errno == ENOTSUP;
  return true;
}

bool sync_folder(int folder) {
  const OpenFile readable(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return !readable || sync_file(readable.number());
}

}  // namespace tamis::framework
