#include <tamis/framework/run/checkpoint.hpp>

#include <tamis/errors.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace tamis::framework {
namespace {

namespace fs = std::filesystem;

constexpr auto kAwake = std::chrono::seconds(1);
constexpr auto kLong = std::chrono::minutes(1);
constexpr auto kWriteAfter = std::chrono::milliseconds(10);
constexpr std::size_t kMostUnwritten = 1 << 16;     // bytes, before they are written
constexpr std::size_t kMostWithoutFile = 16 << 20;  // bytes
constexpr std::size_t kLongest = 1 << 30;           // bytes of a piece

/// Stands before each piece.
struct PieceHeader {
  std::uint32_t size = 0, crc32 = 0;
  MemoryKey key;
};

std::uint32_t sum_of(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::uint32_t sum_of(const MemoryKey& key, std::string_view bytes) {
  return sum_of(sum_of(0, {reinterpret_cast<const char*>(&key), sizeof key}), bytes);
}

/// Whether what looks like the beginning of a piece, as a run that was killed leaves it, is a whole one with a size
/// that is too large: then pieces may follow it.
bool has_damaged_size(std::string_view text) {
  PieceHeader head;
  if (text.size() < sizeof head) return false;
  std::memcpy(&head, text.data(), sizeof head);
  std::uint32_t sum = sum_of(head.key, "");
  for (std::size_t at = sizeof head; at < text.size() && sum != head.crc32; ++at)
    sum = sum_of(sum, text.substr(at, 1));
  return sum == head.crc32;
}

}  // namespace

Checkpoint::Checkpoint(fs::path file, Begin begin) : path_(std::move(file)), begin_(begin) {
  std::error_code none;
  if (fs::exists(fs::symlink_status(path_, none))) pieces_ = open();
}

Checkpoint::~Checkpoint() { flush(); }

/// Opens the file, or makes it.
/// \returns its contents.
std::vector<Checkpoint::Piece> Checkpoint::open() {
  std::vector<Piece> pieces;
  file_.emplace(path_, JournalFile::Words{"run", "name another file"});
  bool is_begun = false, is_damaged = false;
  const std::string rest = file_->read(sizeof(PieceHeader) + kLongest, [&](std::string_view text) {
    std::size_t taken = 0;
    if (!is_begun) {
      if (!text.starts_with(kFirstLine)) return taken;
      is_begun = true;
      taken = kFirstLine.size();
    }
    while (!is_damaged && text.size() - taken >= sizeof(PieceHeader)) {
      PieceHeader head;
      std::memcpy(&head, text.data() + taken, sizeof head);
      if (head.size <= kLongest && text.size() - taken - sizeof head < head.size) break;
      const std::string_view bytes =
          text.substr(taken + sizeof head, std::min<std::size_t>(head.size, kLongest));
      is_damaged = head.size > kLongest || sum_of(head.key, bytes) != head.crc32;
      if (is_damaged) break;
      pieces.push_back({head.key, file_->size() + taken + sizeof head, head.size});
      taken += sizeof head + head.size;
    }
    return taken;
  });
  if (!is_begun && !kFirstLine.starts_with(rest))
    throw DataError(
        fmt::format("{}: is no checkpoint of this version of tamis, and was left as it is; name another "
                    "file, or remove it",
                    file_->name()));
  if (is_damaged || (is_begun && has_damaged_size(rest)))
    trouble_ = fmt::format("{}: is damaged after {} of what it holds; what followed is computed again",
                           file_->name(), pieces.size());
  file_->drop_unfinished();
  if (!is_begun) file_->add(kFirstLine);
  std::stable_sort(pieces.begin(), pieces.end());
  return pieces;
}

bool Checkpoint::is_awake() const {
  return begin_ == Begin::at_once || !pieces_.empty() || Clock::now() - begun_ >= kAwake;
}

std::optional<std::string> Checkpoint::recall(const MemoryKey& key) {
  ++asked_;
  const auto piece = std::lower_bound(pieces_.begin(), pieces_.end(), Piece{key, 0, 0});
  if (piece == pieces_.end() || piece->key != key) return std::nullopt;
  ++recalled_;
  return file_->read_at(piece->offset, piece->size);
}

void Checkpoint::keep(const MemoryKey& key, std::string_view bytes) {
  const std::scoped_lock lock(mutex_);
  if (is_broken_ || bytes.size() > kLongest) return;
  const PieceHeader head{static_cast<std::uint32_t>(bytes.size()), sum_of(key, bytes), key};
  pending_.append(reinterpret_cast<const char*>(&head), sizeof head);
  pending_ += bytes;
  const bool waits = !file_ && begin_ == Begin::after_a_minute;
  const bool due = waits ? pending_.size() >= kMostWithoutFile || Clock::now() - begun_ >= kLong
                         : pending_.size() >= kMostUnwritten || Clock::now() - written_ >= kWriteAfter;
  if (due) write();
}

/// Never throws: a run whose memory is full goes on.
void Checkpoint::write() {
  try {
    if (!file_) open();
    file_->add(pending_);
  } catch (const Error& e) {
    is_broken_ = true;
    trouble_ = fmt::format("{}; the run went on without, and what it found since then is not kept", e.what());
  }
  pending_.clear();
  written_ = Clock::now();
}

bool Checkpoint::has_file() const {
  const std::scoped_lock lock(mutex_);
  return file_ && !is_broken_;
}

std::string Checkpoint::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

void Checkpoint::flush() {
  const std::scoped_lock lock(mutex_);
  const bool waits = !file_ && begin_ == Begin::after_a_minute;
  if (!waits && !is_broken_ && !pending_.empty()) write();
}

void Checkpoint::remove() {
  const std::scoped_lock lock(mutex_);
  pending_.clear();
  if (!file_) return;
  std::error_code none;  // one that cannot be removed does no harm
  fs::remove(path_, none);
  file_.reset();
  pieces_.clear();
}

}  // namespace tamis::framework
