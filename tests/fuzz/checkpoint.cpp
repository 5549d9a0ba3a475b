// The checkpoint of a run: the file, and the scores and fits in it, which may be of anything.
#include <tamis/framework/run/checkpoint.hpp>
#include <tamis/framework/run/score_bytes.hpp>

#include "harness.hpp"
#include "labels/cached_fit.hpp"

#include <unistd.h>

#include <fstream>

namespace {

using namespace tamis::framework;

/// A file of this process.
const std::filesystem::path& file() {
  static const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("tamis-fuzz-" + std::to_string(::getpid()));
  return path;
}

const tamis::fuzz::Harness checkpoint("checkpoint", [](tamis::fuzz::Input input) {
  std::vector<double> scores(input.byte() % 8);
  const std::uint64_t samples = input.byte() % 8;
  read_scores(input.rest(), scores);
  read_fit(input.rest(), samples, 2);
  std::ofstream(file(), std::ios::binary) << input.rest();
  tamis::fuzz::refusal([&] {
    Checkpoint checkpoint(file());
    checkpoint.recall({1, 2});
    checkpoint.keep({1, 2}, "kept");
  });
  std::error_code none;
  std::filesystem::remove(file(), none);
});

}  // namespace
