#include "warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tamis::framework {
namespace {

/// Enough to name the few classes of a usual table; more are a property of the table.
constexpr std::size_t kMostOfAKind = 5;

/// A text without its numbers and quoted names.
std::string kind_of(std::string_view text) {
  std::string kind;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (const std::size_t end = text[i] == '\'' ? text.find('\'', i + 1) : std::string_view::npos;
        end != std::string_view::npos)
      i = end;
    else if (!std::isdigit(static_cast<unsigned char>(text[i])) && text[i] != '.')
      kind += text[i];
  }
  return kind;
}

}  // namespace

bool Warnings::add(WarningPlace place, const std::string& text) {
  Kind& kind = kinds_[kind_of(text)];
  const bool is_new = kind.hashes.insert(std::hash<std::string>()(text)).second;
  const Kept kept{{place.loop, place.block, added_++}, text};
  const auto by_order = [](const Kept& a, const Kept& b) { return a.order < b.order; };
  const auto same =
      std::find_if(kind.first.begin(), kind.first.end(), [&](const Kept& k) { return k.text == text; });
  if (same == kind.first.end())
    kind.first.insert(std::upper_bound(kind.first.begin(), kind.first.end(), kept, by_order), kept);
  else if (kept.order < same->order)
    same->order = kept.order, std::sort(kind.first.begin(), kind.first.end(), by_order);
  if (kind.first.size() > kMostOfAKind) kind.first.pop_back();
  return is_new && kind.hashes.size() <= kMostOfAKind;
}

std::string Warnings::Kind::last_with_count() const {
  const std::size_t more = hashes.size() - first.size();
  return more == 0 ? first.back().text : fmt::format("{} (and {} like it)", first.back().text, more);
}

std::vector<std::string> Warnings::texts() const {
  std::vector<Kept> all;
  for (const auto& [unused, kind] : kinds_) {
    all.insert(all.end(), kind.first.begin(), kind.first.end());
    all.back().text = kind.last_with_count();
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.order < b.order; });
  std::vector<std::string> texts;
  for (Kept& kept : all) texts.push_back(std::move(kept.text));
  return texts;
}

std::vector<std::string> Warnings::counted() const {
  std::vector<std::string> texts;
  for (const auto& [unused, kind] : kinds_)
    if (kind.hashes.size() > kind.first.size()) texts.push_back(kind.last_with_count());
  return texts;
}

}  // namespace tamis::framework
