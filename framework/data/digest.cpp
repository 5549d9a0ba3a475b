#include <tamis/framework/data/digest.hpp>

#include <tamis/framework/support/parallel.hpp>
#include <tamis/framework/support/sha256.hpp>

#include <type_traits>

namespace tamis::framework {
namespace {

/// Adds each part with its size, so that no two lists of parts run together to the same bytes.
class TableDigest {
 public:
  void add(const DataTable& t) {
    add(t.samples);
    add(t.column_digests.empty() ? column_digests(t.values.span(), t.samples) : t.column_digests);
    add(t.sparse.start), add(t.sparse.row), add(t.sparse.value);
    add(t.codes), add(t.levels);
    if (t.filled.kept) add(t.filled.feature), add(t.filled.sample);
    add(t.feature_names);
    if (!t.feature_groups.empty()) add(t.feature_groups);
    if (!t.unit_names.empty()) add(t.unit_names);
    if (t.exclusive_groups > 0) add(t.exclusive_groups);
    if (t.categorical_units > 0) add(t.categorical_units);
    if (!t.feature_costs.empty()) add(t.feature_costs);
    add(t.target);
    add(std::uint64_t{t.clean.has_value()});
    if (t.clean) add(*t.clean);
    add(t.weights), add(t.groups), add(t.group_names);
    add(t.centre), add(t.scale);
  }
  std::string text() { return digest_.text(); }

 private:
  void add(const TargetColumn& t) {
    add(static_cast<std::uint64_t>(t.kind));
    add(t.name);
    add(t.class_names);
    add(t.labels), add(t.soft), add(t.real);
    add(t.set_start), add(t.set_labels);
    add(t.certainty);
    add(t.vote_start), add(t.vote_annotators), add(t.vote_labels), add(t.annotator_names);
  }
  void add(std::uint64_t number) { digest_.add({reinterpret_cast<const char*>(&number), sizeof number}); }
  void add(const std::string& text) {
    add(std::uint64_t{text.size()});
    digest_.add(text);
  }
  void add(const std::vector<std::string>& texts) {
    add(std::uint64_t{texts.size()});
    for (const std::string& text : texts) add(text);
  }
  template <class T>
  void add(const std::vector<T>& numbers) {
    add(std::span<const T>(numbers));
  }
  template <class T>
  void add(std::span<const T> numbers) {
    static_assert(std::is_arithmetic_v<T>);
    add(std::uint64_t{numbers.size()});
    digest_.add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }

  Sha256 digest_;
};

}  // namespace

std::string column_digests(std::span<const double> values, std::uint64_t rows) {
  const std::size_t columns = rows > 0 ? values.size() / rows : 0;
  std::vector<std::string> digests(columns);
  parallel_for(columns, [&](std::size_t j) {
    Sha256 digest;
    const std::span<const double> column = values.subspan(j * rows, rows);
    digest.add({reinterpret_cast<const char*>(column.data()), column.size_bytes()});
    digests[j] = digest.text();
  });
  std::string all;
  for (const std::string& digest : digests) all += digest;
  return all;
}

std::string digest_of(const DataTable& table) {
  TableDigest digest;
  digest.add(table);
  return digest.text();
}

}  // namespace tamis::framework
