/// \file input_file.hpp
/// A file that was read, as a result names it.
#pragma once

#include <string>

namespace tamis::framework {

/// A file that a run has read, for the record.
struct InputFile {
  std::string path;    ///< as the config names it; any bytes
  std::string sha256;  ///< of what was read, in hexadecimal
};

}  // namespace tamis::framework
