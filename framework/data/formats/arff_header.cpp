#include "arff_header.hpp"

#include "cell.hpp"
#include "plain_text.hpp"
#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <unordered_set>

namespace tamis::framework {
namespace {

char unescaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c; }

bool all_numbers(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const std::string& value) { return judge_cell(value, {}).kind == CellKind::number; });
}

// {a, 'b c', ...} or, for Clus, a,a/b,...
std::vector<std::string> take_values(ArffLine& line, bool braces) {
  std::vector<std::string> values;
  std::unordered_set<std::string> seen;
  for (;;) {
    ArffLine::Word word = line.take(braces ? ",}" : ",");
    if (word.text.empty()) line.fail("a value of the attribute is empty; write it in quotes or drop it");
    if (!is_utf8(word.text)) line.fail("the value " + not_utf8(word.text));
    if (!seen.insert(word.text).second) line.fail("the value " + in_quotes(word.text) + " is declared twice");
    values.push_back(std::move(word.text));
    if (line.skip(',')) continue;
    if (braces && !line.skip('}')) line.fail("the values of the attribute are not closed with '}'");
    return values;
  }
}

ArffAttribute take_attribute(ArffLine& line) {
  ArffAttribute out;
  out.name = line.take(" \t{").text;
  if (out.name.empty()) line.fail("the attribute has no name");
  if (!is_utf8(out.name)) line.fail("the name " + not_utf8(out.name));
  if (line.skip('{')) {
    out.type = ArffType::nominal;
    out.values = take_values(line, true);
    if (all_numbers(out.values)) out.type = ArffType::numeric;
  } else {
    const std::string type = lower_case(line.take(" \t").text);
    if (type == "hierarchical") {
      out.type = ArffType::hierarchical;
      out.values = take_values(line, false);
    } else if (type == "string" || type == "date") {
      out.type = ArffType::text;
      line.rest = {};  // the format of a date
    } else if (type != "numeric" && type != "real" && type != "integer") {
      line.fail("attribute " + in_quotes(out.name) + " is of type " + in_quotes(type) +
                "; expected numeric, real, integer, {value, ...}, string, date or hierarchical");
    }
  }
  if (!line.rest.empty())
    line.fail("attribute " + in_quotes(out.name) + ": " + in_quotes(line.rest) + " follows the type");
  return out;
}

}  // namespace

void ArffLine::fail(const std::string& what) const { throw DataError(place + ": " + what); }

bool ArffLine::skip(char mark) {
  if (rest.empty() || rest.front() != mark) return false;
  rest = trimmed(rest.substr(1));
  return true;
}

ArffLine::Word ArffLine::take(std::string_view stops) {
  Word word;
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"')) {
    const std::size_t end = std::min(rest.find_first_of(stops), rest.size());
    word.text = trimmed(rest.substr(0, end));
    rest = trimmed(rest.substr(end));
    return word;
  }
  word.quoted = true;
  for (std::size_t k = 1; k < rest.size(); ++k) {
    if (rest[k] == rest.front()) {
      rest = trimmed(rest.substr(k + 1));
      return word;
    }
    const bool escape = rest[k] == '\\' && k + 1 < rest.size();
    word.text += escape ? unescaped(rest[++k]) : rest[k];
  }
  fail("the quote that opens at " + in_quotes(rest) + " is never closed");
}

ArffHeader read_arff_header(std::string_view text, const std::string& path) {
  text = plain_text(text, path);
  ArffHeader out;
  while (!text.empty()) {
    ++out.line;
    ArffLine line{path + ":" + std::to_string(out.line), trimmed(take_line(text))};
    if (is_arff_comment(line.rest)) continue;
    const std::string word = lower_case(line.take(" \t").text);
    if (word == "@relation") continue;
    if (word == "@attribute") {
      out.attributes.push_back(take_attribute(line));
      continue;
    }
    if (word != "@data")
      line.fail(in_quotes(word) + " is no part of an ARFF header; expected @relation, @attribute or @data");
    if (out.attributes.empty()) line.fail("@data comes before any @attribute");
    out.data = text;
    ++out.line;
    return out;
  }
  throw DataError(path + ": has no @data; is it an ARFF file? `data.format` says otherwise");
}

}  // namespace tamis::framework
