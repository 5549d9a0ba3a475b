// [data] over a table and a second file: targets of all kinds, votes, gaps, samples. The input is a byte for
// the format, the options as TOML, and the two files, with form feeds between them.
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/run/run_config.hpp>

#include "harness.hpp"
#include "memory_file.hpp"

namespace {

using namespace tamis::framework;

void check_labels(const DataTable& parts) {
  const auto classes = static_cast<std::int64_t>(parts.target.class_names.size());
  for (const auto label : parts.target.labels)
    if (label < -1 || label >= classes) tamis::fuzz::fail("a label of a class that is not there");
}

const tamis::fuzz::Harness load("load_data", [](tamis::fuzz::Input input) {
  constexpr const char* kFormats[] = {"auto", "csv", "npy", "arff", "libsvm"};
  const char* format = kFormats[input.byte() % 5];
  const std::string_view text = input.part();
  if (tamis::fuzz::has_wide_index(input.rest())) return;
  const tamis::fuzz::MemoryFile table(input.part()), second(input.rest());
  tamis::fuzz::refusal([&] {
    toml::table options = parse_config(text);
    if (options.contains("generate")) return;  // reads nothing
    options.insert_or_assign("path", table.path());
    options.insert_or_assign("format", format);
    if (options.contains("target_path")) options.insert_or_assign("target_path", second.path());
    if (toml::table* votes = options["annotators"].as_table()) votes->insert_or_assign("path", second.path());
    LoadedData data = load_data(parse_data_options(options), 1);
    check_labels(data.parts());
    std::vector<char> keep(data.samples(), 1);
    keep[1] = 0;
    if (keep.size() > 3) tamis::fuzz::use(data.copy_of_samples(keep).where(0));
  });
});

}  // namespace
