/// \file guard.hpp
/// The two directions of an error: exception -> tamis_error (leaving a library), and back (entering one).
#pragma once

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

inline std::int32_t write_error(tamis_error* e, tamis_code code, std::string_view text, At at = {},
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
    return write_error(e, TAMIS_E_OTHER, "threw something that is not a std::exception");
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
  const At at{static_cast<tamis_subject>(e.subject), e.index};
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

/// Calls one slot and throws what it reports, stamped with where it came from.
template <class Slot, class... Args>
void call(const char* origin, Slot slot, Args... args) {
  tamis_error e;
  clear_error(e);
  if (const std::int32_t code = slot(args..., &e); code != TAMIS_OK) {
    e.code = code;
    raise(e, origin);
  }
}

}  // namespace tamis::detail
