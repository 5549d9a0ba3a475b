// Differences of bytes (coarse_points.hpp); included inside a path's namespace, which defines ByteReg,
// kByteWidth and their reg_* functions. The rule of vector8.inl holds: no function of the standard library.

constexpr int kByteRegs = static_cast<int>(kBytesAtOnce) / kByteWidth;

struct Bytes {
  ByteReg r[kByteRegs];
};

static void coarse_look(const CoarseLook& look) {
  const CoarseLook l = look;  // in registers: stores could change what is behind a reference
  for (std::size_t p = 0; p < l.stride; p += kBytesAtOnce) {
    Bytes largest, second;
    for (int i = 0; i < kByteRegs; ++i) largest.r[i] = second.r[i] = reg_splat(std::uint8_t{0});
    const std::uint8_t* codes = l.codes + p;
    std::size_t f = 0;
    for (; f < l.movable; ++f, codes += l.stride) {
      const ByteReg query = reg_splat(l.query[f]);
      for (int i = 0; i < kByteRegs; ++i) {
        const ByteReg apart = reg_apart(reg_load(codes + i * kByteWidth), query);
        second.r[i] = reg_max(second.r[i], reg_min(largest.r[i], apart));
        largest.r[i] = reg_max(largest.r[i], apart);
      }
    }
    for (; f < l.coordinates; ++f, codes += l.stride) {
      const ByteReg query = reg_splat(l.query[f]);
      for (int i = 0; i < kByteRegs; ++i)
        largest.r[i] = reg_max(largest.r[i], reg_apart(reg_load(codes + i * kByteWidth), query));
    }
    for (int i = 0; i < kByteRegs; ++i) {
      reg_store(l.largest + p + i * kByteWidth, largest.r[i]);
      reg_store(l.second + p + i * kByteWidth, second.r[i]);
    }
  }
}

static std::size_t coarse_list(const std::uint8_t* bytes, std::size_t first, std::size_t last,
                               std::uint8_t query, std::uint8_t limit, std::uint32_t* out) {
  const ByteReg at = reg_splat(query), most = reg_splat(limit);
  std::size_t size = 0;
  for (std::size_t p = first / kByteWidth * kByteWidth; p < last; p += kByteWidth) {
    unsigned hits = reg_at_most(reg_apart(reg_load(bytes + p), at), most);
    if (hits == 0) continue;
    if (p < first) hits &= ~0u << (first - p);
    if (last - p < 32) hits &= (1u << (last - p)) - 1u;
    for (; hits != 0; hits &= hits - 1)
      out[size++] = static_cast<std::uint32_t>(p) + static_cast<std::uint32_t>(__builtin_ctz(hits));
  }
  return size;
}
