/// \file hostile.hpp
/// What the plugins that break the contract share: a manifest and a symbol that need not fit each other.
#pragma once

#include <tamis/sdk.hpp>

#include <iterator>

#define HOSTILE_NOTE(...)                                                      \
  [[gnu::section(".note.tamis"), gnu::used]] alignas(4) constexpr auto kNote = \
      tamis::detail::make_note<__VA_ARGS__>();

/// \param components  an array of tamis_component.
#define HOSTILE_SYMBOL(components)                                               \
  extern "C" [[gnu::visibility("default")]] const tamis_plugin tamis_plugin_1;   \
  extern "C" const tamis_plugin tamis_plugin_1 = {sizeof(tamis_plugin),          \
                                                  {kNote.text, kNote.text_size}, \
                                                  components,                    \
                                                  std::size(components),         \
                                                  sizeof(tamis_component)};

namespace hostile {

/// A criterion without fault, to be spoilt: a feature's score is its first value.
struct FirstValue : tamis::UnivariateCriterion {
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override { return x[0]; }
};

/// The SDK's table or component for T, to be changed in one place.
template <class T>
constexpr tamis_criterion_1 table_of() {
  return tamis::detail::Factory<T>::kTable;
}
template <class T>
constexpr tamis_component component_of(const tamis_criterion_1& table) {
  tamis_component c = tamis::detail::Factory<T>::kComponent;
  c.table = &table;
  return c;
}

}  // namespace hostile
