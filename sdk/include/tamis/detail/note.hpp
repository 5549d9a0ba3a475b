/// \file note.hpp
/// The manifest as an ELF note, which a host reads without loading the library.
#pragma once

#include <tamis/detail/json.hpp>

#include <array>

#ifndef TAMIS_PLUGIN_VERSION
#define TAMIS_PLUGIN_VERSION "0"
#endif

namespace tamis::detail {

template <class T>
inline constexpr auto kDescription = T::describe();

template <class Base, class T>
inline constexpr bool derives = std::is_base_of_v<Base, T>;
template <class T>
inline constexpr bool has_interface =
    derives<Criterion, T> || derives<SearchStrategy, T> || derives<NoiseModel, T> ||
    derives<PointMetric, T> || derives<ClassMetric, T> || derives<DistributionMetric, T>;

template <class T>
constexpr auto interface_of_class() {
  if constexpr (derives<Criterion, T>)
    return std::type_identity<Criterion>{};
  else if constexpr (derives<SearchStrategy, T>)
    return std::type_identity<SearchStrategy>{};
  else if constexpr (derives<NoiseModel, T>)
    return std::type_identity<NoiseModel>{};
  else if constexpr (derives<PointMetric, T>)
    return std::type_identity<PointMetric>{};
  else if constexpr (derives<ClassMetric, T>)
    return std::type_identity<ClassMetric>{};
  else
    return std::type_identity<DistributionMetric>{};
}
template <class T>
using InterfaceOf = typename decltype(interface_of_class<T>())::type;

template <class T>
inline constexpr std::size_t kLineSize = [] {
  JsonLine line;
  line.component(kDescription<T>, Abi<InterfaceOf<T>>::kId);
  return line.size;
}();
template <class T>
inline constexpr auto kLine = [] {
  std::array<char, kLineSize<T>> text{};
  JsonLine line(text.data());
  line.component(kDescription<T>, Abi<InterfaceOf<T>>::kId);
  return text;
}();

static_assert(TAMIS_SDK_REVISION == 2, "raise the number in the manifest's first line too");
inline constexpr std::string_view kHead = "{\"tamis\":2,\"version\":\"" TAMIS_PLUGIN_VERSION
#if defined(__clang__)
                                          "\",\"compiler\":\"Clang " __clang_version__ "\"}\n";
#else
                                          "\",\"compiler\":\"GCC " __VERSION__ "\"}\n";
#endif

/// Elf64_Nhdr, the name padded to 4 bytes, the text padded to 4 bytes.
template <std::size_t kSize>
struct Note {
  std::uint32_t name_size = 6, text_size = kSize, type = 1;
  char name[8] = "TAMIS";
  char text[(kSize + 3) / 4 * 4]{};
};

/// One line of JSON for the library, then one per component.
template <class... T>
constexpr auto make_note() {
  Note<(kHead.size() + ... + kLineSize<T>)> note;
  JsonLine all(note.text);
  all.raw(kHead);
  (all.raw({kLine<T>.data(), kLine<T>.size()}), ...);
  return note;
}

}  // namespace tamis::detail
