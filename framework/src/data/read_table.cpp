#include <tamis/framework/data/read_table.hpp>

#include "csv.hpp"
#include "file_bytes.hpp"
#include "npy.hpp"

namespace tamis::framework {

Table read_table(const std::string& path, const ReadOptions& options) {
  FileBytes bytes = FileBytes::open(path);
  if (is_gzip(bytes.view())) bytes = gunzip(bytes, path);
  return is_npy(bytes.view()) ? read_npy(bytes.view(), path, options) : read_csv(bytes.view(), path, options);
}

}  // namespace tamis::framework
