#include <tamis/framework/run/score_log.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/blocking_call.hpp>
#include <tamis/framework/support/output_place.hpp>
#include <tamis/framework/support/text.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>

namespace tamis::framework {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostPending = 1 << 16;  // bytes
constexpr auto kBetweenWrites = std::chrono::seconds(1);

/// "a;b": a row of CSV with another delimiter, for a cell of CSV.
std::string listed_names(const Dataset& data, Subset subset, CsvFor reader) {
  std::string names;
  for (const Feature f : subset) {
    if (!names.empty()) names += ';';
    names += csv_cell(data.feature_name(f));
  }
  return csv_cell(names, reader);
}

}  // namespace

ScoreLog::~ScoreLog() {
  if (!is_closed_ && calls_ > 0) flush();
}

void ScoreLog::add(const ScoredCall& call) {
  if (error_ != 0) return;
  ++calls_;
  const std::string number = std::to_string(calls_);
  const std::string_view move = kMoveNames[static_cast<std::size_t>(call.move)];
  for (std::size_t i = 0; i < call.scores.size(); ++i) {
    pending_ += number;
    pending_ += ',';
    if (i == 0) pending_ += listed_names(call.data, call.subset, reader_);
    pending_ += ',';
    pending_ += move;
    pending_ += ',';
    if (!call.candidates.empty()) pending_ += csv_cell(call.data.feature_name(call.candidates[i]), reader_);
    pending_ += ',';
    pending_ += shortest(call.scores[i]);
    pending_ += ',';
    if (const auto reason = call.reasons.find(i); reason != call.reasons.end())
      pending_ += csv_cell(reason->second, reader_);
    pending_ += '\n';
  }
  if (pending_.size() >= kMostPending || Clock::now() - written_ >= kBetweenWrites) flush();
}

void ScoreLog::flush() {
  const BlockingCall writing(path_.string());
  if (error_ == 0 && !file_) {
    file_ = OpenFile(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file_) error_ = errno;
  }
  if (error_ == 0 && !write_all(file_.number(), pending_)) error_ = errno;
  pending_.clear();
  written_ = Clock::now();
}

void ScoreLog::close() {
  flush();
  is_closed_ = true;
  if (error_ == 0 && !file_.close()) error_ = errno;
  if (error_ == 0) return;
  errno = error_;
  fail_to_write(path_);
}

}  // namespace tamis::framework
