/// \file table_call.hpp
/// What the adapters of all interfaces share.
#pragma once

#include <tamis/abi/plugin.h>
#include <tamis/detail/guard.hpp>

#include <cstddef>
#include <type_traits>

namespace tamis::detail {

/// Abi<Interface>: kId, Table, table<T>() (an author's class as a C table) and Adapter (a C table as the
/// interface). Both sides of the boundary, and components that plugins hand each other, use the same text.
template <class Interface>
struct Abi;

/// The author's side: whether T has its own version of a function of the interface.
#define TAMIS_OVERRIDES(T, Interface, function) \
  (!requires { requires std::is_same_v<decltype(&T::function), decltype(&Interface::function)>; })

/// The other side of the boundary: one component's table, and its name for errors.
template <class Table>
class TableCall {
 public:
  explicit TableCall(const tamis_handle& h)
      : table_(static_cast<const Table*>(h.table)), self_(h.self), origin_(h.origin ? h.origin : "") {}

  template <class Slot>
  bool has(Slot Table::*slot) const {
    return has_slot(*table_, slot);
  }
  template <class Slot, class... Args>
  void operator()(Slot Table::*slot, Args... args) const {
    if (!has(slot))
      throw PluginError(
          "lacks a function that its interface requires: only slots that the contract (tamis/abi.h) marks "
          "\"may be NULL\" may be left out");
    call(origin_, table_->*slot, self_, args...);
  }

 private:
  const Table* table_;
  void* self_;
  const char* origin_;
};

}  // namespace tamis::detail
