#include "journal.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/run/result.hpp>
#include <tamis/framework/text.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

namespace tamis::framework {
namespace {

using nlohmann::json;

std::string line_of(Journal::Key key, const Journal::Unit& unit) {
  json values = json::array();
  for (const Measurement& m : unit.measurements)
    values.push_back(
        {m.method, m.measure, m.features, m.split, std::isnan(m.value) ? json(nullptr) : json(m.value)});
  json line{{"point", key.point}, {"repeat", key.repeat}, {"values", std::move(values)}};
  if (!unit.warnings.empty()) line["warnings"] = unit.warnings;
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

std::pair<Journal::Key, Journal::Unit> unit_of(const std::string& line) {
  const json read = json::parse(line);
  Journal::Unit unit;
  for (const json& v : read.at("values"))
    unit.measurements.push_back(
        {v.at(0), v.at(1), v.at(2), v.at(3),
         v.at(4).is_null() ? std::numeric_limits<double>::quiet_NaN() : v.at(4).get<double>()});
  if (read.contains("warnings")) unit.warnings = read.at("warnings").get<std::vector<std::string>>();
  return {{read.at("point"), read.at("repeat")}, std::move(unit)};
}

/// What of two identities is not the same, for people.
std::string difference(const json& before, const json& now) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : now.items())
    if (!before.contains(key) || before.at(key) != value) parts.push_back(key);
  return listed(parts);
}

}  // namespace

Journal::Journal(std::filesystem::path file, const json& identity)
    : file_(std::move(file)), header_(json{{"tamis_experiment", identity}}.dump() + '\n') {
  if (file_.empty()) return;
  std::error_code failed;  // told by open()
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), failed);
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw DataError(fmt::format("{}: cannot be written ({})", escaped(file_.string()), std::strerror(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw DataError(
        fmt::format("{}: another process is at this experiment; wait for it, or write to another folder",
                    escaped(file_.string())));
  }
  try {
    read();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::read() {
  std::ifstream in(file_, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::size_t begin = 0;
  bool first = true;
  const std::string name = escaped(file_.string());
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string line = text.substr(begin, end - begin);
    try {
      if (first) {
        const json before = json::parse(line).at("tamis_experiment"),
                   now = json::parse(header_)["tamis_experiment"];
        if (before != now)
          throw DataError(
              fmt::format("{}: belongs to an experiment with another {}; name another folder, or remove "
                          "this one to begin anew",
                          name, difference(before, now)));
      } else {
        units_.insert(unit_of(line));
      }
    } catch (const json::exception&) {
      throw DataError(
          fmt::format("{}: is no journal of an experiment, or is damaged; remove it to begin anew", name));
    }
    first = false;
    begin = end + 1;
  }
  // what a killed process left half written
  if (::ftruncate(descriptor_, static_cast<off_t>(begin)) != 0 || ::lseek(descriptor_, 0, SEEK_END) < 0)
    throw DataError(fmt::format("{}: cannot be written ({})", name, std::strerror(errno)));
  if (first) append(header_);
}

void Journal::append(const std::string& line) {
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t wrote = ::write(descriptor_, line.data() + done, line.size() - done);
    if (wrote < 0 && errno != EINTR)
      throw DataError(
          fmt::format("{}: cannot be written ({})", escaped(file_.string()), std::strerror(errno)));
    if (wrote > 0) done += static_cast<std::size_t>(wrote);
  }
}

void Journal::add(Key key, Unit unit) {
  if (descriptor_ >= 0) append(line_of(key, unit));
  units_.insert_or_assign(key, std::move(unit));
}

void Journal::sort() {
  if (descriptor_ < 0) return;
  std::string text = header_;
  for (const auto& [key, unit] : units_) text += line_of(key, unit);
  write_file(file_, text);
}

}  // namespace tamis::framework
