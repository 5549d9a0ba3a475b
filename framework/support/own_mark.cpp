#include <tamis/framework/support/own_mark.hpp>

#include <tamis/framework/support/sha256.hpp>

#include <sys/xattr.h>

#include <fstream>
#include <string>

namespace tamis::framework {
namespace {

constexpr const char* kAttribute = "user.tamis.sha256";
constexpr std::size_t kDigits = 64;

}  // namespace

void mark_as_own(int file, std::string_view text) {
  Sha256 digest;
  digest.add(text);
  const std::string digits = digest.text();
  (void)!::fsetxattr(file, kAttribute, digits.data(), digits.size(), 0);
}

bool is_own_and_unchanged(const std::filesystem::path& file) {
  std::string marked(kDigits, '\0');
  if (::getxattr(file.c_str(), kAttribute, marked.data(), marked.size()) != static_cast<ssize_t>(kDigits))
    return false;
  std::ifstream in(file, std::ios::binary);
  std::string piece(1 << 16, '\0');
  Sha256 digest;
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0)
    digest.add(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount())));
  return digest.text() == marked;
}

}  // namespace tamis::framework
