#include <tamis/framework/plugins/registry.hpp>

int main() {}
