// `--set KEY=VALUE`, as often as there are lines, over a config that is then read.
#include "config_options.hpp"
#include "harness.hpp"

#include <tamis/framework/study/study.hpp>

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness set("set", [](tamis::fuzz::Input input) {
  if (input.rest().find('\0') != std::string_view::npos) return;  // no argument holds one
  tamis::fuzz::refusal([&] {
    toml::table config = parse_config("criterion = 'a'\n[data]\npath = 'f.csv'\n");
    std::string_view lines = input.rest();
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      tamis::cli::insert_setting(config, std::string(lines.substr(0, end)), "KEY=VALUE");
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    tamis::fuzz::use(parse_study_config(std::move(config)));
  });
});

}  // namespace
