#include "page.hpp"

#include <tamis/framework/charts/svg.hpp>

#include <fmt/format.h>

#include <utility>

namespace tamis::framework {

Cell number_cell(double value, std::string text) { return {std::move(text), true, value}; }

std::string Page::next_id(const char* kind) { return fmt::format("{}-{}", kind, ++ids_); }

void Page::heading(const std::string& text) {
  const std::string id = next_id("section");
  body_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", id, escaped_xml(text));
  contents_ += fmt::format("<a href=\"#{}\">{}</a>\n", id, escaped_xml(text));
}

void Page::subheading(const std::string& text) { body_ += fmt::format("<h3>{}</h3>\n", escaped_xml(text)); }

void Page::part(const std::string& title) {
  const std::string id = next_id("part");
  body_ += fmt::format("<h1 id=\"{}\">{}</h1>\n", id, escaped_xml(title));
  contents_ += fmt::format("<br><a href=\"#{}\"><strong>{}</strong></a>\n", id, escaped_xml(title));
}

void Page::paragraph(const std::string& text, const char* style) {
  body_ += style ? fmt::format("<p class=\"{}\">{}</p>\n", style, escaped_xml(text))
                 : fmt::format("<p>{}</p>\n", escaped_xml(text));
}

void Page::warning(const std::string& text) {
  body_ += fmt::format("<p class=\"warning\"><strong>Warning:</strong> {}</p>\n", escaped_xml(text));
}

void Page::figure(const std::string& name, const std::string& svg, const std::string& caption) {
  body_ += fmt::format("<figure id=\"{}\">\n<div role=\"img\" aria-label=\"{}\">\n{}</div>\n",
                       next_id("figure"), escaped_xml(name), svg);
  if (!caption.empty()) body_ += fmt::format("<figcaption>{}</figcaption>\n", escaped_xml(caption));
  body_ += "</figure>\n";
}

void Page::table(const HtmlTable& table) {
  constexpr std::size_t kFewRows = 8;  // are not worth a filter
  const std::string id = next_id("table");
  if (table.rows.size() > kFewRows)
    body_ += fmt::format(
        "<div class=\"tools no-script\" data-table=\"{0}\"><label>Filter <input type=\"search\"></label>"
        "<output></output></div>\n",
        id);
  body_ += fmt::format(
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{1}\"><table id=\"{0}\" "
      "class=\"sortable\">\n<caption>{1}</caption>\n<thead><tr>",
      id, escaped_xml(table.caption));
  for (std::size_t c = 0; c < table.head.size(); ++c) {
    const bool is_number = !table.rows.empty() && table.rows[0].at(c).is_number;
    body_ += fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "",
                         escaped_xml(table.head[c]));
  }
  body_ += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    body_ += !table.is_marked.empty() && table.is_marked[r] ? "<tr class=\"marked\">" : "<tr>";
    for (const Cell& cell : table.rows[r])
      body_ += cell.is_number ? fmt::format("<td class=\"number\" data-value=\"{}\">{}</td>", cell.value,
                                            escaped_xml(cell.text))
                              : fmt::format("<td>{}</td>", escaped_xml(cell.text));
    body_ += "</tr>\n";
  }
  body_ += "</tbody></table></div>\n";
}

void Page::folded_table(const std::string& summary, const HtmlTable& table) {
  body_ += fmt::format("<details><summary>{}</summary>\n", escaped_xml(summary));
  this->table(table);
  body_ += "</details>\n";
}

void Page::code(const std::string& text) {
  std::string lines;  // escaped_xml() makes one line of them
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += escaped_xml(std::string_view(text).substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  body_ += fmt::format("<pre tabindex=\"0\" aria-label=\"Config\">{}</pre>\n", lines);
}

std::string Page::html(const std::string& title) const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"generator\" content=\"tamis\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<header>\n"
      "<button id=\"theme\" type=\"button\" class=\"tool no-script\">Light or dark</button>\n"
      "<nav aria-label=\"Contents\">\n{2}</nav>\n</header>\n<main>\n{3}</main>\n<script>\n{4}</script>\n</body>\n"
      "</html>\n",
      escaped_xml(title), kPageStyle, contents_, body_, kPageScript);
}

}  // namespace tamis::framework
