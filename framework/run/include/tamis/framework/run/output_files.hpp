/// \file output_files.hpp
/// The files that a run will write, refused before its work begins where they would cost somebody a file.
#pragma once

#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// A file that a run will write.
struct OutputFile {
  std::string key;             ///< what names it: "output.result"
  std::filesystem::path path;  ///< "": it is not written
  bool is_continued = false;   ///< what is there is read first, and refused where it is something else
};

/// What is done with files that are there and are no results of tamis, nor empty.
struct ForeignFiles {
  bool replace = false;
  std::string remedy = "name another file";  ///< what the host's user can do, for the sentence
};

/// The files that a run reads, as far as its config says: data, targets, votes, tables of components, an
/// earlier result.
std::vector<std::filesystem::path> input_files(const RunConfig& config);
/// The texts of a config under keys that name files: those that end in "path", and "selected".
std::vector<std::filesystem::path> files_named_in(const nlohmann::json& config);

/// Before a run: whether its files can be written at its end without a loss. Files are compared by device and
/// inode, so links and other spellings are seen through; pipes and devices are written as they are.
/// \throws ParamError  an output is an input or another output, or a foreign file that is not to be replaced.
/// \throws DataError  it could not be written.
void check_outputs(std::span<const OutputFile> outputs, std::span<const std::filesystem::path> inputs,
                   const ForeignFiles& foreign);

/// Whether the file is a result, as this or an earlier tamis wrote it: the JSON of a run, a figure, a report.
/// Of tables (CSV) nobody can tell. Cost: reads the file.
bool is_result(const std::filesystem::path& file);

}  // namespace tamis::framework
