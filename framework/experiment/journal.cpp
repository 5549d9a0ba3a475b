#include "journal.hpp"

#include "journal_lines.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace tamis::framework {

Journal::Journal(const std::filesystem::path& file, nlohmann::json identity,
                 const std::vector<RepeatShape>& points)
    : identity_(std::move(identity)) {
  if (file.empty()) return;
  file_.emplace(file, JournalFile::Words{"experiment", "write to another folder"});
  read(points);
}

void Journal::read(const std::vector<RepeatShape>& points) {
  const std::string header = header_line(identity_);
  std::size_t lines = 0;
  const auto check_first = [&](std::string_view line) {
    try {
      check_header(line, identity_);
    } catch (const DataError& e) {
      throw DataError(fmt::format("{}: {}", file_->name(), e.what()));
    }
  };
  const std::string unfinished = file_->read_lines(longest_line(points), [&](std::string_view line) {
    if (++lines == 1) return check_first(line);
    try {
      if (!repeats_.insert(read_repeat(line, points)).second)
        throw DataError("an earlier line holds that repeat");
    } catch (const DataError& e) {
      if (damaged_++ == 0) first_damage_ = fmt::format("line {}: {}", lines, e.what());
    }
  });
  if (lines == 0 && !header.starts_with(unfinished)) check_first(unfinished);
  file_->drop_unfinished();
  if (lines == 0) file_->add(header);
}

std::string Journal::damage() const {
  if (damaged_ == 0) return "";
  return fmt::format("{}: {} damaged and not used ({}{}); what is missing is done again", file_->name(),
                     damaged_ == 1 ? "1 line is" : fmt::format("{} lines are", damaged_), first_damage_,
                     damaged_ == 1 ? "" : ", ...");
}

void Journal::add(RepeatKey key, RepeatResult repeat) {
  if (file_) file_->add(repeat_line(key, repeat));
  repeats_.insert_or_assign(key, std::move(repeat));
}

void Journal::sync() {
  if (file_) file_->sync();
}

void Journal::sort() {
  if (!file_) return;
  std::string text = header_line(identity_);
  for (const auto& [key, repeat] : repeats_) text += repeat_line(key, repeat);
  write_file(file_->path(), text);
}

}  // namespace tamis::framework
