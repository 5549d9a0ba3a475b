#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/text.hpp>

#include "csv.hpp"
#include "file_bytes.hpp"
#include "npy.hpp"

namespace tamis::framework {

Table read_table(const std::string& path, const ReadOptions& options) {
  FileBytes bytes = FileBytes::open(path);
  const std::string shown = escaped(path);
  if (is_gzip(bytes.view())) bytes = gunzip(bytes, shown);
  return is_npy(bytes.view()) ? read_npy(bytes.view(), shown, options)
                              : read_csv(bytes.view(), shown, options);
}

}  // namespace tamis::framework
