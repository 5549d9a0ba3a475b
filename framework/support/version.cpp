#include <tamis/framework/support/version.hpp>

namespace tamis::framework {

const char* version() { return TAMIS_VERSION; }

}  // namespace tamis::framework
