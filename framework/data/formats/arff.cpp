#include "arff.hpp"

#include "arff_header.hpp"
#include "cell.hpp"
#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <unordered_set>

namespace tamis::framework {
namespace {

// Clus writes the labels of a hierarchical cell like this.
constexpr const char* kClusSeparator = "@";

class ArffReader {
 public:
  ArffReader(const ArffHeader& header, const std::string& path, const ReadOptions& options)
      : header_(header), unknown_(options.unknown) {
    table_.path = path;
    table_.header = true;
    table_.columns.resize(columns());
    for (std::string_view rest = header.data; !rest.empty();)
      table_.rows += !is_arff_comment(trimmed(take_line(rest)));
    if (table_.rows == 0) throw DataError(path + ": no row follows @data");
    for (std::size_t j = 0; j < columns(); ++j) {
      const ArffAttribute& attribute = header.attributes[j];
      TableColumn& column = table_.columns[j];
      column.name = attribute.name;
      if (!attribute.values.empty()) column.edit_notes().declared = attribute.values;
      if (attribute.type == ArffType::hierarchical) column.edit_notes().label_separator = kClusSeparator;
      declared_.emplace_back(attribute.values.begin(), attribute.values.end());
    }
    make_room(table_, options);
    for (std::size_t j = 0; j < columns(); ++j)  // they may become categories
      if (!header.attributes[j].values.empty()) table_.columns[j].texts.resize(table_.rows);
  }

  Table read() {
    line_ = header_.line;
    for (std::string_view rest = header_.data; !rest.empty(); ++line_) {
      ArffLine line{"", trimmed(take_line(rest))};
      if (is_arff_comment(line.rest)) continue;
      line.place = table_.path + ":" + std::to_string(line_);
      if (line.skip('{'))
        sparse_row(line);
      else
        dense_row(line);
      table_.lines.push_back(line_);
      ++row_;
    }
    return std::move(table_);
  }

 private:
  std::size_t columns() const { return header_.attributes.size(); }

  void dense_row(ArffLine& line) {
    // Weka also writes tabs
    const char separator = line.rest.find(',') == std::string_view::npos ? '\t' : ',';
    const std::string_view whole = line.rest;
    std::size_t j = 0;
    do {
      const ArffLine::Word word = line.take({&separator, 1});
      if (j < columns()) put(j, word, line);
      ++j;
      if (!line.rest.empty() && line.rest.front() != separator && separator == ',')
        line.fail(in_quotes(line.rest) + " follows a closing quote; expected a comma");
    } while (line.skip(separator) || (separator == '\t' && !line.rest.empty()));
    if (j != columns())
      line.fail(counted(j, "cell") + " in " + in_quotes(whole) + "; expected " + std::to_string(columns()) +
                ", one per @attribute" +
                (j > columns() ? "; a value that contains a comma must be in quotes" : ""));
  }

  void sparse_row(ArffLine& line) {
    std::size_t next = 0;
    while (!line.skip('}')) {
      const std::size_t j = take_index(line);
      if (j < next)
        line.fail("the index " + std::to_string(j) + " does not ascend; expected each index once, in order");
      for (; next < j; ++next) put_omitted(next, line);
      const ArffLine::Word word = line.take(",}");
      put(next++, word, line);
      if (!line.skip(',') && !line.rest.starts_with('}'))
        line.fail("the row is not closed with '}' after " + in_quotes(word.text));
    }
    if (!line.rest.empty())
      line.fail(in_quotes(line.rest) +
                " follows the row; weights of rows are not read, write them as an attribute");
    for (; next < columns(); ++next) put_omitted(next, line);
  }

  std::size_t take_index(ArffLine& line) const {
    const auto cell = line.take(" \t,}");
    const std::string_view text = cell.text;
    const auto j = whole_number(text);
    if (!j || *j < 0 || static_cast<std::uint64_t>(*j) >= columns())
      line.fail(in_quotes(text) + " is no index of an attribute; expected 0 to " +
                std::to_string(columns() - 1) + ", a blank and the value");
    return static_cast<std::size_t>(*j);
  }

  void put_omitted(std::size_t j, const ArffLine& line) {
    const ArffAttribute& attribute = header_.attributes[j];
    if (attribute.type == ArffType::numeric && attribute.values.empty())
      put(j, {"0", true}, line);
    else if (attribute.type == ArffType::hierarchical || attribute.values.empty())
      put(j, {}, line);
    else
      put(j, {attribute.values[0], true}, line);
  }

  void put(std::size_t j, const ArffLine::Word& word, const ArffLine& line) {
    const ArffAttribute& attribute = header_.attributes[j];
    TableColumn& column = table_.columns[j];
    CellValue cell;
    if (word.quoted || word.text != "?") cell = judge_cell(word.text, unknown_);
    if (cell.kind != CellKind::missing) {
      if (attribute.type != ArffType::numeric) cell = {CellKind::text};
      if (attribute.type != ArffType::hierarchical && !declared_[j].empty() &&
          !declared_[j].contains(word.text))
        throw DataError(table_.where(line_, j) + ": " + in_quotes(word.text) +
                        " is not among the values of the attribute: " + listed(attribute.values));
      if (!column.texts.empty()) {
        if (!column.notes().verbatim && !is_utf8(word.text)) line.fail(not_utf8(word.text));
        column.texts[row_] = word.text;
      }
    } else if (column.notes().verbatim) {
      column.texts[row_] = word.text;
    }
    const double value = note_cell(column, line_, word.text, cell);
    if (table_.holds(j)) table_.values.data()[table_.place(j) * table_.rows + row_] = value;
  }

  const ArffHeader& header_;
  UnknownCells unknown_;
  Table table_;
  std::vector<std::unordered_set<std::string_view>> declared_;
  std::uint64_t row_ = 0, line_ = 0;
};

}  // namespace

Table read_arff(std::string_view text, const std::string& path, const ReadOptions& options) {
  const ArffHeader header = read_arff_header(text, path);
  return ArffReader(header, path, options).read();
}

}  // namespace tamis::framework
