/// \file generate.hpp
/// Generated data: the artificial problems of the papers, with known truth. Values and labels are clean; a noise model can
/// corrupt the labels afterwards.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A numeric option of a generator.
struct GeneratorOption {
  std::string name;
  double by_default, lowest, highest;  ///< both ends are allowed
  bool whole;                          ///< no fractions
  std::string doc;

  /// "a whole number, 2 to 10".
  std::string expected() const;
};

class GeneratorConfig;

/// A generator. Each has the options `samples` and `irrelevant`, the number of features that are independent of the target.
struct Generator {
  std::string id, summary, citation;
  std::vector<GeneratorOption> options;
  DataTable (*make)(const GeneratorConfig&, Rng&);
};

/// All generators, in the order of the papers. The defaults are those of the experiments there.
const std::vector<Generator>& generators();

/// A generator and a number for each of its options: generate = { use = "spheres", samples = 500 }.
class GeneratorConfig {
 public:
  /// \param node  such a table, or an id alone.
  /// \param path  its name in messages.
  /// \throws ParamError  no such generator, an unknown option, a number of the wrong type or out of range.
  explicit GeneratorConfig(const toml::node& node, const std::string& path = "generate");

  const Generator& generator() const { return *generator_; }
  double number(std::string_view option) const;
  /// Of an option that takes whole numbers.
  std::uint64_t count(std::string_view option) const;

 private:
  const Generator* generator_;
  std::vector<double> numbers_;  // in the order of the options
};

/// The generator as `use`, and every option.
nlohmann::json to_json(const GeneratorConfig& config);

/// Generates the data, with the relevant features marked (DataTable::relevant) and described in notes. The
/// same config and stream give the same bytes on every machine. Features are called f1, f2, ..., those that
/// matter first; more irrelevant ones leave the others as they are, where a generator does not say otherwise.
/// O(n d).
/// \throws DataError  more than 1e9 values.
LoadedData generate(const GeneratorConfig& config, Rng& rng);
/// The same from the stream of a run's seed.
LoadedData generate(const GeneratorConfig& config, std::uint64_t seed);

/// The generated data as CSV with a header, the target last; load_data() reads the same data, to the last bit, if told which
/// columns are categorical. A categorical column has its values as texts.
std::string to_csv(const LoadedData& made);

}  // namespace tamis::framework
