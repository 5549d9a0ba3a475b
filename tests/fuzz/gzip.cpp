// Gzip. Random bytes fail at the checksum, so half of the inputs are the deflated data of a member whose
// header and checksum are right: zlib's decoder, the growth of the block and several members are reached.
#include "harness.hpp"

#include <tamis/framework/data/file_bytes.hpp>

#include <zlib.h>

#include <cstdlib>
#include <cstring>

namespace {

using namespace tamis::framework;

constexpr std::size_t kMost = 1 << 17;  // of one member; a few bytes may say much more

/// What deflated data hold, up to kMost; and how many bytes of them were used.
std::pair<std::string, std::size_t> inflated(std::string_view packed) {
  z_stream stream{};
  if (inflateInit2(&stream, -15) != Z_OK) tamis::fuzz::fail("zlib has no memory");
  static std::string out(kMost, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END;
  std::string text = out.substr(0, whole ? out.size() - stream.avail_out : 0);
  const std::size_t used = whole ? packed.size() - stream.avail_in : 0;
  inflateEnd(&stream);
  return {std::move(text), used};
}

std::string four_bytes(std::size_t number) {
  std::string bytes;
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

FileBytes file_of(std::string_view bytes) {
  char* block = static_cast<char*>(std::malloc(bytes.size() + 1));
  std::memcpy(block, bytes.data(), bytes.size());
  return FileBytes::adopt(block, bytes.size());
}

struct Members {
  std::string file, plain;  ///< what it should inflate to
};

/// Members made of the deflated data one after the other.
Members members_of(std::string_view packed) {
  Members members;
  for (;;) {
    const auto [text, used] = inflated(packed);
    if (used == 0) return members;
    const auto checksum =
        crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    members.file += std::string("\x1f\x8b\x08\0\0\0\0\0\0\3", 10).append(packed.substr(0, used)) +
                    four_bytes(checksum) + four_bytes(text.size());
    members.plain += text;
    packed.remove_prefix(used);
  }
}

const tamis::fuzz::Harness gzip("gzip", [](tamis::fuzz::Input input) {
  const bool repaired = input.byte() & 1;
  if (!repaired) {
    tamis::fuzz::refusal([&] { tamis::fuzz::use(gunzip(file_of(input.rest()), "f.gz")); });
    return;
  }
  const Members members = members_of(input.rest());
  if (members.file.empty()) return;
  std::string found;
  const std::string sentence =
      tamis::fuzz::refusal([&] { found = gunzip(file_of(members.file), "f.gz").view(); });
  if (!sentence.empty() || found != members.plain)
    tamis::fuzz::fail("good gzip data are not inflated as they should: " + sentence);
});

}  // namespace
