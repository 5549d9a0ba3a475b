/// \file serial_runtime.hpp
/// A Runtime without a kernel, for tests of methods and numerics: one thread, a seed, warnings collected.
#pragma once

#include <tamis/runtime.hpp>

#include <map>
#include <string>
#include <vector>

namespace tamis::testing {

/// Hand it to prepare() in the place of a kernel: `SerialRuntime kernel; Runtime runtime = kernel;`. It
/// outlives what was prepared with it. Warnings are collected in the order in which they come.
class SerialRuntime {
 public:
  explicit SerialRuntime(std::uint64_t seed = 0) : seed_(seed) {}
  SerialRuntime(const SerialRuntime&) = delete;
  SerialRuntime& operator=(const SerialRuntime&) = delete;

  operator Runtime() const { return Runtime(&table_); }
  std::vector<std::string> warnings;
  /// The files that read_cells() finds, row by row.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> files;

 private:
  tamis_cells view(std::string_view path) {
    const auto file = files.find(path);
    if (file == files.end()) throw DataError("no such file: " + std::string(path));
    const auto& rows = file->second;
    const std::size_t cols = rows.empty() ? 0 : rows[0].size();
    Shown& shown = shown_[file->first];
    shown = {};
    for (std::size_t j = 0; j < cols; ++j)
      for (const auto& row : rows) shown.cells.push_back({row[j].data(), row[j].size()});
    for (std::size_t i = 0; i < rows.size(); ++i) shown.lines.push_back(i + 1);
    return {sizeof(tamis_cells), {file->first.data(), file->first.size()},
            rows.size(),         cols,
            shown.cells.data(),  shown.lines.data()};
  }

  static SerialRuntime& at(void* self) { return *static_cast<SerialRuntime*>(self); }
  std::uint64_t seed_;
  struct Shown {
    std::vector<tamis_text> cells;
    std::vector<std::uint64_t> lines;
  };
  std::map<std::string, Shown> shown_;
  tamis_runtime table_{
      sizeof(tamis_runtime),
      this,
      [](void*, std::uint64_t n, std::uint64_t grain, tamis_body body, void* context,
         tamis_error* e) noexcept {
        for (std::uint64_t first = 0; first < n; first += grain)
          if (const std::int32_t code = body(context, first, std::min(n, first + grain), e); code != TAMIS_OK)
            return code;
        return std::int32_t{TAMIS_OK};
      },
      [](void* self) noexcept { return at(self).seed_; },
      [](void*) noexcept { return std::int32_t{TAMIS_OK}; },
      [](void* self, tamis_text t) noexcept { at(self).warnings.emplace_back(t.data, t.size); },
      [](void*, tamis_text, std::uint64_t, std::uint64_t) noexcept {},
      [](void* self, tamis_text path, tamis_cells* out, tamis_error* e) noexcept {
        return detail::guarded(e, [&] { *out = at(self).view({path.data, path.size}); });
      },
  };
};

}  // namespace tamis::testing
