#include <tamis/framework/kernel/registry.hpp>

int main() {}
