#include <tamis/framework/support/json_words.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace tamis::framework {
namespace {

using nlohmann::json;

std::string_view behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? "" : text.substr(at + mark.size());
}

/// "a number" for the library's "number".
std::string kind_of(std::string_view type) {
  constexpr std::pair<std::string_view, const char*> kKinds[] = {
      {"null", "null"},    {"number", "a number"}, {"string", "a text"}, {"boolean", "a truth value"},
      {"array", "a list"}, {"object", "an object"}};
  for (const auto& [name, kind] : kKinds)
    if (type == name) return kind;
  return "a " + std::string(type);
}

}  // namespace

std::string json_words(const std::exception& e) {
  const auto* const error = dynamic_cast<const json::exception*>(&e);
  const std::string_view said = behind(e.what(), "] ");
  if (const auto* const parse = dynamic_cast<const json::parse_error*>(&e))
    return behind(said, ": ")
                   .starts_with("nested deeper")  // which is ours, see parse_json(); others quote the text
               ? fmt::format("byte {}: {}", parse->byte, behind(said, ": "))
               : fmt::format("byte {} is no JSON", parse->byte);
  constexpr int kOtherType = 302, kNotToRead = 304, kNotToIndex = 305, kNotToSearch = 306, kNoKey = 403;
  switch (error ? error->id : 0) {
    case kOtherType: {
      const std::string_view types = behind(said, "type must be ");
      const std::string_view wanted = types.substr(0, types.find(','));
      return fmt::format("{} is where {} is expected", kind_of(behind(types, "but is ")), kind_of(wanted));
    }
    case kNotToRead:
    case kNotToIndex:
    case kNotToSearch: {
      const bool by_place = said.find("numeric argument") != std::string_view::npos;
      return fmt::format("{} is where {} is expected", kind_of(said.substr(said.rfind(' ') + 1)),
                         by_place ? "a list" : "an object");
    }
    case kNoKey: {
      const std::string_view key = said.substr(0, said.rfind(" not found"));
      return fmt::format("the {} is missing", shown(key, kLongestSaid));
    }
    default:
      return shown(said.empty() ? std::string_view(e.what()) : said, kLongestSaid);
  }
}

}  // namespace tamis::framework
