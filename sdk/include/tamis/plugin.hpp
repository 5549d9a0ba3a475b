/// \file plugin.hpp
/// TAMIS_PLUGIN(Class, ...): makes a library of component classes. Write it once, in one source
/// file of the library.
#pragma once

#include <tamis/detail/note.hpp>

#include <string>

namespace tamis::detail {

template <class T, std::size_t kOption, DescriptionError kMistake>
constexpr bool described_well() {
  static_assert(kMistake != DescriptionError::id,
                "TAMIS_PLUGIN: an id is snake_case, with dots between parts: org.example.name");
  static_assert(kMistake != DescriptionError::range,
                "TAMIS_PLUGIN: the default of option kOption (from 0) is outside its range (integers end at "
                "2^63 - 1)");
  static_assert(kMistake != DescriptionError::name,
                "TAMIS_PLUGIN: the name of option kOption (from 0) is not snake_case, or is `use`");
  static_assert(kMistake != DescriptionError::twice,
                "TAMIS_PLUGIN: two options have one name; kOption is the second (from 0)");
  static_assert(kMistake != DescriptionError::too_many, "TAMIS_PLUGIN: a component has at most 24 options");
  static_assert(kMistake != DescriptionError::digits,
                "TAMIS_PLUGIN: write the default and the limits of option kOption (from 0) with at most 15 "
                "digits, as numbers from 1e-22 to 1e37");
  static_assert(
      kMistake != DescriptionError::tolerance,
      "TAMIS_PLUGIN: a tolerance is 0 or more; write it with at most 15 digits, as a number from 1e-22 "
      "to 1e37");
  static_assert(kMistake != DescriptionError::choices,
                "TAMIS_PLUGIN: the default of option kOption (from 0) has no name in one_of(...)");
  static_assert(
      kMistake != DescriptionError::part,
      "TAMIS_PLUGIN: option kOption (from 0) is a Ref of a criterion or a search; an option may name "
      "a noise model or a metric, since data and moves are those of the component that the user "
      "chose");
  return kMistake == DescriptionError::none;
}

/// Whether create() finds the options where describe() says that they are.
template <class T>
concept HoldsOptions = requires(T& object) {
  requires std::is_same_v<decltype(object.options), typename T::Options>;
};

/// Whether the traits ask for some preparation of the data. A noise model may say that its fit takes weights.
template <class T>
constexpr bool asks_for_data(const Traits& t) {
  return t.targets != Targets::none || t.uses_unknown || t.distances || t.discrete || t.sparse ||
         (t.weights && !derives<NoiseModel, T>) || t.groups;
}

/// Tells the author what to change, and suppresses further errors.
template <class T>
constexpr bool well_formed() {
  constexpr bool kDerived = has_interface<T>;
  constexpr bool kDescribed = requires { T::describe(); };
  constexpr bool kConcrete = !std::is_abstract_v<T>;
  static_assert(kDerived,
                "TAMIS_PLUGIN: derive this class from tamis::Criterion, SearchStrategy, NoiseModel, "
                "PointMetric, ClassMetric or DistributionMetric");
  static_assert(kDescribed, "TAMIS_PLUGIN: this class needs `static constexpr auto describe()`");
  static_assert(kConcrete,
                "TAMIS_PLUGIN: this class leaves a pure virtual function of its interface unwritten");
  if constexpr (kDerived && kDescribed && kConcrete) {
    constexpr bool kDirected = !derives<Criterion, T> || kDescription<T>.traits.better != Better::unsaid;
    static_assert(kDirected,
                  "TAMIS_PLUGIN: describe() must say .better(Better::lower) or .better(Better::higher)");
    constexpr bool kHeld = kDescription<T>.n_options == 0 || HoldsOptions<T>;
    static_assert(kHeld,
                  "TAMIS_PLUGIN: this class describes options, but has no public member called `options` to "
                  "hold them: write `struct Options { ... } options;`");
    constexpr bool kTakesDataAsGiven = derives<Criterion, T> || !asks_for_data<T>(kDescription<T>.traits);
    static_assert(
        kTakesDataAsGiven,
        "TAMIS_PLUGIN: targets(), uses_unknown(), distances(), discrete(), sparse() and uses_groups() are said "
        "of criteria, uses_weights() of criteria and noise models; other components see the data as the "
        "criterion gets them");
    return kDirected && kHeld && kTakesDataAsGiven &&
           described_well<T, kDescription<T>.mistaken_option, kDescription<T>.mistake>();
  } else {
    return false;
  }
}

inline void check_option(const Option& option, const tamis_value& value) {
  const std::string name(option.name);
  if (value.type != option.type) throw ParamError("option '" + name + "' has the wrong type");
  if (option.type == TAMIS_T_INTEGER || option.type == TAMIS_T_REAL) {
    const double v = option.type == TAMIS_T_REAL ? value.as.real : static_cast<double>(value.as.integer);
    if (!option.range.holds(v) || v > option.largest || v < -option.largest)
      throw ParamError("option '" + name + "' is outside its range");
  }
  if (option.type == TAMIS_T_CHOICE &&
      (value.as.integer < 0 || value.as.integer >= static_cast<std::int64_t>(option.choices.count)))
    throw ParamError("option '" + name + "' is not one of its choices");
}

/// Creates and destroys objects of T for a caller in C, which sees an Interface*.
template <class T>
struct Factory {
  using Interface = InterfaceOf<T>;
  static constexpr auto kTable = Abi<Interface>::template table<T>();

