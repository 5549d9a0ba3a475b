// NumPy arrays.
#include "data/formats/npy.hpp"

#include "harness.hpp"

#include <cstdlib>
#include <cstring>

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness npy("npy", [](tamis::fuzz::Input input) {
  const unsigned form = input.byte();
  ReadOptions options;
  if (form & 1) options.unknown = {"1", "0", "-1", "nan", "inf"};
  if (form & 2) options.all_texts = true;
  const std::string_view bytes = input.rest();
  if (!is_npy(bytes)) return;  // as the caller asks
  char* block = static_cast<char*>(std::malloc(bytes.size()));
  std::memcpy(block, bytes.data(), bytes.size());
  const FileBytes file = FileBytes::adopt(block, bytes.size());
  tamis::fuzz::refusal([&] { tamis::fuzz::use(read_npy(file, "f.npy", options)); });
});

}  // namespace
