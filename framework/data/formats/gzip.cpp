#include "grown_block.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/file_bytes.hpp>

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace tamis::framework {
namespace {

struct Inflater {
  z_stream stream{};
  Inflater() {
    // 15: the largest window; + 16: gzip and nothing else.
    if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
};

bool starts_as_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

}  // namespace

bool is_gzip(const FileBytes& bytes) {
  std::vector<char> room;
  return starts_as_gzip(bytes.piece(0, 2, room));
}

FileBytes gunzip(const FileBytes& packed, const std::string& path, std::uint64_t most) {
  constexpr std::size_t kPiece = 1 << 18;
  // zlib counts in 32 bits.
  constexpr std::size_t kMostSpace = std::numeric_limits<uInt>::max() / 4;
  std::vector<char> room;
  std::string_view in;
  std::size_t taken = 0;  // bytes of `packed` before `in`
  GrownBlock out(std::max<std::size_t>(std::min(packed.size() * 4, kMostSpace), 1 << 16));
  Inflater inflater;
  z_stream& stream = inflater.stream;
  for (;;) {
    if (in.empty()) in = packed.piece(taken, taken + kPiece, room);
    const std::span<char> space = out.space().first(std::min(out.space().size(), kMostSpace));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(space.data());
    stream.avail_out = static_cast<uInt>(space.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    taken += in.size() - stream.avail_in;
    in.remove_prefix(in.size() - stream.avail_in);
    out.add(space.size() - stream.avail_out);
    if (out.size() > most) throw DataError(path + ": inflates to more than " + byte_limit(most, "unpack it"));
    if (status == Z_STREAM_END) {
      if (taken == packed.size()) return out.take();
      // gzip files may be concatenated; anything else after the end is damage.
      if (!starts_as_gzip(packed.piece(taken, taken + 2, room)) || inflateReset(&stream) != Z_OK)
        throw DataError(path + ": there are bytes after the end of the gzip data; compress the file again");
      in = {};
      continue;
    }
    if (status == Z_BUF_ERROR || (status == Z_OK && taken == packed.size() && stream.avail_out != 0))
      throw DataError(path + ": the gzip data are cut off; copy or compress the file again");
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK)
      throw DataError(path + ": the gzip data are damaged (" + (stream.msg ? stream.msg : "unknown reason") +
                      "); copy or compress the file again");
  }
}

}  // namespace tamis::framework
