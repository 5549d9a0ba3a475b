#include "npy.hpp"

#include "cell.hpp"
#include "npy_header.hpp"
#include "stream_copy.hpp"

#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/share.hpp>
#include <tamis/framework/support/text.hpp>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

namespace tamis::framework {
namespace {

// What stays in a core's second cache while it is read from there and written elsewhere.
constexpr std::size_t kBlockBytes = 1 << 19;
constexpr std::size_t kBlockCells = kBlockBytes / sizeof(double);
// A transposed block writes runs of so many rows, eight columns side by side: a line of the cache is read
// once, and written whole. So it has at least as many rows, which bounds its columns.
constexpr std::size_t kRun = 64, kColumns = 8;

// A rectangle of the array. In C order the outer index is the row, in Fortran order the column.
struct Block {
  std::size_t outer = 0, outers = 0;  // from, how many
  std::size_t inner = 0, inners = 0;
};

// Consecutive columns of the array, cut into blocks in the order of the file.
class Blocks {
 public:
  Blocks(const NpyHeader& h, const Share& columns)
      : first_outer_(h.fortran ? columns.begin : 0),
        first_inner_(h.fortran ? 0 : columns.begin),
        outers_(h.fortran ? columns.size() : h.rows),
        inners_(h.fortran ? h.rows : columns.size()) {
    const std::size_t step = h.fortran ? 1 : kRun;
    const std::size_t pieces = in_steps(inners_, kBlockCells / step);
    wide_ = in_steps(inners_, pieces);  // all about as wide: none of a few cells
    across_ = in_steps(inners_, wide_);
    high_ = std::max<std::size_t>(kBlockCells / wide_ / step, 1) * step;
  }

  std::size_t size() const { return across_ * in_steps(outers_, high_); }
  Block operator[](std::size_t k) const {
    const std::size_t outer = k / across_ * high_, inner = k % across_ * wide_;
    return {first_outer_ + outer, std::min(high_, outers_ - outer), first_inner_ + inner,
            std::min(wide_, inners_ - inner)};
  }

 private:
  static std::size_t in_steps(std::size_t size, std::size_t step) { return (size + step - 1) / step; }
  std::size_t first_outer_, first_inner_, outers_, inners_, wide_ = 0, across_ = 0, high_ = 0;
};

// Not 0 where a cell may be more than a plain number: no finite one, or an integer that a
// double may not hold.
template <class T>
std::uint64_t doubt(T cell, double value) {
  if constexpr (std::is_floating_point_v<T>) {
    // Adding one to an exponent of ones carries into the sign's place.
    constexpr std::uint64_t kExponent = 0x7FF0000000000000, kOne = 0x0010000000000000;
    return ((std::bit_cast<std::uint64_t>(value) & kExponent) + kOne) >> 63;
  } else if constexpr (sizeof(T) == 8) {
    constexpr T kExact = T{1} << 53;
    return cell > kExact || (std::is_signed_v<T> && cell < -kExact);
  } else {
    return 0;
  }
}

template <class T>
bool fits(T cell, double value) {
  if constexpr (sizeof(T) == 8 && std::is_integral_v<T>) {
    // 2^63 and 2^64 round up to themselves as doubles, and do not fit back.
    return value < (std::is_signed_v<T> ? 0x1p63 : 0x1p64) && static_cast<T>(value) == cell;
  } else {
    return true;
  }
}

template <class T>
T swapped(T cell) {
  if constexpr (sizeof(T) == 2)
    return std::bit_cast<T>(__builtin_bswap16(std::bit_cast<std::uint16_t>(cell)));
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(__builtin_bswap32(std::bit_cast<std::uint32_t>(cell)));
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(__builtin_bswap64(std::bit_cast<std::uint64_t>(cell)));
  return cell;
}

// Cells of type T become the columns of a table.
template <class T>
class NpyReader {
 public:
  NpyReader(const NpyHeader& header, const FileBytes& bytes, const ReadOptions& options, Table& table)
      : h_(header), bytes_(bytes), table_(table), unknown_(options.unknown) {
    constexpr char kOther = std::endian::native == std::endian::little ? '>' : '<';
    swap_ = h_.order == kOther;
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      if (!table.columns[j].texts.empty()) with_texts_.push_back(j);
  }

