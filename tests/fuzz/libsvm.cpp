// LIBSVM: sparse columns whose rows are there.
#include "data/formats/libsvm.hpp"

#include "harness.hpp"

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness libsvm("libsvm", [](tamis::fuzz::Input input) {
  std::vector<std::string> unknown;
  if (input.byte() & 1) unknown = {"NA", "1", "-1"};
  if (tamis::fuzz::has_wide_index(input.rest())) return;
  tamis::fuzz::refusal([&] {
    const LibsvmFile file = read_libsvm(input.rest(), "f.svm", unknown);
    for (const auto row : file.features.row)
      if (row >= file.labels.rows) tamis::fuzz::fail("a value of a sample that is not there");
  });
});

}  // namespace
