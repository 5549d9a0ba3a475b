#include <tamis/framework/data/read_table.hpp>

#include "arff.hpp"
#include "csv.hpp"
#include "npy.hpp"
#include "read_bytes.hpp"
#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/support/text.hpp>

namespace tamis::framework {

Format format_of(std::string_view path) {
  std::string name = lower_case(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  if (name.ends_with(".arff")) return Format::arff;
  for (const std::string_view end : {".svm", ".libsvm", ".svmlight"})
    if (name.ends_with(end)) return Format::libsvm;
  return Format::automatic;
}

Table read_bytes(const FileBytes& file, const std::string& path, const ReadOptions& options) {
  const std::string shown = escaped(path);
  const FileBytes bytes = is_gzip(file) ? gunzip(file, shown, options.max_bytes) : file;
  const Format format = options.format == Format::automatic ? format_of(path) : options.format;
  switch (format) {
    case Format::arff:
      return read_arff(bytes.in_memory().view(), shown, options);
    case Format::npy:
      if (!is_npy(bytes)) throw DataError(shown + ": is no NPY file, but format says so");
      return read_npy(bytes, shown, options);
    case Format::csv:
      return read_csv(bytes, shown, options);
    case Format::libsvm:
      throw DataError(shown + ": is a LIBSVM file, which has no columns; convert it to CSV or ARFF");
    case Format::automatic:
      break;
  }
  return is_npy(bytes) ? read_npy(bytes, shown, options) : read_csv(bytes, shown, options);
}

Table read_table(const std::string& path, const ReadOptions& options) {
  const FileBytes bytes = FileBytes::open(path, options.max_bytes);
  Table table;
  std::string sha256 =
      read_and_digest(bytes, options.digest, [&] { table = read_bytes(bytes, path, options); });
  table.sha256 = std::move(sha256);
  return table;
}

}  // namespace tamis::framework