  void run() {
    for (Share columns = next_held({}); columns.size() > 0; columns = next_held(columns)) {
      const Blocks blocks(h_, columns);
      parallel_for(blocks.size(), [&](std::size_t k) { read(blocks[k]); });
    }
  }

 private:
  /// The columns that are held and stand side by side, behind the last ones.
  Share next_held(const Share& last) const {
    Share next{last.end, last.end};
    while (next.begin < h_.columns && !table_.holds(next.begin)) ++next.begin;
    for (next.end = next.begin; next.end < h_.columns && table_.holds(next.end);) ++next.end;
    return next;
  }

  void read(const Block& b) {
    const std::span<T> cells = room_for(b);
    fetch(b, cells);
    std::uint64_t doubts = h_.fortran ? convert(b, cells) : transpose(b, cells);
    if (h_.kind == 'b') doubts |= std::any_of(cells.begin(), cells.end(), [](T cell) { return cell > 1; });
    const std::size_t first = h_.fortran ? b.outer : b.inner;
    const std::size_t last = first + (h_.fortran ? b.outers : b.inners);
    if (doubts || unknown_.has_numbers()) {
      for (std::size_t j = first; j < last; ++j) judge(b, cells, j);
    } else {
      for (const std::size_t j : with_texts_)
        if (first <= j && j < last) judge(b, cells, j);
    }
  }

  double* place(std::size_t row, std::size_t column) {
    return table_.values.data() + table_.place(column) * h_.rows + row;
  }

  // Doubles in Fortran order are read to where they stay.
  std::span<T> room_for(const Block& b) {
    const std::size_t size = b.outers * b.inners;
    if constexpr (std::is_same_v<T, double>)
      if (h_.fortran) return {place(b.inner, b.outer), size};
    std::vector<T>& cells = scratch_.local();
    cells.resize(size);
    return cells;
  }

  void fetch(const Block& b, std::span<T> cells) {
    const std::size_t width = h_.fortran ? h_.rows : h_.columns;
    const auto read = [&](std::size_t outer, std::span<T> to) {
      const std::size_t first = outer * width + b.inner;
      bytes_.read(h_.start + first * sizeof(T), {reinterpret_cast<char*>(to.data()), to.size_bytes()});
    };
    if (b.inners == width) {
      read(b.outer, cells);
    } else {
      for (std::size_t k = 0; k < b.outers; ++k) read(b.outer + k, cells.subspan(k * b.inners, b.inners));
    }
    if (swap_)
      for (T& cell : cells) cell = swapped(cell);
  }

  // Both return whether a cell is worth a look.
  std::uint64_t convert(const Block& b, std::span<const T> cells) {
    std::uint64_t doubts = 0;
    [[maybe_unused]] double* to = place(b.inner, b.outer);
    for (const T cell : cells) {
      const auto value = static_cast<double>(cell);
      doubts |= doubt(cell, value);
      if constexpr (!std::is_same_v<T, double>) *to++ = value;
    }
    return doubts;
  }

  std::uint64_t transpose(const Block& b, std::span<const T> cells) {
    alignas(64) double runs[kColumns][kRun];
    std::uint64_t doubts = 0;
    for (std::size_t row = 0; row < b.outers; row += kRun) {
      const std::size_t rows = std::min(kRun, b.outers - row);
      for (std::size_t column = 0; column < b.inners; column += kColumns) {
        const T* corner = cells.data() + row * b.inners + column;
        const auto gather = [&](auto columns) {
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j) {
              const T cell = corner[i * b.inners + j];
              doubts |= doubt(cell, runs[j][i] = static_cast<double>(cell));
            }
          for (std::size_t j = 0; j < columns; ++j)
            stream_copy(runs[j], rows, place(b.outer + row, b.inner + column + j));
        };
        if (column + kColumns <= b.inners)
          gather(std::integral_constant<std::size_t, kColumns>{});  // unrolled
        else
          gather(b.inners - column);
      }
    }
    stream_fence();
    return doubts;
  }

