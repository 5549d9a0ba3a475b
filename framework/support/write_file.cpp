#include <tamis/framework/support/write_file.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/blocking_call.hpp>
#include <tamis/framework/support/output_place.hpp>
#include <tamis/framework/support/own_mark.hpp>
#include <tamis/framework/support/text.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <random>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

enum class Sync { yes, no };

/// Beside the file that it is to become. The first one is always called the same: whoever was killed between
/// two names has left one, which the next writer takes away.
std::string temporary_name(const std::string& name, int attempt) {
  constexpr std::size_t kMostOfName = 200;  // of the 255 bytes that a name may have
  const std::string plain = "." + name.substr(0, kMostOfName) + ".tamis-new";
  return attempt == 0 ? plain : fmt::format("{}-{:08x}", plain, std::random_device()());
}

/// What will stand in the place of a file once it is whole.
class Successor {
 public:
  /// \param nameless  nothing stays behind of it, whenever the process is killed; not every file system can.
  /// \param old       the file that is there; its mode is kept, and its group where that is ours to give.
  Successor(const OutputPlace& place, bool nameless, const std::optional<struct stat>& old)
      : place_(place), old_(old) {
    const mode_t mode = old ? 0600 : 0666;
    if (nameless) {
      file_ = OpenFile(::openat(place.folder(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
      return;
    }
    name_ = temporary_name(place.name(), 1);
    file_ = OpenFile(
        ::openat(place.folder(), name_.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, mode));
    if (!file_) name_.clear();
  }
  Successor(const Successor&) = delete;
  Successor& operator=(const Successor&) = delete;
  ~Successor() {
    if (!name_.empty()) ::unlinkat(place_.folder(), name_.c_str(), 0);
  }

  /// \returns false, with errno, where something failed; the old file is then untouched, but for a failure to
  ///   sync its folder.
  bool write(std::string_view text, Sync when) {
    if (!file_ || !write_all(file_.number(), text)) return false;
    if (old_) {
      if (old_->st_uid == ::geteuid()) (void)!::fchown(file_.number(), static_cast<uid_t>(-1), old_->st_gid);
      if (::fchmod(file_.number(), old_->st_mode & 0777) != 0) return false;
    }
    if (when == Sync::yes) {
      mark_as_own(file_.number(), text);
      if (!sync_file(file_.number())) return false;
    }
    if (!(name_.empty() ? name_it() : rename()) || !file_.close()) return false;
    return when == Sync::no || sync_folder(place_.folder());
  }

 private:
  static constexpr int kAttempts = 4;

  bool link_as(const std::string& name) {
    return ::linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", file_.number()).c_str(), place_.folder(),
                    name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  /// Only a new name can be given; an old one is taken over by rename().
  bool name_it() {
    if (!old_ && link_as(place_.name())) return true;
    int reason = errno;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      name_ = temporary_name(place_.name(), attempt);
      ::unlinkat(place_.folder(), name_.c_str(), 0);
      if (link_as(name_) && rename()) return true;
      reason = errno;  // perhaps another writer of this file took the name away
      ::unlinkat(place_.folder(), name_.c_str(), 0);
    }
    name_.clear();
    errno = reason;
    return false;
  }

  bool rename() {
    if (::renameat(place_.folder(), name_.c_str(), place_.folder(), place_.name().c_str()) != 0) return false;
    name_.clear();
    return true;
  }

  const OutputPlace& place_;
  const std::optional<struct stat>& old_;
  OpenFile file_;
  std::string name_;  // "" while it has none of its own
};

[[noreturn]] void refuse_folder(const fs::path& file) {
  throw DataError(fmt::format("{}: is a folder; name a file in it", escaped(file.string())));
}

void replace(const fs::path& file, const OutputPlace& place, std::string_view text, Sync when) {
  const std::optional<struct stat> old = place.present();
  if (Successor(place, true, old).write(text, when)) return;
  Successor next(place, false, old);
  if (!next.write(text, when)) fail_to_write(file);
}

}  // namespace

void check_writable(const fs::path& file) {
  if (const std::optional<int> open = open_descriptor(file)) {
    const int flags = ::fcntl(*open, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) return;
    if (flags >= 0) errno = EBADF;
    fail_to_write(file);
  }
  const OutputPlace place(file);
  const std::optional<struct stat> there = place.present();
  if (there && S_ISDIR(there->st_mode)) refuse_folder(file);
  if (there && ::faccessat(place.folder(), place.name().c_str(), W_OK, AT_EACCESS) != 0) fail_to_write(file);
  const bool is_replaced = !there || S_ISREG(there->st_mode);
  if (is_replaced && ::faccessat(place.folder(), ".", W_OK | X_OK, AT_EACCESS) != 0) fail_to_write(file);
}

bool is_stream(const fs::path& file) {
  std::error_code none;
  const fs::file_status status = fs::status(file, none);
  return open_descriptor(file) ||
         (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

void write_file(const fs::path& file, std::string_view text) {
  const BlockingCall writing(file.string());
  if (const std::optional<int> open = open_descriptor(file)) {
    if (!write_all(*open, text)) fail_to_write(file);
    return;
  }
  check_writable(file);
  const OutputPlace place(file);
  const std::optional<struct stat> there = place.present();
  if (!there || S_ISREG(there->st_mode)) {
    replace(file, place, text, Sync::yes);
    return;
  }
  OpenFile pipe(::openat(place.folder(), place.name().c_str(), O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  if (!pipe || !write_all(pipe.number(), text) || !pipe.close()) fail_to_write(file);
}

void write_cache(const fs::path& file, std::string_view text) {
  const OutputPlace place(file);
  const std::optional<struct stat> there = place.present();
  if (there && !S_ISREG(there->st_mode))
    throw DataError(fmt::format("{}: is no file", escaped(file.string())));
  replace(file, place, text, Sync::no);
}

}  // namespace tamis::framework
