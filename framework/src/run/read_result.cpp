#include "read_result.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/blocking_read.hpp>
#include <tamis/framework/nesting.hpp>
#include <tamis/framework/text.hpp>

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace tamis::framework {

using nlohmann::json;

json read_result(const std::filesystem::path& file, const std::string& wanted) {
  const std::string name = escaped(file.string());
  const BlockingRead reading(file.string());
  std::ifstream in(file, std::ios::binary);
  std::error_code none;
  if (!in || std::filesystem::is_directory(file, none))
    throw DataError(fmt::format("{}: cannot be read; {}", name, wanted));
  json result;
  try {
    result = parse_json(std::string(std::istreambuf_iterator<char>(in), {}));
  } catch (const json::exception&) {  // refused below
  }
  if (!result.is_object() || !result.contains("tamis_result") || !result.contains("ranking") ||
      !result["ranking"].is_array())
    throw DataError(
        fmt::format("{}: is no result of a selection; `tamis select ... -o FILE` writes one", name));
  return result;
}

}  // namespace tamis::framework