  // The cells of column j again, one by one.
  void judge(const Block& b, std::span<const T> cells, std::size_t j) {
    const std::size_t first = h_.fortran ? b.inner : b.outer, rows = h_.fortran ? b.inners : b.outers;
    TableColumn notes;
    for (std::size_t i = 0; i < rows; ++i) {
      const T cell = h_.fortran ? cells[(j - b.outer) * b.inners + i] : cells[i * b.inners + (j - b.inner)];
      *place(first + i, j) = judged(cell, first + i, table_.columns[j].texts, notes);
    }
    if (notes.missing == 0 && !notes.notes().first_unusable) return;
    const std::lock_guard lock(mutex_);
    merge_notes(table_.columns[j], notes);
  }

  double judged(T cell, std::size_t row, std::vector<std::string>& texts, TableColumn& notes) const {
    const auto value = static_cast<double>(cell);
    CellValue what{CellKind::number, value};
    if (std::isnan(value) || unknown_.has(value))
      what = {};
    else if (!fits(cell, value))
      what = {CellKind::unusable, 0, "is an integer that a double cannot hold"};
    else if (!std::isfinite(value))
      what = {CellKind::unusable, 0, "is not a finite number"};
    else if (h_.kind == 'b' && value > 1)
      what = {CellKind::unusable, 0, "is neither 0 nor 1, as a bool is"};
    if (!texts.empty() && what.kind != CellKind::missing) texts[row] = label_text(value);
    const bool first = what.kind == CellKind::unusable && !notes.notes().first_unusable;
    return note_cell(notes, row + 1, first ? shortest(value) : std::string(), what);
  }

  const NpyHeader& h_;
  const FileBytes& bytes_;
  Table& table_;
  bool swap_ = false;
  std::vector<std::size_t> with_texts_;
  UnknownCells unknown_;
  oneapi::tbb::enumerable_thread_specific<std::vector<T>> scratch_;
  std::mutex mutex_;
};

void read_cells(const NpyHeader& h, const FileBytes& bytes, const ReadOptions& options, Table& table) {
  const auto as = [&](auto cell) { NpyReader<decltype(cell)>(h, bytes, options, table).run(); };
  const auto of_size = [&](auto one, auto two, auto four, auto eight) {
    switch (h.item) {
      case 1:
        return as(one);
      case 2:
        return as(two);
      case 4:
        return as(four);
      default:
        return as(eight);
    }
  };
  if (h.kind == 'f')
    h.item == 4 ? as(float{}) : as(double{});
  else if (h.kind == 'i')
    of_size(std::int8_t{}, std::int16_t{}, std::int32_t{}, std::int64_t{});
  else
    of_size(std::uint8_t{}, std::uint16_t{}, std::uint32_t{}, std::uint64_t{});
}

}  // namespace

bool is_npy(const FileBytes& bytes) {
  constexpr std::string_view kMagic = "\x93NUMPY";
  std::vector<char> room;
  return bytes.piece(0, kMagic.size(), room) == kMagic;
}

Table read_npy(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  NpyHeader header = read_npy_header(bytes, path);
  // One row or one column lies in both orders at once, and need not be transposed.
  header.fortran |= header.rows == 1 || header.columns == 1;
  Table table;
  table.path = path;
  table.rows = header.rows;
  table.columns.resize(header.columns);
  for (std::size_t j = 0; j < header.columns; ++j) table.columns[j].name = default_column_name(j);
  make_room(table, options);
  read_cells(header, bytes, options, table);
  return table;
}

}  // namespace tamis::framework
