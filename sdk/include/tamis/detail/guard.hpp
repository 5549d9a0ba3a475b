/// \file guard.hpp
/// The two directions of an error: exception -> tamis_error (leaving a library), and back (entering one).
#pragma once

#include <tamis/detail/floating_point.hpp>
#include <tamis/errors.hpp>

#include <algorithm>
#include <new>
#include <string_view>

namespace tamis::detail {

/// Copies and terminates; never cuts a UTF-8 character in half.
inline void copy_text(char* to, std::size_t room, std::string_view from) noexcept {
  std::size_t n = std::min(room - 1, from.size());
  if (n < from.size())
    while (n > 0 && (static_cast<unsigned char>(from[n]) & 0xC0u) == 0x80u) --n;
  std::copy_n(from.data(), n, to);  // not memcpy: an empty view may hold a null pointer
  to[n] = '\0';
}

/// Whether the writer of a struct that grows at its end knew a member: its `size` reaches it.
template <class Table, class Member>
bool has_member(const Table& table, Member Table::*member) noexcept {
  // the offset of a member, from its pointer: offsetof wants a name
  const auto offset = static_cast<std::uint64_t>(reinterpret_cast<const char*>(&(table.*member)) -
                                                 reinterpret_cast<const char*>(&table));
  return table.size >= offset + sizeof(Member);
}

/// Whether a table that grows at its end has a slot: the writer knew it, and it is not null.
template <class Table, class Slot>
bool has_slot(const Table& table, Slot Table::*slot) noexcept {
  return has_member(table, slot) && table.*slot != nullptr;
}

inline std::int32_t write_error(tamis_error* e, tamis_code code, std::string_view text, ErrorSubject at = {},
                                std::string_view origin = {}, std::string_view step = {}) noexcept {
  e->code = code;
  e->subject = at.subject;
  e->index = at.index;
  copy_text(e->text, sizeof e->text, text);
  copy_text(e->origin, sizeof e->origin, origin);
  copy_text(e->step, sizeof e->step, step);
  return code;
}

/// Call only inside a catch block.
inline std::int32_t write_current_error(tamis_error* e) noexcept {
  try {
    throw;
  } catch (const Error& x) {
    return write_error(e, x.code, x.what(), x.at, x.origin, x.step);
  } catch (const std::bad_alloc&) {
    return write_error(e, TAMIS_E_MEMORY, "out of memory");
  } catch (const std::exception& x) {
    return write_error(e, TAMIS_E_OTHER, x.what());
  } catch (...) {
    return write_error(
        e, TAMIS_E_PLUGIN,
        "threw something that is not a std::exception; throw one of tamis/errors.hpp, with a sentence");
  }
}

template <class Body>
std::int32_t guarded(tamis_error* e, Body&& body) noexcept {
  try {
    body();
    return TAMIS_OK;
  } catch (...) {
    return write_current_error(e);
  }
}

template <class E>
[[noreturn]] void raise_as(const E& error, const tamis_error& e, const char* origin) {
  E copy = error;
  copy.origin = e.origin[0] ? e.origin : origin;
  copy.step = e.step;
  throw copy;
}

[[noreturn, gnu::cold, gnu::noinline]] inline void raise(tamis_error& e, const char* origin) {
  for (char* text : {e.origin + sizeof e.origin - 1, e.step + sizeof e.step - 1, e.text + sizeof e.text - 1})
    *text = '\0';  // the other side may have forgotten to
  if (e.text[0] == '\0') copy_text(e.text, sizeof e.text, "failed without saying why");
  const ErrorSubject at{static_cast<tamis_subject>(e.subject), e.index};
  switch (e.code) {
    case TAMIS_E_DATA:
      raise_as(DataError(e.text, at), e, origin);
    case TAMIS_E_PARAM:
      raise_as(ParamError(e.text, at), e, origin);
    case TAMIS_E_NUMERIC:
      raise_as(NumericError(e.text, at), e, origin);
    case TAMIS_E_PLUGIN:
      raise_as(PluginError(e.text, at), e, origin);
    case TAMIS_E_CANCELLED:
      raise_as(Cancelled(e.text, at), e, origin);
    case TAMIS_E_BUDGET:
      raise_as(BudgetSpent(e.text, at), e, origin);
    case TAMIS_E_MEMORY:
      throw std::bad_alloc();
    default:
      raise_as(Error(TAMIS_E_OTHER, e.text, at), e, origin);
  }
}

/// An error that says nothing yet. Its 1.4 kB stay unset on purpose: a call that succeeds never touches them.
inline void clear_error(tamis_error& e) noexcept {
  e.subject = TAMIS_NOTHING;
  e.index = -1;
  e.origin[0] = e.step[0] = e.text[0] = '\0';
}

/// Call only inside a catch block: the other side has thrown where it may not.
[[gnu::cold, gnu::noinline]] inline std::int32_t write_stray_exception(tamis_error* e) noexcept {
  std::string_view what = "something that is not a std::exception";
  try {
    throw;
  } catch (const std::exception& x) {
    what = x.what();
  } catch (...) {
  }
  write_error(e, TAMIS_E_PLUGIN,
              "threw an exception out of a function of its table, which must catch it and return a code: ");
  const std::size_t n = std::string_view(e->text).size();
  copy_text(e->text + n, sizeof e->text - n, what);
  return TAMIS_E_PLUGIN;
}

/// Calls a function of the other side. Turns into an error what the contract forbids and what would
/// go on to hurt others: an exception, and a floating-point mode that is left changed. It costs two
/// reads of a register.
template <class Slot, class... Args>
std::int32_t enter(tamis_error* e, Slot slot, Args... args) noexcept {
  const FloatingPointMode mode;
  std::int32_t code = TAMIS_OK;
  try {
    code = slot(args..., e);
  } catch (...) {
    code = write_stray_exception(e);
  }
  if (mode.is_changed()) [[unlikely]] {
    mode.restore();
    if (code == TAMIS_OK)
      code =
          write_error(e, TAMIS_E_PLUGIN,
                      "changed the floating-point mode (rounding or flush to zero) and did not put it back; "
                      "the mode is restored, but its numbers cannot be trusted");
  }
  return code;
}

/// Calls one slot and throws what it reports, stamped with where it came from.
template <class Slot, class... Args>
void call(const char* origin, Slot slot, Args... args) {
  tamis_error e;
  clear_error(e);
  if (const std::int32_t code = enter(&e, slot, args...); code != TAMIS_OK) {
    e.code = code;
    raise(e, origin);
  }
}

}  // namespace tamis::detail
