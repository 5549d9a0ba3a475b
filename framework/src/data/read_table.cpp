#include <tamis/errors.hpp>
#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/text.hpp>

#include "arff.hpp"
#include "csv.hpp"
#include "file_bytes.hpp"
#include "npy.hpp"
#include "scan.hpp"

namespace tamis::framework {

Format format_of(std::string_view path) {
  std::string name = lower_case(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  if (name.ends_with(".arff")) return Format::arff;
  for (const std::string_view end : {".svm", ".libsvm", ".svmlight"})
    if (name.ends_with(end)) return Format::libsvm;
  return Format::automatic;
}

Table read_table(const std::string& path, const ReadOptions& options) {
  FileBytes bytes = FileBytes::open(path);
  const std::string shown = escaped(path);
  if (is_gzip(bytes.view())) bytes = gunzip(bytes, shown);
  const Format format = options.format == Format::automatic ? format_of(path) : options.format;
  switch (format) {
    case Format::arff:
      return read_arff(bytes.view(), shown, options);
    case Format::npy:
      if (!is_npy(bytes.view())) throw DataError(shown + ": is no NPY file, but format says so");
      return read_npy(bytes, shown, options);
    case Format::csv:
      return read_csv(bytes.view(), shown, options);
    case Format::libsvm:
      throw DataError(shown + ": is a LIBSVM file, which has no columns; convert it to CSV or ARFF");
    case Format::automatic:
      break;
  }
  return is_npy(bytes.view()) ? read_npy(bytes, shown, options) : read_csv(bytes.view(), shown, options);
}

}  // namespace tamis::framework
