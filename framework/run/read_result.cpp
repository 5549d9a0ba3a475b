#include <tamis/framework/run/read_result.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>

namespace tamis::framework {

using nlohmann::json;

json read_result(const std::filesystem::path& file) {
  constexpr std::uint64_t kLargest = 1 << 30;  // of a pipe; a result of a million features has 300 MB
  const FileBytes text = FileBytes::open(file.string(), kLargest).in_memory();
  json result;
  try {
    result = parse_json(text.view());
  } catch (const json::exception&) {  // refused below
  }
  if (!result.is_object() || !result.contains("tamis_result") || !result.contains("ranking") ||
      !result["ranking"].is_array())
    throw DataError(fmt::format("{}: is no result of a selection; `tamis select ... -o FILE` writes one",
                                escaped(file.string())));
  return result;
}

}  // namespace tamis::framework
