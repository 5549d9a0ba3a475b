// The main function of every test program.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdlib>

int main(int argc, char** argv) {
  // No plugin of the developer's own takes part, neither here nor in the programs that a test starts.
  ::setenv("XDG_DATA_HOME", "/nonexistent", 1);
  return Catch::Session().run(argc, argv);
}
