#include "libsvm.hpp"

#include "cell.hpp"
#include "plain_text.hpp"
#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

// Widest sets in common use have some 30 million features; more is a damaged file, and its names alone would
// fill the memory.
constexpr std::int64_t kMostFeatures = 1u << 25;
// Beyond a million features each needs its share of the file: words that are hashed leave most indices
// unused, but one index that is far off would make a table of names that has nothing to do with the size of
// the file.
constexpr std::int64_t kMostUnusedFeatures = 1u << 20, kMostFeaturesPerCell = 64;

class LibsvmReader {
 public:
  LibsvmReader(const std::string& path, const std::vector<std::string>& unknown, const Share& held)
      : path_(path), unknown_(unknown), held_(held) {
    out_.labels.path = path;
    out_.labels.columns.emplace_back();
    out_.labels.columns[0].name = "label";
  }

  LibsvmFile read(std::string_view text) {
    text = plain_text(text, path_);
    while (!text.empty()) {
      ++line_;
      const std::string_view whole = take_line(text);
      const std::string_view line = trimmed(whole.substr(0, whole.find('#')));
      if (!line.empty()) read_line(line);
    }
    if (cells_.rows() == 0) throw DataError(path_ + ": has no line with a sample");
    if (features_ > kMostUnusedFeatures &&
        features_ / kMostFeaturesPerCell > static_cast<std::int64_t>(out_.cells))
      throw DataError(path_ + ":" + std::to_string(widest_line_) + ": the index " +
                      std::to_string(features_) + " promises as many features, but the file has " +
                      counted(out_.cells, "value") +
                      "; correct the index, or number the features that occur from 1");
    Table& labels = out_.labels;
    labels.rows = cells_.rows();
    labels.values.resize(values_.size());
    std::copy(values_.begin(), values_.end(), labels.values.data());
    out_.features = cells_.columns(static_cast<std::size_t>(features_));
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(path_ + ":" + std::to_string(line_) + ": " + what);
  }

  void read_line(std::string_view line) {
    std::string_view token = next(line);
    if (token.find(':') == std::string_view::npos) {
      add_label(token);
      token = next(line);
    } else {
      add_label("");
    }
    if (token.starts_with("qid:")) {
      out_.qid = true;
      token = next(line);
    }
    std::int64_t last = 0;
    for (; !token.empty(); token = next(line)) add_cell(token, last);
    cells_.end_row();
    out_.labels.lines.push_back(line_);
  }

  static std::string_view next(std::string_view& line) {
    line = trimmed(line);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view token = line.substr(0, end);
    line.remove_prefix(end);
    return token;
  }

  void add_label(std::string_view text) {
    TableColumn& column = out_.labels.columns[0];
    if (!is_utf8(text)) fail("the label " + not_utf8(text));
    // +1 and 1 are one class
    std::string label;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const bool sign = text[k] == '+' && (label.empty() || label.ends_with(','));
      if (!sign || text.substr(k + 1).starts_with('-')) label += text[k];
    }
    if (label.find(',') != std::string::npos) column.edit_notes().label_separator = ",";
    const CellValue judged = judge_cell(label, unknown_);
    values_.push_back(note_cell(column, line_, label, judged));
    column.texts.push_back(judged.kind == CellKind::missing ? "" : std::move(label));
  }

  void add_cell(std::string_view token, std::int64_t& last) {
    const std::size_t colon = token.find(':');
    const std::int64_t index = whole_number(token.substr(0, colon)).value_or(-1);
    if (colon == std::string_view::npos || index < 0)
      fail(in_quotes(token) + " is no cell; expected index:value, as in 3:0.5" +
           (token.ends_with(',') || token.starts_with(',') ? "; labels stand without blanks between them"
                                                           : ""));
    if (index > kMostFeatures)
      fail("the index of " + in_quotes(token) + " is beyond the " + std::to_string(kMostFeatures) +
           " features that can be read");
    if (index == 0) fail(in_quotes(token) + ": indices count from 1; add 1 to all of them");
    if (index <= last)
      fail("the index of " + in_quotes(token) + " follows " + std::to_string(last) +
           "; expected indices that ascend in each line");
    const CellValue value = judge_cell(token.substr(colon + 1), {});
    if (value.kind != CellKind::number)
      fail("the value of " + in_quotes(token) +
           " is not a finite number; leave out what is 0, and samples of which a value is missing");
    last = index;
    if (index > features_) features_ = index, widest_line_ = line_;
    if (value.value == 0) return;
    ++out_.cells;
    const auto feature = static_cast<std::uint32_t>(index - 1);
    if (held_.holds(feature)) cells_.add(feature, value.value);
  }

  const std::string& path_;
  UnknownCells unknown_;
  Share held_;
  std::uint64_t line_ = 0, widest_line_ = 0;
  std::int64_t features_ = 0;
  SparseRows cells_;
  std::vector<double> values_;
  LibsvmFile out_;
};

}  // namespace

LibsvmFile read_libsvm(std::string_view text, const std::string& path,
                       const std::vector<std::string>& unknown, const Division* division) {
  constexpr Share kAll{0, kMostFeatures}, kNone{};
  if (!division) return LibsvmReader(path, unknown, kAll).read(text);
  const std::size_t features = LibsvmReader(path, unknown, kNone).read(text).features.features();
  return LibsvmReader(path, unknown, division->of(features)).read(text);
}

}  // namespace tamis::framework
