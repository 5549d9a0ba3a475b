/// \file locked.hpp
/// Makes an earlier selection again, exactly or not at all.
#pragma once

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/study/study_result.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <filesystem>

namespace tamis::framework {

/// The result of an earlier selection, as it was written.
class LockedResult {
 public:
  /// \throws DataError  it is no result of a selection, or of one that cannot be made again: it was
  ///                    interrupted, or its data were handed over in memory.
  explicit LockedResult(std::filesystem::path file);

  /// What was asked for then.
  /// \throws ParamError
  StudyConfig config() const;

  /// Compares this tamis, the plugins' files and the input files with those that the result names. Cost: a
  /// digest of each file.
  /// \throws PluginError, DataError  with all that differs.
  void check_sources(const Registry& registry) const;

  /// Compares what was found with the result, to the last bit.
  /// \throws NumericError  where they first differ.
  void check_outcome(const StudyResult& found) const;

 private:
  std::filesystem::path file_;
  JsonValue result_;
};

}  // namespace tamis::framework
