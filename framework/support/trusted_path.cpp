#include <tamis/framework/support/trusted_path.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

bool is_trusted_owner(uid_t owner) {
  struct stat program {};
  return owner == 0 || owner == ::geteuid() ||
         (::stat("/proc/self/exe", &program) == 0 && owner == program.st_uid);
}

/// A group that has the user's name and nobody else in it, as Debian gives every user.
bool is_private_group(gid_t group) {
  const passwd* user = ::getpwuid(::geteuid());
  if (!user || group != user->pw_gid) return false;
  const std::string name = user->pw_name;
  const struct group* g = ::getgrgid(group);
  return g && name == g->gr_name && (!g->gr_mem[0] || (name == g->gr_mem[0] && !g->gr_mem[1]));
}

std::string refuse_one(const fs::path& path, const struct stat& s) {
  if (!is_trusted_owner(s.st_uid))
    return fmt::format("{} belongs to another user (uid {}); use a folder of your own",
                       escaped(path.string()), s.st_uid);
  const bool sticky =
      S_ISDIR(s.st_mode) && (s.st_mode & S_ISVTX);  // like /tmp: others cannot rename what is ours
  if ((s.st_mode & S_IWOTH) && !sticky)
    return fmt::format("others can write to {}; run chmod o-w on it", escaped(path.string()));
  if ((s.st_mode & S_IWGRP) && !sticky && !is_private_group(s.st_gid))
    return fmt::format("its group can write to {}; run chmod g-w on it", escaped(path.string()));
  return "";
}

}  // namespace

std::string refuse_path(const fs::path& path) {
  std::error_code failed;
  fs::path real = fs::canonical(path, failed);
  if (failed) return failed.message();
  for (;; real = real.parent_path()) {
    struct stat s {};
    if (::stat(real.c_str(), &s) != 0) return std::strerror(errno);
    if (std::string why = refuse_one(real, s); !why.empty()) return why;
    if (real == real.root_path()) return "";
  }
}

bool others_can_add_to(const struct stat& folder) {
  return !is_trusted_owner(folder.st_uid) || (folder.st_mode & S_IWOTH) ||
         ((folder.st_mode & S_IWGRP) && !is_private_group(folder.st_gid));
}

}  // namespace tamis::framework
