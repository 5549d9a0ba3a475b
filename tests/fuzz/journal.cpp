// What is left of an experiment on disk, put into all forms of its results.
#include <tamis/framework/experiment/forms.hpp>
#include <tamis/framework/run/run_config.hpp>

#include "experiment/journal.hpp"
#include "harness.hpp"
#include "memory_file.hpp"

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness journal("journal", [](tamis::fuzz::Input input) {
  const tamis::fuzz::MemoryFile file(input.rest());
  tamis::fuzz::refusal([&] {
    const Journal read(file.path(), nlohmann::json{{"x", 1}});
    tamis::fuzz::use(read.units());
  });
});

}  // namespace
