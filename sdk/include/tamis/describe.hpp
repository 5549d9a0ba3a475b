/// \file describe.hpp
/// The description of a component: evaluated by the compiler for the manifest, and at run time for create().
#pragma once

#include <tamis/detail/tables.hpp>
#include <tamis/option.hpp>
#include <tamis/traits.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace tamis {

/// A mistake in a description. It is data, not an exception, so that TAMIS_PLUGIN can print one sentence about it.
enum class DescriptionError { none, id, name, range, too_many, twice, digits, choices, tolerance, part };

namespace detail {

template <class>
struct member;
template <class Owner, class Value>
struct member<Value Owner::*> {
  using value = Value;
};
template <auto kMember>
using member_value = typename member<decltype(kMember)>::value;

template <class>
inline constexpr bool is_ref = false;
template <class Interface>
inline constexpr bool is_ref<Ref<Interface>> = true;
template <class>
inline constexpr bool is_ref_list = false;
template <class Interface>
inline constexpr bool is_ref_list<RefList<Interface>> = true;
template <class R>
struct part_of;
template <class Interface>
struct part_of<Ref<Interface>> {
  using type = Interface;
};
template <class Interface>
struct part_of<RefList<Interface>> {
  using type = Interface;
};
/// The interface that a Ref or a RefList names.
template <class R>
using ref_interface = typename part_of<R>::type;

/// The kinds of components that an option may name. The host prepares the data for the criterion that the user chose, and
/// checks its moves against the search. A criterion or a search inside another component would get neither.
template <class Interface>
inline constexpr bool can_be_part =
    !std::is_same_v<Interface, Criterion> && !std::is_same_v<Interface, SearchStrategy>;

}  // namespace detail

/// The description of a component class T. Every member returns a changed copy, so calls chain:
/// `return tamis::describe<T>("id", "summary").better(Better::lower).option<&Options::k>("k", at_least(1),
/// "...");` One class with fixed arrays rather than a new type per call: compile time stays under a second.
template <class T>
struct Description {
  static constexpr std::size_t kMaxOptions = 24;  ///< more are a mistake

  std::string_view id;                                ///< as given to describe()
  std::string_view summary;                           ///< as given to describe()
  std::string_view citation;                          ///< as given to cites(), or ""
  Traits traits;                                      ///< the declared properties
  std::array<Option, kMaxOptions> options{};          ///< the first `n_options` of them are used
  std::size_t n_options = 0;                          ///< how many there are
  DescriptionError mistake = DescriptionError::none;  ///< the first one, which TAMIS_PLUGIN reports
  std::size_t mistaken_option = 0;                    ///< the option with the mistake

