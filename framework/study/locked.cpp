#include <tamis/framework/study/locked.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/run/read_result.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>
#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// What is done beside the selection, in pieces that are counted.
struct Part {
  const char *key, *counted, *wanted, *name;
};
constexpr Part kParts[] = {{"evaluation", "splits", "splits_wanted", "an evaluation"},
                           {"stability", "resamples", "resamples_wanted", "a stability"},
                           {"noise_sweep", "selections", "selections_wanted", "a noise sweep"}};

constexpr const char* kDamaged = "is a damaged result: what it was made from cannot be read";

std::string shortened(const std::string& sha256) { return shown(sha256, 12); }

std::string shortened(const json& value) { return shown(value.dump(), 200); }

std::vector<std::string> component_differences(const json& components, const Registry& registry) {
  std::vector<std::string> differences;
  for (const json& then : components) {
    const std::string id = then.at("id"), was = shown(then.at("version").get<std::string>());
    const RegistryEntry* now = registry.find(id);
    if (!now) {
      differences.push_back(fmt::format("{} is not there; it was version {} of {}", in_quotes(id), was,
                                        shown(then.value("library", "the program itself"))));
      continue;
    }
    const std::string sha256 = now->file.empty() ? "" : sha256_of(now->file);
    if (now->version != then.at("version"))
      differences.push_back(fmt::format("'{}' was version {}, and is {} now ({})", id, was, now->version,
                                        escaped(now->file.string())));
    else if (sha256 != then.value("sha256", ""))
      differences.push_back(
          fmt::format("'{}' is version {} as it was, but of another build: SHA-256 {} then, {} "
                      "now ({})",
                      id, now->version, shortened(then.value("sha256", "none")), shortened(sha256),
                      escaped(now->file.string())));
  }
  return differences;
}

std::vector<std::string> file_differences(const json& files) {
  std::vector<std::string> differences;
  for (const json& then : files) {
    const std::string path = then.at("path"), sha256 = then.at("sha256");
    const std::string name = escaped(path);
    std::error_code none;
    if (!std::filesystem::exists(path, none))
      differences.push_back(fmt::format("{} is not there, seen from this folder", name));
    else if (!std::filesystem::is_regular_file(path, none))
      differences.push_back(fmt::format(
          "{} is a pipe or a device, which gives what it gives once; select from a file to make it again",
          name));
    else if (const std::string now = sha256_of(path); now != sha256)
      differences.push_back(
          fmt::format("{} has changed: SHA-256 {} then, {} now", name, shortened(sha256), shortened(now)));
  }
  return differences;
}

/// The place where two results first differ, in the order of the text.
std::string first_difference(const json& then, const json& now, const std::string& place) {
  if (!then.is_structured() && !now.is_structured())
    return fmt::format("{} was {}, and is {} now", shown(place), shortened(then), shortened(now));
  if (then.type() == now.type() && then.size() == now.size()) {
    const auto a = then.flatten(), b = now.flatten();
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end(); ++i, ++j)
      if (i.key() != j.key() || *i != *j)
        return fmt::format("{}{} was {}, and is {} now", shown(place), shown(i.key(), 200), shortened(*i),
                           i.key() == j.key() ? shortened(*j) : "not there");
  }
  return fmt::format("{} is another one", shown(place));
}

}  // namespace

LockedResult::LockedResult(std::filesystem::path file) : file_(std::move(file)) {
  const auto refuse = [this](const std::string& why) {
    throw DataError(fmt::format("{}: {}", escaped(file_.string()), why));
  };
  result_ = read_result(file_);
  try {
    if (!result_->contains("provenance") || !result_->contains("run"))
      refuse("does not say what it was made from; select again with this tamis to have one that does");
    if (result_->at("status") == "interrupted" || result_->value("timed_out", false))
      refuse("was interrupted, and where is up to the clock; a run of its own would finish it");
    for (const Part& part : kParts)
      if (const json found = result_->value(part.key, json::object());
          !found.empty() && found.at(part.counted) != found.at(part.wanted))
        refuse(
            fmt::format("has {} that was interrupted, and where is up to the clock; a run of its own would "
                        "finish it",
                        part.name));
    if (!result_->at("run").at("order_all").is_boolean() || !result_->at("run").at("config").is_object())
      refuse(kDamaged);
    const json data = result_->at("run").at("config").value("data", json::object());
    bool is_file = false;
    for (const json& input : result_->at("provenance").at("files"))
      is_file |= input.at("path") == data.value("path", "");
    if (is_file || data.contains("generate")) return;
    // JSON is UTF-8: other bytes became replacement characters.
    if (data.value("path", "").find("\uFFFD") != std::string::npos)
      refuse(
          "is of a file whose path is not UTF-8, which a result cannot name; rename the file, and select "
          "anew");
    refuse("is of data that a program held in memory; only that program can make it again");
  } catch (const json::exception&) {
    refuse(kDamaged);
  }
}

StudyConfig LockedResult::config() const {
  StudyConfig config = parse_study_config(to_tree(result_->at("run").at("config")));
  config.order_all = result_->at("run").at("order_all") == true;
  return config;
}

void LockedResult::check_sources(const Registry& registry) const {
  const json& provenance = result_->at("provenance");
  std::vector<std::string> code, files;
  try {
    if (provenance.at("tamis") != version())
      code.push_back(fmt::format("it was made by tamis {}, and this is {}",
                                 shown(provenance.at("tamis").get<std::string>()), version()));
    for (std::string& difference : component_differences(provenance.at("components"), registry))
      code.push_back(std::move(difference));
    files = file_differences(provenance.at("files"));
  } catch (const json::exception&) {
    throw DataError(fmt::format("{}: {}", escaped(file_.string()), kDamaged));
  }
  if (code.empty() && files.empty()) return;
  const bool is_code = !code.empty();
  code.insert(code.end(), files.begin(), files.end());
  const std::string text = fmt::format(
      "{} cannot be made again:\n  {}\nbring back what it names, or make a new selection, not a locked one",
      escaped(file_.string()), fmt::join(code, "\n  "));
  if (is_code) throw PluginError(text);
  throw DataError(text);
}

void LockedResult::check_outcome(const StudyResult& found) const {
  const json now = json::parse(to_json_text(found));  // as it would be written
  const auto refuse = [this](const std::string& difference) {
    throw NumericError(
        fmt::format("{}: the same code on the same files gave another result: {}; if nobody has edited the "
                    "file, please report this as an error of tamis",
                    escaped(file_.string()), difference));
  };
  if (now.at("provenance").at("files") != result_->at("provenance").at("files"))
    throw DataError(fmt::format(
        "{}: the files that were read are not those that were compared with it before; they changed "
        "meanwhile, or the result was edited",
        escaped(file_.string())));
  for (const auto& [key, then] : result_->items()) {
    if (!now.contains(key)) refuse(shown(key) + " is not there now");
    if (now.at(key) != then) refuse(first_difference(then, now.at(key), key));
  }
  for (const auto& [key, unused] : now.items())
    if (!result_->contains(key)) refuse(shown(key) + " was not there");
}

}  // namespace tamis::framework
