#include <tamis/framework/run/output_files.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/run/score_log.hpp>
#include <tamis/framework/run/checkpoint.hpp>
#include <tamis/framework/support/output_place.hpp>
#include <tamis/framework/support/own_mark.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

// A text in JSON holds no line end, so a line that begins so is a key of the whole. A journal is one line.
constexpr std::string_view kKeys[] = {
    "  \"tamis_result\": ", "  \"tamis_label_noise\": ", "  \"tamis_experiment\": ", "  \"tamis_truth\": "};
constexpr std::size_t kHeadOfFigure = 512;
constexpr std::string_view kFigure = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
constexpr std::string_view kGroundOfFigure =
    " font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";

constexpr std::string_view kGeneratorOfReport = "<meta name=\"generator\" content=\"tamis\">\n";

/// What a file is, however it is called.
struct Identity {
  dev_t device = 0;
  ino_t inode = 0;
  bool operator==(const Identity&) const = default;
  static Identity of(const struct stat& status) { return {status.st_dev, status.st_ino}; }
};

/// Where an output will be: as the file that is there, or as a name in a folder.
struct Destination {
  const OutputFile* output;
  std::optional<Identity> file;    ///< of a regular file that is there
  std::optional<Identity> folder;  ///< none of an open descriptor, a pipe, a device
  std::string name;

  bool is(const Destination& other) const {
    return (file && file == other.file) || (folder && folder == other.folder && name == other.name);
  }
};

Destination destination_of(const OutputFile& output) {
  Destination destination{&output, {}, {}, {}};
  struct stat status {};
  if (const std::optional<int> open = open_descriptor(output.path)) {
    if (::fstat(*open, &status) == 0 && S_ISREG(status.st_mode)) destination.file = Identity::of(status);
    return destination;
  }
  const OutputPlace place(output.path);
  const std::optional<struct stat> there = place.present();
  if (there && !S_ISREG(there->st_mode)) return destination;
  if (there) destination.file = Identity::of(*there);
  destination.folder = Identity::of(place.folder_status());
  destination.name = place.name();
  return destination;
}

void refuse_inputs(const Destination& destination, std::span<const fs::path> inputs) {
  for (const fs::path& input : inputs) {
    struct stat status {};
    if (destination.file && ::stat(input.c_str(), &status) == 0 && destination.file == Identity::of(status))
      throw ParamError(fmt::format(
          "`{}`: {} is read by this run ({}) and is not written over; name another file",
          destination.output->key, escaped(destination.output->path.string()), escaped(input.string())));
  }
}

void add_texts(const json& value, std::vector<fs::path>& to) {
  if (value.is_string())
    to.emplace_back(value.get<std::string>());
  else if (value.is_array())
    for (const json& item : value) add_texts(item, to);
}

void add_named(const json& config, std::vector<fs::path>& to) {
  if (!config.is_structured()) return;
  for (const auto& [key, value] : config.items()) {
    if (config.is_object() && (key.ends_with("path") || key == "selected"))
      add_texts(value, to);
    else
      add_named(value, to);
  }
}

}  // namespace

std::vector<fs::path> files_named_in(const json& config) {
  std::vector<fs::path> files;
  add_named(config, files);
  return files;
}

std::vector<fs::path> input_files(const RunConfig& config) {
  std::vector<fs::path> files;
  if (config.tree) files = files_named_in(to_json(*config.tree));
  for (const std::string& file : input_files(config.data)) files.emplace_back(file);
  return files;
}

bool is_result(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(kHeadOfFigure, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (head.starts_with(kFigure)) return head.find(kGroundOfFigure) != std::string::npos;
  if (head.starts_with(Checkpoint::kFirstLine) || head.starts_with(ScoreLog::kHeader)) return true;
  if (head.starts_with("<!DOCTYPE html>")) return head.find(kGeneratorOfReport) != std::string::npos;
  if (!head.starts_with("{\n")) return false;
  in.clear();
  in.seekg(0);
  for (std::string line; std::getline(in, line);)
    if (std::any_of(std::begin(kKeys), std::end(kKeys),
                    [&](std::string_view key) { return line.starts_with(key); }))
      return true;
  return false;
}

void check_outputs(std::span<const OutputFile> outputs, std::span<const fs::path> inputs,
                   const ForeignFiles& foreign) {
  std::vector<Destination> destinations;
  for (const OutputFile& output : outputs) {
    if (output.path.empty()) continue;
    check_writable(output.path);
    Destination destination = destination_of(output);
    refuse_inputs(destination, inputs);
    for (const Destination& other : destinations)
      if (destination.is(other))
        throw ParamError(fmt::format("`{}` and `{}` are one file, {}; name two", other.output->key,
                                     output.key, escaped(output.path.string())));
    std::error_code none;
    const bool is_kept = destination.folder && destination.file && fs::file_size(output.path, none) > 0;
    if (is_kept && !output.is_continued && !foreign.replace && !is_result(output.path) &&
        !is_own_and_unchanged(output.path))
      throw ParamError(fmt::format("`{}`: {} is there, and nothing in it says that tamis wrote it; {}",
                                   output.key, escaped(output.path.string()), foreign.remedy));
    destinations.push_back(std::move(destination));
  }
}

}  // namespace tamis::framework
