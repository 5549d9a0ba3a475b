// How fast read_table() turns a file into numbers: bytes of the file per second.
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <tamis/framework/data/read_table.hpp>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

namespace {

// A numeric CSV of about `megabytes`, with a header, in the system's folder for temporary files.
class GeneratedCsv {
 public:
  GeneratedCsv(std::size_t columns, std::size_t megabytes) {
    path_ = std::filesystem::temp_directory_path() /
            ("tamis_read_table_" + std::to_string(::getpid()) + "_" + std::to_string(columns) + ".csv");
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    std::string text;
    for (std::size_t j = 0; j < columns; ++j) text += (j ? ",x" : "x") + std::to_string(j);
    text += "\n";
    std::uint64_t state = 1;
    while (size_ < megabytes << 20) {
      for (std::size_t j = 0; j < columns; ++j) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        char cell[32];
        const int size = std::snprintf(cell, sizeof(cell), "%s%.6g", j ? "," : "",
                                       (static_cast<double>(state >> 11) * 0x1p-53 - 0.5) * 1000);
        text.append(cell, static_cast<std::size_t>(size));
      }
      text += "\n";
      if (text.size() > 1 << 20) flush(text, file);
    }
    flush(text, file);
    std::fclose(file);
  }
  ~GeneratedCsv() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }
  std::size_t size() const { return size_; }

 private:
  void flush(std::string& text, std::FILE* file) {
    std::fwrite(text.data(), 1, text.size(), file);
    size_ += text.size();
    text.clear();
  }
  std::filesystem::path path_;
  std::size_t size_ = 0;
};

// Arguments: columns, threads.
void read_csv(benchmark::State& state) {
  const GeneratedCsv file(static_cast<std::size_t>(state.range(0)), 128);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) {
    const tamis::framework::Table table = tamis::framework::read_table(file.path());
    benchmark::DoNotOptimize(table.values.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
}
BENCHMARK(read_csv)
    ->ArgNames({"columns", "threads"})
    ->Args({50, 1})
    ->Args({50, 2})
    ->Args({5000, 1})
    ->Args({5000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
