/// \file version.hpp
#pragma once

namespace tamis::framework {

/// Of this tamis: "0.1.0".
const char* version();

}  // namespace tamis::framework