  /// The paper of the method, with its DOI; for lists.
  constexpr Description cites(std::string_view source) const {
    auto d = *this;
    d.citation = source;
    return d;
  }
  /// Criterion: which scores are better. Required.
  constexpr Description better(Better b) const { return set(&Traits::better, b); }
  /// Criterion: what a score measures. Default: subset; for a UnivariateCriterion feature.
  constexpr Description measures(Measures m) const { return set(&Traits::measures, m); }
  /// Criterion: the moves it scores (default: add and remove for feature, all for subset, remove for loss, add for gain).
  /// Search: the moves whose scores it uses.
  template <class... M>
  constexpr Description moves(M... m) const {
    return set(&Traits::moves, (0u | ... | (1u << static_cast<unsigned>(m))));
  }
  /// Criterion: the kinds of target that it reads, combined by |. Default: none, it is unsupervised.
  constexpr Description targets(Targets t) const { return set(&Traits::targets, t); }
  /// Criterion: it handles samples whose target is unknown; otherwise the kernel leaves them out.
  constexpr Description uses_unknown() const { return set(&Traits::uses_unknown, true); }
  /// Criterion: it measures distances between samples, and gets z-scores unless the user turns them off.
  constexpr Description distances() const { return set(&Traits::distances, true); }
  /// Criterion: it reads codes (Dataset::codes), not numbers.
  constexpr Description discrete() const { return set(&Traits::discrete, true); }
  /// Criterion: it reads sparse columns (Dataset::sparse) if the data are sparse, and then gets no dense ones. Other criteria
  /// get dense columns, n x d numbers. Set by default for a UnivariateCriterion that overrides none of prepare(), report()
  /// and p_values().
  constexpr Description sparse() const { return set(&Traits::sparse, true); }
  /// Criterion: after prepare(), a score reads only the column of the candidate and, if it measures subsets, the columns of
  /// the subset. Set by default for a UnivariateCriterion.
  constexpr Description own_column() const { return set(&Traits::own_column, true); }
  /// Criterion: prepare(), cost() and report() read the target, weights and groups, but no feature; if it measures features,
  /// its report does not depend on scores. Together with own_column() this allows tables that no single machine can hold:
  /// each process has a share of the columns, scores these, and receives the columns that are selected. Set by default for
  /// a UnivariateCriterion that overrides neither prepare() nor report().
  constexpr Description prepares_from_target() const { return set(&Traits::prepares_from_target, true); }
  /// Criterion: a larger subset never scores worse.
  constexpr Description monotone() const { return set(&Traits::monotone, true); }
  /// Criterion that measures gains: what a feature adds to a subset is never more than what it adds to a part of it. A search
  /// then knows how good a feature can be at most, and need not ask for all scores at each step.
  constexpr Description diminishing_gains() const { return set(&Traits::diminishing_gains, true); }
  /// Criterion of subsets: its estimate gets better with more features even if these tell nothing, so scores of subsets of
  /// different sizes must not be compared. The user is told.
  constexpr Description size_biased() const { return set(&Traits::size_biased, true); }
  /// Criterion of features: label errors of these kinds do not change the order of its scores in the population, whatever the
  /// rates. (With few samples they do: errors make differences smaller, and chance does not.)
  constexpr Description order_immune(LabelFlips flips) const { return set(&Traits::order_immune, flips); }
  /// Criterion: a sample of weight 2 counts as two such samples. Noise model that fits: update() takes memberships times the
  /// weights of the samples.
  constexpr Description uses_weights() const { return set(&Traits::weights, true); }
  /// Criterion: its scores take into account that samples of one group are dependent.
  constexpr Description uses_groups() const { return set(&Traits::groups, true); }
  /// Criterion: it takes features with missing cells: it asks Dataset::missing(), and no score depends on the values that
  /// stand in those cells. Otherwise the user must fill them or leave out their rows. One that says discrete() needs not say
  /// it: missing cells are a code of their own.
  constexpr Description takes_missing() const { return set(&Traits::missing, true); }
  /// Criterion: scores that differ by at most this are equal; 0 by default.
  constexpr Description tolerance(double t) const {
    auto d = set(&Traits::tolerance, t);
    if ((t < 0 || !detail::to_decimal(t).exact) && mistake == DescriptionError::none)
      d.mistake = DescriptionError::tolerance;
    return d;
  }
  /// Search: one of its moves() is enough.
  constexpr Description any_move() const { return set(&Traits::any_move, true); }
  /// Search: it compares subsets, so it needs a criterion that measures subsets.
  constexpr Description subset_only() const { return set(&Traits::subset_only, true); }
  /// Noise model: it has NoiseModel::start() and update().
  constexpr Description fits() const { return set(&Traits::fits, true); }
  /// Noise model: it has NoiseModel::corrupt().
  constexpr Description corrupts() const { return set(&Traits::corrupts, true); }
  /// Distribution metric: symmetric, with the triangle inequality.
  constexpr Description metric() const { return set(&Traits::metric, true); }

