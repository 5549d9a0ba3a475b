#include <tamis/framework/support/container_abi.hpp>

namespace tamis::framework {

#ifdef _GLIBCXX_DEBUG
const char library_built_with_GLIBCXX_DEBUG = 0;
#else
const char library_built_without_GLIBCXX_DEBUG = 0;
#endif

}  // namespace tamis::framework
