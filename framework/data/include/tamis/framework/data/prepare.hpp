/// \file prepare.hpp
/// Fits loaded data to a criterion: the kind of target it consumes, and the units of its distances.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/traits.hpp>

#include <string_view>

namespace tamis::framework {

/// What a criterion's descriptor declares. None of the target kinds: unsupervised, the target is ignored.
struct DataRequirements {
  bool classes = false, soft = false, real = false, sets = false;  ///< kinds of target it consumes
  bool uses_unknown = false;  ///< it learns from samples whose target is unknown
  bool distances = false;     ///< it measures distances between samples
  bool discrete = false;      ///< it reads codes
  bool sparse = false;        ///< it reads sparse columns where there are any
  bool missing = false;       ///< it asks which cells are missing

  bool needs_target() const { return classes || soft || real || sets; }
};

DataRequirements requirements_of(const Traits& criterion);

/// What the options say of preparing features.
struct PreparationOptions {
  PreparationOptions(Standardise units, Discretise cuts = {})
      : standardise(units), discretise(std::move(cuts)) {}
  PreparationOptions(const DataOptions& options)
      : PreparationOptions(options.standardise, options.discretise) {}
  Standardise standardise;
  Discretise discretise;
};

/// What becomes of a target of a kind that was given, for a criterion with these needs. most_probable speaks
/// of soft labels alone: where labels were stated beside them (with a certainty) those are taken instead.
enum class TargetUse { ignored, used, one_hot, most_probable, sets_of_one, single_label, refused };
TargetUse target_use(const DataRequirements& needs, TargetKind given);
/// "used", "one-hot", ...: for the table of criteria and targets in the docs.
std::string_view name_of(TargetUse use);

/// Converts the target where that loses nothing or is asked for, drops samples of unknown target unless they
/// are used, makes codes, or a dense table of sparse features, for a criterion that needs them, and computes
/// centre and scale. Each step is announced in data.notes. Of cells that stay missing (FilledCells::kept) a criterion that takes
/// them gets a mask, and one that reads codes a code of their own; others get what stands in them.
///
/// target_use() says what becomes of each kind. Labels with certainty are soft labels; a criterion of classes
/// gets the labels as stated, without certainty, even where another class is more probable. Sets become
/// classes when no sample has two labels. A criterion that consumes several kinds gets the target as it is
/// when it can, else the first possible of classes, soft, sets. Codes are made from dense columns or straight
/// from sparse ones.
///
/// Cost: O(n d) when distances are measured or samples are dropped; O(n d log n) for codes, of sparse
/// features O(m log m + n d) for m stored cells. Deterministic for any number of threads.
///
/// \param criterion_id  who needs it, for sentences.
/// \param aside         where dropped samples go, for PreparationUndo; null: nowhere.
/// \throws DataError  no target, none known, a conversion that is refused, a column whose spread a
///                    double cannot hold, a value that is no code where features are to be codes
///                    already; with the remedy.
void prepare_data(LoadedData& data, const DataRequirements& needs, const PreparationOptions& how,
                  std::string_view criterion_id, DroppedSamples* aside = nullptr);

/// The units of distances along one feature: (x - centre) / scale.
struct CentreAndScale {
  double centre = 0, scale = 1;
};

/// Mean and standard deviation of a column; ddof is 0 or 1, n > ddof. An exactly constant column has centre =
/// its value and scale = 1, so that it becomes exactly 0. Two passes, shifted by the first value and scaled
/// by a power of two: right for ranges from 1e-300 to 1e300.
///
/// \throws DataError  when the range overflows a double or the deviation underflows to 0.
CentreAndScale centre_and_scale(Column x, int ddof, std::string_view name);

}  // namespace tamis::framework