  /// A number (an integer of up to 64 bits, float, double) with its range. A default and the
  /// limits have at most 15 digits; a config's integers end at 2^63 - 1.
  template <auto kMember>
  constexpr Description option(std::string_view name, Range range, std::string_view doc) const {
    using V = detail::member_value<kMember>;
    static_assert(std::is_arithmetic_v<V> && !std::is_same_v<V, bool>,
                  "tamis: a range goes with a number (int, double); this member is not one");
    constexpr typename T::Options kDefaults{};
    constexpr V kDefault = kDefaults.*kMember;
    Option o{.name = name, .doc = doc, .type = std::is_floating_point_v<V> ? TAMIS_T_REAL : TAMIS_T_INTEGER};
    o.number = static_cast<double>(kDefault);
    o.range = range;
    o.set = assign<kMember>;
    bool exact = true;
    if constexpr (std::is_integral_v<V>) {
      // what the member can hold, where that is less than the int64_t of a config
      constexpr bool kNarrow = sizeof(V) < sizeof(std::int64_t);
      constexpr auto kLow = static_cast<double>(std::numeric_limits<V>::min());
      constexpr auto kHigh = static_cast<double>(std::numeric_limits<V>::max());
      if (range.low < kLow && (kNarrow || kLow == 0)) o.range.low = kLow, o.range.open = false;
      if (range.high > kHigh && kNarrow) o.range.high = kHigh;
      o.integer = static_cast<std::int64_t>(kDefault);
      if (std::is_unsigned_v<V> && o.integer < 0) return with(o, DescriptionError::range);  // beyond 2^63 - 1
    } else {
      const detail::Decimal text = detail::to_decimal(kDefault);
      exact = text.exact;
      if (exact) o.number = kDefault < 0 ? -text.value() : text.value();
      o.largest = static_cast<double>(std::numeric_limits<V>::max());
    }
    if (!range.holds(o.number)) return with(o, DescriptionError::range);
    return with(
        o, exact && detail::is_written_exactly(o.range) ? DescriptionError::none : DescriptionError::digits);
  }
  /// An enum with the names of its values.
  template <auto kMember>
  constexpr Description option(std::string_view name, Choices choices, std::string_view doc) const {
    using V = detail::member_value<kMember>;
    static_assert(std::is_enum_v<V>, "tamis: one_of(...) goes with an enum");
    constexpr typename T::Options kDefaults{};
    Option o{.name = name, .doc = doc, .type = TAMIS_T_CHOICE};
    o.number = static_cast<double>(static_cast<int>(kDefaults.*kMember));
    o.choices = choices;
    o.set = assign<kMember>;
    return with(o, o.number >= 0 && o.number < static_cast<double>(choices.count)
                       ? DescriptionError::none
                       : DescriptionError::choices);
  }
  /// Other components: a Ref or a RefList of a noise model or a metric that has these traits. The kernel refuses others before
  /// anything is loaded.
  template <auto kMember>
  constexpr Description option(std::string_view name, PartTraits part, std::string_view doc) const {
    using V = detail::member_value<kMember>;
    static_assert(detail::is_ref<V> || detail::is_ref_list<V>,
                  "tamis: traits of a part go with a Ref<Interface> or a RefList<Interface>");
    auto d = option<kMember>(name, doc);
    if (d.n_options > n_options) d.options[n_options].part = part;
    return d;
  }
  /// A bool, a text, a list of numbers, or other components: a Ref or a RefList of a noise model or a metric.
  template <auto kMember>
  constexpr Description option(std::string_view name, std::string_view doc) const {
    using V = detail::member_value<kMember>;
    constexpr typename T::Options kDefaults{};
    Option o{.name = name, .doc = doc};
    o.set = assign<kMember>;
    if constexpr (detail::is_ref<V>) {
      o.type = TAMIS_T_COMPONENT;
      o.text = (kDefaults.*kMember).default_id;
      o.interface_id = detail::Abi<detail::ref_interface<V>>::kId;
      if (!detail::can_be_part<detail::ref_interface<V>>) return with(o, DescriptionError::part);
    } else if constexpr (detail::is_ref_list<V>) {
      o.type = TAMIS_T_COMPONENTS;
      o.interface_id = detail::Abi<detail::ref_interface<V>>::kId;
      if (!detail::can_be_part<detail::ref_interface<V>>) return with(o, DescriptionError::part);
    } else if constexpr (std::is_same_v<V, bool>) {
      o.type = TAMIS_T_BOOL;
      o.number = kDefaults.*kMember ? 1 : 0;
    } else if constexpr (std::is_same_v<V, std::span<const double>>) {
      o.type = TAMIS_T_REALS;
      o.reals = kDefaults.*kMember;
      for (const double v : o.reals)
        if (!detail::to_decimal(v).exact) return with(o, DescriptionError::digits);
    } else {
      static_assert(
          std::is_same_v<V, std::string_view>,
          "tamis: an option is an int, double, bool, enum, std::string_view, std::span<const double>, "
          "Ref<Interface> or RefList<Interface>; numbers need a range, enums need one_of(...)");
      o.type = TAMIS_T_TEXT;
      o.text = kDefaults.*kMember;
    }
    return with(o, DescriptionError::none);
  }

