// The text of a plugin's manifest.
#include "harness.hpp"

#include <tamis/framework/kernel/descriptor.hpp>

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness manifest("manifest", [](tamis::fuzz::Input input) {
  tamis::fuzz::refusal(
      [&] {
        for (const Descriptor& component : parse_manifest(std::string(input.rest())).components) {
          tamis::fuzz::use(component.kind());
          for (const OptionDescriptor& option : component.options) tamis::fuzz::use(option.expected());
        }
      },
      tamis::fuzz::Lines::several);
});

}  // namespace