  static std::int32_t create(void*, const tamis_creation* c, void** out, tamis_error* e) noexcept {
    return guarded(e, [&] {
      auto object = std::make_unique<T>();
      const auto& d = kDescription<T>;
      if (c->n_values != d.n_options)
        throw PluginError("its manifest lists " + std::to_string(c->n_values) +
                          " options, but its code has " + std::to_string(d.n_options) +
                          "; build the plugin again");
      object->set_path(std::string(c->path.data, c->path.size));
      if constexpr (kDescription<T>.n_options > 0)
        for (std::size_t i = 0; i < d.n_options; ++i) {
          check_option(d.options[i], c->values[i]);
          d.options[i].set(&object->options, c->values[i], *object);
        }
      static_cast<Component&>(*object).configured();
      *out = static_cast<Interface*>(object.release());
    });
  }
  static void destroy(void* self) noexcept { delete static_cast<Interface*>(self); }

  static constexpr tamis_component kComponent{sizeof(tamis_component),
                                              Abi<Interface>::kId,
                                              kDescription<T>.id.data(),
                                              &kTable,
                                              nullptr,
                                              create,
                                              destroy};
};

template <class... T>
inline constexpr std::array<tamis_component, sizeof...(T)> kComponents{Factory<T>::kComponent...};

template <class... T>
constexpr bool have_ids_of_their_own() {
  const std::array ids{kDescription<T>.id...};
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (ids[i] == ids[j]) return false;
  return true;
}

/// Tells the author what to change, and suppresses further errors.
template <class... T>
constexpr bool all_well_formed() {
  if constexpr ((well_formed<T>() && ...)) {
    constexpr bool kDistinct = have_ids_of_their_own<T...>();
    static_assert(kDistinct, "TAMIS_PLUGIN: two components of this library have one id");
    return kDistinct;
  } else {
    return false;
  }
}

template <class... T>
constexpr auto note_of() {
  if constexpr (all_well_formed<T...>())
    return make_note<T...>();
  else
    return Note<1>{};
}
template <class... T>
constexpr tamis_plugin plugin_of(const char* text, std::uint64_t size) {
  if constexpr (all_well_formed<T...>())
    return {
        sizeof(tamis_plugin), {text, size}, kComponents<T...>.data(), sizeof...(T), sizeof(tamis_component)};
  else
    return {};
}

}  // namespace tamis::detail

#ifdef __clang__  // its AddressSanitizer would pad the note to 32 bytes, and no tool could read it
/// For TAMIS_PLUGIN.
#define TAMIS_UNPADDED [[clang::no_sanitize("address")]]
#else
/// For TAMIS_PLUGIN.
#define TAMIS_UNPADDED
#endif

/// Makes a library of component classes a plugin: `TAMIS_PLUGIN(MyCriterion, MyMetric)`. Once, in one source
/// file of the library. The compiler writes the manifest from each class's describe(), and refuses, in a
/// sentence, a description that cannot be right.
#define TAMIS_PLUGIN(...)                                                                                 \
  TAMIS_UNPADDED [[gnu::section(".note.tamis"), gnu::used]] alignas(4) static constexpr auto tamis_note = \
      ::tamis::detail::note_of<__VA_ARGS__>();                                                            \
  extern "C" [[gnu::visibility("default")]] const tamis_plugin tamis_plugin_1;                            \
  extern "C" const tamis_plugin tamis_plugin_1 =                                                          \
      ::tamis::detail::plugin_of<__VA_ARGS__>(tamis_note.text, tamis_note.text_size);
