#include <tamis/framework/run/gathered_columns.hpp>

#include <tamis/framework/data/digest.hpp>
#include <tamis/framework/data/feature_values.hpp>
#include <tamis/framework/support/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

namespace tamis::framework {
namespace {

constexpr std::size_t kBytesAtOnce = std::size_t{64} << 20;

std::string_view bytes_of(std::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

/// Of each feature a value, of which each process brings those of the columns that it holds.
void exchange(std::vector<double>& values, const Share& held, Team& team) {
  if (values.empty()) return;
  double* to = values.data();
  for (const std::string& bytes : team.all_gather(
           bytes_of(std::span(values).subspan(held.begin, held.size())), "the units of distances")) {
    std::memcpy(to, bytes.data(), bytes.size());
    to += bytes.size() / sizeof(double);
  }
}

std::shared_ptr<ReservedBlock> room_for(std::size_t values) {
  try {
    return std::make_shared<ReservedBlock>(values);
  } catch (const std::bad_alloc&) {
    throw Error(
        TAMIS_E_OTHER,
        fmt::format(
            "this process has no addresses for the whole table, {:.1f} GB, of which it holds its share; "
            "limit its memory by `ulimit -d` or a cgroup, not its addresses (`ulimit -v`)",
            static_cast<double>(values) * sizeof(double) / 1e9));
  }
}

std::vector<std::vector<double>> gather_columns(const LoadedData& data, std::span<const Feature> features,
                                                Team& team) {
  std::string mine;
  for (const Feature f : features)
    if (data.parts().held->holds(f)) mine += bytes_of(feature_values(data.view(), f));
  const std::vector<std::string> sent = team.all_gather(mine, "columns");
  std::vector<std::size_t> read(team.size(), 0);
  std::vector<std::vector<double>> columns;
  for (const Feature f : features)
    for (std::size_t rank = 0; rank < team.size(); ++rank) {
      if (!share_of(data.features(), rank, team.size()).holds(f)) continue;
      std::vector<double>& column = columns.emplace_back(data.samples());
      std::memcpy(column.data(), sent[rank].data() + read[rank], column.size() * sizeof(double));
      read[rank] += column.size() * sizeof(double);
    }
  return columns;
}

}  // namespace

std::vector<std::vector<double>> read_columns(const LoadedData& data, std::span<const Feature> features,
                                              Team* team) {
  if (!data.parts().is_whole()) return gather_columns(data, features, *team);
  std::vector<std::vector<double>> columns(features.size());
  parallel_for(features.size(),
               [&](std::uint64_t j) { columns[j] = feature_values(data.view(), features[j]); });
  return columns;
}

GatheredColumns::GatheredColumns(LoadedData& data, KernelRuntime& kernel)
    : data_(data), team_(*kernel.team()), gathered_(data.features(), 0) {
  exchange_units();
  if (kernel.memory()) exchange_digests();
  move_to_full_table();
}

/// From the last column to the first: so the memory that they leave is given back on the way.
void GatheredColumns::move_to_full_table() {
  const std::uint64_t n = data_.samples();
  block_ = room_for(n * data_.features());
  data_.edit([&](DataTable& table) {
    for (std::size_t j = table.held->size(); j-- > 0;) {
      const std::span<const double> column = std::as_const(table).values.span().subspan(j * n, n);
      std::ranges::copy(column, block_->open((table.held->begin + j) * n, n).begin());
      table.values.resize(j * n);
    }
    table.values = {};
    table.full_table = {block_, block_->data()};
  });
}

void GatheredColumns::exchange_units() {
  data_.edit([&](DataTable& table) {
    exchange(table.centre, *table.held, team_);
    exchange(table.scale, *table.held, team_);
  });
}

void GatheredColumns::exchange_digests() {
  data_.edit([&](DataTable& table) {
    for (const std::string& digests :
         team_.all_gather(column_digests(std::as_const(table).values.span(), table.samples), "the digests"))
      table.column_digests += digests;
  });
}

void GatheredColumns::bring(std::span<const Feature> features) {
  const std::uint64_t n = data_.samples();
  std::vector<Feature> missing;
  for (const Feature f : features)
    if (!gathered_[f]) missing.push_back(f);
  const std::size_t at_once = std::max<std::size_t>(1, kBytesAtOnce / (n * sizeof(double)));
  for (std::size_t begin = 0; begin < missing.size(); begin += at_once) {
    const auto some = std::span(missing).subspan(begin, std::min(at_once, missing.size() - begin));
    const std::vector<std::vector<double>> columns = gather_columns(data_, some, team_);
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (!data_.parts().held->holds(some[k]))
        std::ranges::copy(columns[k], block_->open(some[k] * n, n).begin());
      gathered_[some[k]] = 1;
    }
  }
}

}  // namespace tamis::framework
