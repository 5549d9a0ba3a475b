// How fast read_table() turns a file into numbers: bytes of the file per second. For NPY files, beside what a
// copy of their bytes into fresh memory takes, by as many threads.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <tamis/framework/data/read_table.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

namespace {

// A file in the system's folder for temporary ones, while this object lives.
class GeneratedFile {
 public:
  explicit GeneratedFile(const std::string& ending) {
    path_ =
        std::filesystem::temp_directory_path() / ("tamis_read_table_" + std::to_string(::getpid()) + ending);
    file_ = std::fopen(path_.c_str(), "wb");
  }
  ~GeneratedFile() { std::filesystem::remove(path_); }
  GeneratedFile(const GeneratedFile&) = delete;
  GeneratedFile& operator=(const GeneratedFile&) = delete;

  void write(const std::string& bytes) { size_ += std::fwrite(bytes.data(), 1, bytes.size(), file_); }
  void close() { std::fclose(file_); }
  // From -500 to 500.
  double number() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (static_cast<double>(state_ >> 11) * 0x1p-53 - 0.5) * 1000;
  }
  std::string path() const { return path_.string(); }
  std::size_t size() const { return size_; }

 private:
  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t state_ = 1;
};

// Threads for what stands below it.
class Threads {
 public:
  explicit Threads(std::int64_t threads)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)) {}

 private:
  tbb::global_control limit_;
};

void read(benchmark::State& state, const GeneratedFile& file) {
  for (auto _ : state) {
    const tamis::framework::Table table = tamis::framework::read_table(file.path());
    benchmark::DoNotOptimize(table.values.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
}

// Arguments: columns, digits (0: as many as tell the number from all others), threads. A header, 128 MB.
void read_csv(benchmark::State& state) {
  GeneratedFile file(".csv");
  const auto columns = state.range(0), digits = state.range(1);
  std::string text;
  for (std::int64_t j = 0; j < columns; ++j) text += (j ? ",x" : "x") + std::to_string(j);
  while (file.size() < 128 << 20) {
    text += "\n";
    for (std::int64_t j = 0; j < columns; ++j) {
      char cell[64];
      const auto written = digits ? std::to_chars(cell, cell + sizeof(cell), file.number(),
                                                  std::chars_format::general, static_cast<int>(digits))
                                  : std::to_chars(cell, cell + sizeof(cell), file.number());
      if (j) text += ',';
      text.append(cell, written.ptr);
    }
    file.write(text);
    text.clear();
  }
  file.close();
  const Threads threads(state.range(2));
  read(state, file);
}
BENCHMARK(read_csv)
    ->ArgNames({"columns", "digits", "threads"})
    ->ArgsProduct({{50, 5000}, {6, 0}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// 50 000 x 1000 doubles are 400 MB.
void write_npy(GeneratedFile& file, bool fortran) {
  constexpr std::size_t kRows = 50000, kColumns = 1000, kHeader = 118;
  std::string header = std::string("{'descr': '<f8', 'fortran_order': ") + (fortran ? "True" : "False") +
                       ", 'shape': (" + std::to_string(kRows) + ", " + std::to_string(kColumns) + "), }";
  header.resize(kHeader - 1, ' ');
  file.write(std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(kHeader) + '\0' + header + '\n');
  std::string row(kColumns * sizeof(double), '\0');
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      const double value = file.number();
      std::memcpy(row.data() + j * sizeof(double), &value, sizeof(double));
    }
    file.write(row);
  }
  file.close();
}

// Arguments: Fortran order, threads.
void read_npy(benchmark::State& state) {
  GeneratedFile file(".npy");
  write_npy(file, state.range(0) != 0);
  const Threads threads(state.range(1));
  read(state, file);
}
BENCHMARK(read_npy)
    ->ArgNames({"fortran", "threads"})
    ->ArgsProduct({{0, 1}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// The same file, copied. Argument: threads.
void copy_npy(benchmark::State& state) {
  GeneratedFile file(".npy");
  write_npy(file, true);
  const Threads threads(state.range(0));
  const int descriptor = ::open(file.path().c_str(), O_RDONLY);
  constexpr std::size_t kPiece = 1 << 20;
  for (auto _ : state) {
    void* map = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, descriptor, 0);
    const char* from = static_cast<const char*>(map);
    const std::unique_ptr<char[]> copy(new char[file.size()]);
    tbb::parallel_for(std::size_t{0}, (file.size() + kPiece - 1) / kPiece, [&](std::size_t k) {
      std::memcpy(copy.get() + k * kPiece, from + k * kPiece, std::min(kPiece, file.size() - k * kPiece));
    });
    ::munmap(map, file.size());
    benchmark::DoNotOptimize(copy.get());
  }
  ::close(descriptor);
  state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
}
BENCHMARK(copy_npy)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
