/// \file page.hpp
/// The pieces of HTML that a report is made of.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

extern const std::string_view kPageStyle, kPageScript;  ///< page.css, page.js

/// A cell of a table: its text, and the number by which its rows are ordered.
struct Cell {
  std::string text;
  bool is_number = false;
  double value = 0;
};
Cell number_cell(double value, std::string text);

/// A table of a page.
struct HtmlTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<Cell>> rows;
  std::vector<char> is_marked;  ///< of rows; empty: none
};

/// Writes a page from top to bottom; names of elements are unique. All texts are escaped.
class Page {
 public:
  void heading(const std::string& text);     ///< of a section
  void subheading(const std::string& text);  ///< within one
  void paragraph(const std::string& text, const char* style = nullptr);
  void warning(const std::string& text);
  /// Of a chart with a title, which is its name for readers of screens.
  template <class Chart>
  void figure(const Chart& chart, const std::string& caption = "") {
    figure(chart.title, to_svg(chart), caption);
  }
  /// One that can be ordered by its columns and filtered.
  /// \throws std::out_of_range  the first row is shorter than the head.
  void table(const HtmlTable& table);
  /// The same behind a line to click on.
  void folded_table(const std::string& summary, const HtmlTable& table);
  void code(const std::string& text);
  /// A heading of the first degree within the page: one of several results.
  void part(const std::string& title);

  /// The whole file.
  std::string html(const std::string& title) const;

 private:
  void figure(const std::string& name, const std::string& svg, const std::string& caption);
  std::string next_id(const char* kind);

  std::string body_;
  std::string contents_;
  std::size_t ids_ = 0;
};

}  // namespace tamis::framework
