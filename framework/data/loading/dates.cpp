#include "dates.hpp"

#include <cstddef>

namespace tamis::framework {

bool looks_like_date(std::string_view text) {
  std::size_t parts = 0, digits = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      if (++digits > 4) return false;
      continue;
    }
    if (digits == 0 || (c != '-' && c != '/' && c != '.')) return parts == 2 && digits > 0;
    if (++parts == 3) return false;
    digits = 0;
  }
  return parts == 2 && digits > 0;
}

}  // namespace tamis::framework
