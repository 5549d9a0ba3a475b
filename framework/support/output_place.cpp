#include <tamis/framework/support/output_place.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/trusted_path.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <vector>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

constexpr int kMostLinks = 40;  // as the kernel has it

/// The parts of a path, the last one first; a slash at the end is a part, ".".
void push_parts(std::vector<std::string>& to_go, const fs::path& path) {
  std::vector<std::string> parts;
  for (const fs::path& part : path.relative_path()) parts.push_back(part.empty() ? "." : part.string());
  to_go.insert(to_go.end(), parts.rbegin(), parts.rend());
}

OpenFile open_folder(int from, const std::string& name) {
  return OpenFile(::openat(from, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

fs::path link_in(int folder, const std::string& name) {
  std::string target(4096, '\0');
  const ssize_t size = ::readlinkat(folder, name.c_str(), target.data(), target.size());
  if (size < 0) return {};
  target.resize(static_cast<std::size_t>(size));
  return target;
}

}  // namespace

void fail_to_write(const fs::path& file) {
  throw DataError(fmt::format("{}: cannot be written ({})", escaped(file.string()), std::strerror(errno)));
}

OutputPlace::OutputPlace(const fs::path& file)
    : folder_(open_folder(AT_FDCWD, file.is_absolute() ? "/" : ".")) {
  std::vector<std::string> to_go;
  push_parts(to_go, file);
  for (int links = 0; folder_ && !to_go.empty();) {
    name_ = std::move(to_go.back());
    to_go.pop_back();
    const std::optional<struct stat> there = present();
    if (there && S_ISLNK(there->st_mode)) {
      if (others_can_add_to(folder_status()))
        throw DataError(fmt::format(
            "{}: '{}' is a symbolic link in a folder that others can write to, and is not followed; name the "
            "file that it stands for",
            escaped(file.string()), escaped(name_)));
      const fs::path target = link_in(folder(), name_);
      errno = ELOOP;
      if (target.empty() || ++links > kMostLinks) fail_to_write(file);
      if (target.is_absolute()) folder_ = open_folder(AT_FDCWD, "/");
      push_parts(to_go, target);
    } else if (!to_go.empty()) {
      folder_ = open_folder(folder(), name_);
    }
  }
  if (!folder_) fail_to_write(file);
  if (name_.empty()) name_ = ".";  // of "/"
}

std::optional<struct stat> OutputPlace::present() const {
  struct stat status {};
  if (::fstatat(folder(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

struct stat OutputPlace::folder_status() const {
  struct stat status {};
  ::fstat(folder(), &status);
  return status;
}

std::optional<int> open_descriptor(const fs::path& file) {
  const std::string path = file.string();
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    const char* end = path.data() + path.size();
    const auto [rest, error] = std::from_chars(path.data() + folder.size(), end, number);
    if (error == std::errc() && rest == end && number >= 0) return number;
  }
  return std::nullopt;
}

}  // namespace tamis::framework
