#include <tamis/framework/kernel/team.hpp>

#include <tamis/detail/guard.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tamis::framework {
namespace {

/// What a process sends to an all-gather: its part of the work, an error, or its end.
enum Kind : char { kWork = 'w', kFailed = 'f', kEnded = 'e' };

tamis_error to_c(const Error& error) {
  tamis_error c{};
  tamis::detail::write_error(&c, error.code, error.what(), error.at, error.origin, error.step);
  return c;
}

std::string bytes_of(const Error& error) {
  const tamis_error c = to_c(error);
  return {reinterpret_cast<const char*>(&c), sizeof c};
}

/// Reads what a process of the same version sent.
Error read_error(std::string_view bytes) {
  tamis_error c;
  std::memcpy(&c, bytes.data(), sizeof c);
  Error error(static_cast<tamis_code>(c.code), c.text, {static_cast<tamis_subject>(c.subject), c.index});
  error.origin = c.origin;
  error.step = c.step;
  return error;
}

/// Throws the error as the type that its code names.
[[noreturn]] void throw_typed(const Error& error) {
  tamis_error c = to_c(error);
  tamis::detail::raise(c, "");
}

}  // namespace

/// If one process failed, or ended before the others, the run is over for all.
std::vector<std::string> Team::exchange_checked(char kind, std::string_view mine) {
  std::vector<std::string> all = exchange(std::string(1, kind).append(mine));
  const auto of_kind = [&](char wanted) {
    return std::ranges::find_if(all, [&](const std::string& bytes) { return bytes[0] == wanted; });
  };
  for (const Kind wanted : {kFailed, kEnded})
    if (const auto found = of_kind(wanted); found != all.end()) {
      over_ = read_error(std::string_view(*found).substr(1));
      if (const auto rank = static_cast<std::size_t>(found - all.begin()); rank > 0 && wanted == kFailed)
        over_->origin = fmt::format("process {} on {}{}{}", rank, host(rank),
                                    over_->origin.empty() ? "" : ", ", over_->origin);
      has_failed_ = wanted == kFailed;
      break;
    }
  for (std::string& bytes : all) bytes.erase(0, 1);
  return all;
}

std::vector<std::string> Team::all_gather(std::string_view mine, std::string_view about) {
  if (over_) throw_typed(*over_);
  std::vector<std::string> all = exchange_checked(kWork, std::string(about).append(1, '\0').append(mine));
  if (over_) throw_typed(*over_);
  for (const std::string& bytes : all)
    if (!bytes.starts_with(std::string(about).append(1, '\0'))) refuse_places(all);
  for (std::string& bytes : all) bytes.erase(0, about.size() + 1);
  return all;
}

/// All processes call it together.
void Team::refuse_places(const std::vector<std::string>& all) {
  std::vector<std::string> places;
  for (const std::string& bytes : all) places.emplace_back(bytes.c_str());
  over_ =
      Error(TAMIS_E_OTHER, fmt::format("the processes of the run are at different places ({}); give all of "
                                       "them the same command, config and files",
                                       listed(places)));
  has_failed_ = true;
  throw_typed(*over_);
}

std::vector<std::string> Team::all_gather(const std::function<std::string()>& make_mine,
                                          std::string_view about) {
  std::string mine;
  try {
    mine = make_mine();
  } catch (const Error& e) {
    throw_typed(fail(e));
  }
  return all_gather(mine, about);
}

Error Team::fail(const Error& error) {
  if (over_) return error;
  const bool is_end = error.code == TAMIS_E_CANCELLED || error.code == TAMIS_E_BUDGET;
  exchange_checked(is_end ? kEnded : kFailed, bytes_of(error));
  return *over_;
}

void Team::end(std::optional<Error> stopped) {
  if (over_) return;
  const Error how = stopped.value_or(Cancelled("another process of the run has ended before"));
  exchange_checked(kEnded, bytes_of(how));
  if (has_failed_) throw_typed(*over_);
}

void expect_equal_in(Team& team, const std::string& what, const std::string& text) {
  const std::vector<std::string> all = team.all_gather(text, what);
  for (std::size_t r = 1; r < all.size(); ++r)
    if (all[r] != all[0])
      throw DataError(fmt::format(
          "{} is not the same in all processes: {} has {}, {} has {}; install the same on all hosts", what,
          team.host(0), shown(all[0], 100), team.host(r), shown(all[r], 100)));
}

}  // namespace tamis::framework
