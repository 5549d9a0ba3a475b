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

namespace {

using Reader = Table (*)(const FileBytes& bytes, const std::string& path, const ReadOptions& options);

Table read_checked_npy(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  if (!is_npy(bytes)) throw DataError(path + ": is no NPY file, but format says so");
  return read_npy(bytes, path, options);
}

Table read_arff_bytes(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  return read_arff(bytes.in_memory().view(), path, options);
}

Table refuse_libsvm(const FileBytes&, const std::string& path, const ReadOptions&) {
  throw DataError(path + ": is a LIBSVM file, which has no columns; convert it to CSV or ARFF");
}

Table read_csv_or_npy(const FileBytes& bytes, const std::string& path, const ReadOptions& options) {
  return is_npy(bytes) ? read_npy(bytes, path, options) : read_csv(bytes, path, options);
}

/// A format is one row, in the order of Format.
struct {
  Format format;
  Reader read;
  std::vector<std::string_view> endings;  ///< that are enough to tell it
} const kFormats[] = {
    {Format::automatic, read_csv_or_npy, {}},
    {Format::csv, read_csv, {}},
    {Format::npy, read_checked_npy, {}},
    {Format::arff, read_arff_bytes, {".arff"}},
    {Format::libsvm, refuse_libsvm, {".svm", ".libsvm", ".svmlight"}},
};

}  // namespace

Format format_of(std::string_view path) {
  std::string name = lower_case(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  for (const auto& row : kFormats)
    for (const std::string_view ending : row.endings)
      if (name.ends_with(ending)) return row.format;
  return Format::automatic;
}

Table read_bytes(const FileBytes& file, const std::string& path, const ReadOptions& options) {
  const std::string shown = escaped(path);
  const FileBytes bytes = is_gzip(file) ? gunzip(file, shown, options.max_bytes) : file;
  const Format format = options.format == Format::automatic ? format_of(path) : options.format;
  return kFormats[static_cast<std::size_t>(format)].read(bytes, shown, options);
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
