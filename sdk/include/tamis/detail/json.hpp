/// \file json.hpp
/// Writes a description as one line of JSON. The compiler runs it for the manifest; a program that registers
/// a component of its own runs it at run time.
#pragma once

#include <tamis/describe.hpp>

namespace tamis::detail {

class JsonLine {
 public:
  /// \param to  null: only count.
  constexpr explicit JsonLine(char* to = nullptr) : to_(to) {}
  std::size_t size = 0;

  constexpr void raw(std::string_view s) {
    for (char c : s) {
      if (to_) to_[size] = c;
      ++size;
    }
  }

  template <class T>
  constexpr void component(const Description<T>& d, std::string_view interface_id) {
    raw("{\"id\":");
    string(d.id);
    field("interface", interface_id);
    field("summary", d.summary);
    if (!d.citation.empty()) field("cites", d.citation);
    traits(d.traits, interface_id);
    raw(",\"options\":[");
    for (std::size_t i = 0; i < d.n_options; ++i) {
      if (i) raw(",");
      option(d.options[i]);
    }
    raw("]}\n");
  }

 private:
  constexpr void string(std::string_view s) {
    constexpr char kHex[] = "0123456789abcdef";
    raw("\"");
    for (char c : s) {
      const auto code = static_cast<unsigned char>(c);
      if (code < 0x20) {
        const char escaped[] = {'\\', 'u', '0', '0', kHex[code >> 4], kHex[code & 15], '\0'};
        raw(escaped);
      } else {
        if (c == '"' || c == '\\') raw("\\");
        raw({&c, 1});
      }
    }
    raw("\"");
  }
  constexpr void field(std::string_view key, std::string_view value) {
    raw(",");
    string(key);
    raw(":");
    string(value);
  }
  constexpr void flag(std::string_view key, bool value) {
    if (!value) return;
    raw(",");
    string(key);
    raw(":true");
  }
  constexpr void number(std::string_view key, double value) {
    raw(",");
    string(key);
    raw(":");
    number(value);
  }
  constexpr void number(double v) {
    const Decimal d = to_decimal(v);
    if (v < 0) raw("-");
    integer(d.digits);
    if (d.exponent != 0) {
      raw(d.exponent < 0 ? "e-" : "e");
      integer(static_cast<std::uint64_t>(d.exponent < 0 ? -d.exponent : d.exponent));
    }
  }
  constexpr void integer(std::uint64_t v) {
    char digits[20]{};
    std::size_t first = 20;
    do digits[--first] = static_cast<char>('0' + v % 10);
    while (v /= 10);
    raw({digits + first, 20 - first});
  }

  constexpr void list(std::string_view key, unsigned bits, std::span<const std::string_view> names) {
    raw(",");
    string(key);
    raw(":[");
    bool first = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!(bits >> i & 1u)) continue;
      if (!first) raw(",");
      string(names[i]);
      first = false;
    }
    raw("]");
  }

  constexpr void traits(const Traits& t, std::string_view interface_id) {
    if (interface_id == Abi<SearchStrategy>::kId) {
      list("moves", t.moves, kMoveNames);
      flag("any_move", t.any_move);
      flag("subset_only", t.subset_only);
    }
    if (interface_id == Abi<Criterion>::kId) {
      field("measures", kMeasuresNames[static_cast<std::size_t>(t.measures)]);
      field("better", kBetterNames[static_cast<std::size_t>(t.better)]);
      list("moves", t.moves ? t.moves : properties(t.measures).moves, kMoveNames);
      list("targets", static_cast<unsigned>(t.targets), kTargetKindNames);
      flag("uses_unknown", t.uses_unknown);
      flag("distances", t.distances);
      flag("discrete", t.discrete);
      flag("sparse", t.sparse);
      flag("own_column", t.own_column);
      flag("prepares_from_target", t.prepares_from_target);
      flag("monotone", t.monotone);
      flag("diminishing_gains", t.diminishing_gains);
      flag("weights", t.weights);
      flag("groups", t.groups);
      flag("missing", t.missing);
      flag("size_biased", t.size_biased);
      list("order_immune", static_cast<unsigned>(t.order_immune), kLabelFlipsNames);
      if (t.tolerance != 0) number("tolerance", t.tolerance);
    }
    if (interface_id == Abi<NoiseModel>::kId) flag("weights", t.weights);
    flag("fits", t.fits);
    flag("corrupts", t.corrupts);
    flag("metric", t.metric);
  }

  constexpr void option(const Option& o) {
    constexpr std::string_view kTypes[] = {"",     "integer", "real",      "bool",      "choice",
                                           "text", "reals",   "component", "components"};
    raw("{\"name\":");
    string(o.name);
    field("type", kTypes[o.type]);
    field("doc", o.doc);
    raw(",\"default\":");
    switch (o.type) {
      case TAMIS_T_INTEGER:
        if (o.integer < 0) raw("-");
        integer(o.integer < 0 ? 0 - static_cast<std::uint64_t>(o.integer)
                              : static_cast<std::uint64_t>(o.integer));
        break;
      case TAMIS_T_BOOL:
        raw(o.number != 0 ? "true" : "false");
        break;
      case TAMIS_T_CHOICE:
        string(o.choices.names[static_cast<std::size_t>(o.number)]);
        break;
      case TAMIS_T_TEXT:
      case TAMIS_T_COMPONENT:
        string(o.text);
        break;
      case TAMIS_T_REALS:
        raw("[");
        for (std::size_t i = 0; i < o.reals.size(); ++i) {
          if (i) raw(",");
          number(o.reals[i]);
        }
        raw("]");
        break;
      case TAMIS_T_COMPONENTS:
        raw("[]");
        break;
      default:
        number(o.number);
    }
    if (!o.interface_id.empty()) field("interface", o.interface_id);
    if (o.part.bits() != 0) list("part", o.part.bits(), kPartTraitNames);
    if (o.range.low != anything.low) number(o.range.open ? "above" : "min", o.range.low);
    if (o.range.high != anything.high) number("max", o.range.high);
    if (o.choices.count)
      list("choices", (1u << o.choices.count) - 1, {o.choices.names.data(), o.choices.count});
    raw("}");
  }

  char* to_;
};

}  // namespace tamis::detail
