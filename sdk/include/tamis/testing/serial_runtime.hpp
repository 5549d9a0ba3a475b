/// \file serial_runtime.hpp
/// A Runtime without a kernel, for tests of methods and numerics: one thread, a seed, warnings collected.
#pragma once

#include <tamis/runtime.hpp>

#include <string>
#include <vector>

namespace tamis::testing {

class SerialRuntime {
 public:
  explicit SerialRuntime(std::uint64_t seed = 0) : seed_(seed) {}
  SerialRuntime(const SerialRuntime&) = delete;
  SerialRuntime& operator=(const SerialRuntime&) = delete;

  operator Runtime() const { return Runtime(&table_); }
  std::vector<std::string> warnings;

 private:
  static SerialRuntime& at(void* self) { return *static_cast<SerialRuntime*>(self); }
  std::uint64_t seed_;
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
  };
};

}  // namespace tamis::testing
