#include "file_bytes.hpp"

#include <zlib.h>

#include <tamis/errors.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>

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

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

FileBytes gunzip(const FileBytes& packed, const std::string& path) {
  // zlib counts its input and output in 32 bits, so both are handed over in slices.
  constexpr std::size_t kSlice = std::numeric_limits<uInt>::max() / 4;
  const std::string_view in = packed.view();
  std::size_t taken = 0, size = 0, room = std::max<std::size_t>(in.size() * 4, 1 << 16);
  std::unique_ptr<char, decltype(&std::free)> out(static_cast<char*>(std::malloc(room)), &std::free);
  if (!out) throw std::bad_alloc();
  Inflater inflater;
  z_stream& stream = inflater.stream;
  for (;;) {
    if (size == room) {
      char* grown = static_cast<char*>(std::realloc(out.get(), room * 2));
      if (!grown) throw std::bad_alloc();
      (void)out.release();
      out.reset(grown);
      room *= 2;
    }
    const std::size_t give = std::min(in.size() - taken, kSlice), space = std::min(room - size, kSlice);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data() + taken));
    stream.avail_in = static_cast<uInt>(give);
    stream.next_out = reinterpret_cast<Bytef*>(out.get() + size);
    stream.avail_out = static_cast<uInt>(space);
    const int status = inflate(&stream, Z_NO_FLUSH);
    taken += give - stream.avail_in;
    size += space - stream.avail_out;
    if (status == Z_STREAM_END) {
      if (taken == in.size()) break;
      // gzip files may be concatenated; anything else after the end is damage.
      if (!is_gzip(in.substr(taken)) || inflateReset(&stream) != Z_OK)
        throw DataError(path + ": there are bytes after the end of the gzip data; compress the file again");
      continue;
    }
    if (status == Z_BUF_ERROR || (status == Z_OK && taken == in.size() && stream.avail_out != 0))
      throw DataError(path + ": the gzip data are cut off; copy or compress the file again");
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status != Z_OK)
      throw DataError(path + ": the gzip data are damaged (" + (stream.msg ? stream.msg : "unknown reason") +
                      "); copy or compress the file again");
  }
  return FileBytes::adopt(out.release(), size);
}

}  // namespace tamis::framework