 private:
  template <class V>
  constexpr Description set(V Traits::*trait, V value) const {
    auto d = *this;
    d.traits.*trait = value;
    return d;
  }
  constexpr Description with(const Option& o, DescriptionError m) const {
    auto d = *this;
    if (!detail::is_snake(o.name) || o.name == "use")
      m = DescriptionError::name;  // `use` names the component itself
    for (std::size_t i = 0; i < n_options; ++i)
      if (options[i].name == o.name) m = DescriptionError::twice;
    if (n_options == kMaxOptions) m = DescriptionError::too_many;
    if (m != DescriptionError::none && d.mistake == DescriptionError::none)
      d.mistake = m, d.mistaken_option = n_options;
    if (m != DescriptionError::too_many) d.options[d.n_options++] = o;
    return d;
  }

  /// The part behind a handle as its interface, kept by the component that it belongs to.
  template <class Interface>
  static Interface* adapted(const tamis_handle& handle, Component& owner) {
    auto adapter = std::make_unique<typename detail::Abi<Interface>::Adapter>(handle);
    Interface* const part = adapter.get();
    owner.keep(std::move(adapter));
    return part;
  }
  template <auto kMember>
  static void assign(void* options, const tamis_value& v, Component& owner) {
    auto& to = static_cast<typename T::Options*>(options)->*kMember;
    using V = std::remove_reference_t<decltype(to)>;
    if constexpr (detail::is_ref<V>) {
      if (!v.as.component.table) return;  // none by default, and none was named
      to = *adapted<detail::ref_interface<V>>(v.as.component, owner);
    } else if constexpr (detail::is_ref_list<V>) {
      for (std::uint64_t i = 0; i < v.as.components.size; ++i)
        to.push_back(*adapted<detail::ref_interface<V>>(v.as.components.data[i], owner));
    } else if constexpr (std::is_floating_point_v<V>) {
      to = static_cast<V>(v.as.real);
    } else if constexpr (std::is_same_v<V, std::string_view>) {
      to = {v.as.text.data, v.as.text.size};
    } else if constexpr (std::is_same_v<V, std::span<const double>>) {
      to = {v.as.reals.data, v.as.reals.size};
    } else {
      to = static_cast<V>(v.as.integer);
    }
  }
};

namespace detail {
/// Whether a class overrides neither prepare() nor report().
template <class T>
concept ScoresColumnsOnly =
    std::is_same_v<decltype(&T::prepare), void (PreparedCriterion::*)(const Dataset&, const Runtime&)> &&
    std::is_same_v<decltype(&T::report), void (Criterion::*)(const Diagnostics&) const>;
/// Whether a class reads columns in UnivariateCriterion::score() only.
template <class T>
concept ReadsNoColumnItself = ScoresColumnsOnly<T> &&
    std::is_same_v<decltype(&T::p_values),
                   void (Criterion::*)(std::span<const Feature>, std::span<double>) const>;
}  // namespace detail

/// Begins the description of the component class T; see Description.
/// \param id       snake_case; third parties prefix theirs: "org.example.name".
/// \param summary  one line for lists.
template <class T>
constexpr Description<T> describe(std::string_view id, std::string_view summary) {
  Description<T> d;
  d.id = id;
  d.summary = summary;
  if (!detail::is_id(id)) d.mistake = DescriptionError::id;
  if constexpr (std::is_base_of_v<UnivariateCriterion, T>) {
    d.traits.measures = Measures::feature;
    d.traits.own_column = true;
    d.traits.prepares_from_target = detail::ScoresColumnsOnly<T>;
    d.traits.sparse = detail::ReadsNoColumnItself<T>;
  }
  return d;
}

}  // namespace tamis
