// Runs kept inputs through all harnesses: FOLDER/csv/* through csv, and so on. A crash names its input.
#include <oneapi/tbb/global_control.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "harness.hpp"

namespace fs = std::filesystem;
using tamis::fuzz::Harness;

namespace {

void replay(const Harness& harness, const fs::path& file) {
  std::fprintf(stderr, "%s\n", file.c_str());  // the last line before a crash
  const std::size_t size = fs::file_size(file);
  const auto bytes = std::make_unique<char[]>(size);  // of that size: a read beyond is seen
  std::ifstream(file, std::ios::binary).read(bytes.get(), static_cast<std::streamsize>(size));
  harness.run(tamis::fuzz::Input({bytes.get(), size}));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]), 2;
  const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
  std::size_t inputs = 0;
  for (const Harness& harness : Harness::all()) {
    std::set<fs::path> files;  // in an order
    for (const auto& entry : fs::directory_iterator(fs::path(argv[1]) / harness.name))
      files.insert(entry.path());
    for (const fs::path& file : files) replay(harness, file);
    inputs += files.size();
  }
  std::printf("%zu inputs, %zu harnesses\n", inputs, Harness::all().size());
}
