// ARFF, dense and sparse.
#include "data/formats/arff.hpp"

#include "harness.hpp"

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness arff("arff", [](tamis::fuzz::Input input) {
  const unsigned form = input.byte();
  ReadOptions options;
  if (form & 1) options.unknown = {"NA", "7"};
  if (form & 2) options.all_texts = true;
  if (form & 4) options.texts = {{"1", "target"}};
  tamis::fuzz::refusal([&] { tamis::fuzz::use(read_arff(input.rest(), "f.arff", options)); });
});

}  // namespace
