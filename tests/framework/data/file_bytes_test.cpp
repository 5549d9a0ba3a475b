// Files that change, vanish or never end while they are read, and the digests of what was read.
#include "data/formats/csv.hpp"
#include "data/formats/read_bytes.hpp"
#include "gzipped.hpp"
#include "memory_use.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace tamis::framework;

namespace file_bytes_test {
namespace {

const std::string kTable = "x,y\n1,2\n3,4\n";
// By sha256sum.
const std::string kDigest = "2a2b86e74ffd5e6a9b75e52a105cf9d02920837179f8e8961aa15411d380f7a3";

ReadOptions digesting() {
  ReadOptions options;
  options.digest = true;
  return options;
}

/// A pipe that holds some bytes and then ends, as a path.
class Pipe {
 public:
  explicit Pipe(const std::string& bytes) {
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    if (::write(ends_[1], bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("the pipe is full");
    ::close(ends_[1]);
  }
  ~Pipe() { ::close(ends_[0]); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(ends_[0]); }

 private:
  int ends_[2];
};

}  // namespace

TEST_CASE("the digest of a table is that of the bytes it was read from, whatever they came through",
          "[provenance]") {
  const TempFiles files;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, GENERATE(1u, 2u));
  CHECK(read_table(files.write("a.csv", kTable), digesting()).sha256 == kDigest);
  CHECK(read_table(Pipe(kTable).path(), digesting()).sha256 == kDigest);
  CHECK(read_table(files.path("a.csv")).sha256.empty());
  // Of a gzipped file it is that of the packed bytes, as `sha256sum` prints it.
  const std::string packed = files.write("a.csv.gz", gzipped(kTable));
  const Table table = read_table(packed, digesting());
  CHECK(table.rows == 2);
  CHECK(table.sha256 == FileBytes::open(packed, kMostUnsized).sha256());
  CHECK(table.sha256 != kDigest);
}

TEST_CASE("each file that data come from is named with its digest", "[provenance]") {
  const TempFiles files;
  std::vector<InputFile> read;
  DataOptions o;
  o.path = files.write("a.csv", kTable);
  o.target_path = files.write("b.csv", "t\np\nq\n");
  load_data(o, 0, &read);
  REQUIRE(read.size() == 2);
  CHECK(read[0].path == o.path);
  CHECK(read[0].sha256 == kDigest);
  CHECK(read[1].path == *o.target_path);
  CHECK(read[1].sha256 == FileBytes("t\np\nq\n").sha256());
  DataOptions lines;
  lines.path = files.write("a.svm", "1 1:2\n2 1:3\n");
  load_data(lines, 0, &read);
  CHECK(read.back().sha256 == FileBytes("1 1:2\n2 1:3\n").sha256());
}

TEST_CASE("a CSV file that becomes shorter while it is read is refused with a sentence", "[csv][errors]") {
  const TempFiles files;
  std::string text = "x,y\n";
  while (text.size() < 300000) text += "1,2\n";
  const std::string path = files.write("a.csv", text);
  const FileBytes bytes = FileBytes::open(path, kMostUnsized);
  std::filesystem::resize_file(path, 100);
  CHECK(files.data_error([&] { read_csv(bytes, "a.csv", {}); }) ==
        "a.csv: became shorter while it was read; wait until it is written, and try again");
}

TEST_CASE("a file that is written to while it is read is refused, whatever its half was taken for",
          "[provenance][errors]") {
  const TempFiles files;
  const std::string path = files.write("a.csv", kTable);
  const FileBytes bytes = FileBytes::open(path, kMostUnsized);
  CHECK(read_and_digest(bytes, true, [] {}) == kDigest);
  const std::string sentence = "a.csv: changed while it was read; wait until it is written, and try again";
  CHECK(files.data_error([&] {
    read_and_digest(bytes, false, [&] { std::ofstream(path, std::ios::app) << "5,6\n"; });
  }) == sentence);
  CHECK(files.data_error([&] {
    read_and_digest(bytes, false, [] { throw tamis::DataError("a row is broken"); });
  }) == sentence);
}

TEST_CASE("a file that is taken away after it was opened is read to its end", "[provenance]") {
  const TempFiles files;
  const std::string path = files.write("a.csv", kTable);
  const FileBytes bytes = FileBytes::open(path, kMostUnsized);
  std::filesystem::remove(path);
  Table table;
  CHECK(read_and_digest(bytes, true, [&] { table = read_bytes(bytes, path, {}); }) == kDigest);
  CHECK(table.rows == 2);
}

TEST_CASE("what has no size is read up to a bound", "[data][errors]") {
  const TempFiles files;
  ReadOptions options;
  options.max_bytes = 1000000;
  CHECK(files.data_error([&] { read_table("/dev/zero", options); }) ==
        "/dev/zero: is a device; name a file, or a pipe");
  ReadOptions little;
  little.max_bytes = kTable.size();
  CHECK(read_table(Pipe(kTable).path(), little).rows == 2);
  little.max_bytes = 10;
  CHECK_THAT(files.data_error([&] { read_table(Pipe(kTable).path(), little); }),
             Catch::EndsWith(": gives more than 1e-08 GB; write what it gives to a file, or allow more with "
                             "`data.max_gigabytes = 2e-08`"));
  CHECK(read_table(files.write("a.csv", kTable), little).rows == 2);  // a file has a size
  std::string text = "x,y\n";
  while (text.size() <= options.max_bytes) text += "1,2\n";
  const std::string packed = files.write("a.csv.gz", gzipped(text));
  CHECK(
      files.data_error([&] { read_table(packed, options); }) ==
      "a.csv.gz: inflates to more than 0.001 GB; unpack it, or allow more with `data.max_gigabytes = 0.002`");
  options.max_bytes = text.size();
  CHECK(read_table(packed, options).columns.size() == 2);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("of a CSV file no more than the table is in memory while it is read", "[csv][memory]") {
  const TempFiles files;
  std::string line;
  for (int j = 0; j < 1000; ++j) line += j ? ",1.234567" : "1.234567";
  std::string text;
  for (int i = 0; i < 4000; ++i) text += line + "\n";  // 36 MB
  const std::string path = files.write("a.csv", text);
  text.clear();
  text.shrink_to_fit();
  const PeakMemory peak;
  const Table table = read_table(path);
  CHECK(peak.kilobytes() < table.values.size() * sizeof(double) / 1024 * 5 / 4);
}

TEST_CASE("many columns take some hundred bytes each while they are read", "[csv][memory][scale]") {
  const TempFiles files;
  constexpr std::size_t kColumns = 200000;
  std::string names, cells;
  for (std::size_t j = 0; j < kColumns; ++j) {
    names += (j ? ",x" : "x") + std::to_string(j);
    cells += j ? ",1" : "1";
  }
  const std::string path = files.write("a.csv", names + "\n" + cells + "\n" + cells + "\n");
  const PeakMemory peak;
  CHECK(read_table(path).columns.size() == kColumns);
  CHECK(peak.kilobytes() * 1024 < kColumns * 400);  // it was 800
}
#endif

TEST_CASE("blank lines below many names are named before a table is made for them", "[csv][errors]") {
  const TempFiles files;
  std::string text = "c1";
  for (int j = 2; j <= 100000; ++j) text += ",c" + std::to_string(j);
  text += std::string(100000, '\n') + "1\n";
  const std::string path = files.write("a.csv", text);  // 10^10 cells
  CHECK_THAT(files.data_error([&] { read_table(path); }),
             Catch::StartsWith("a.csv:2: a blank line; expected 100000, as in the header"));
}

TEST_CASE("twenty thousand names among a hundred thousand are found", "[data][scale]") {
  const TempFiles files;
  constexpr int kColumns = 100000, kNames = 20000;
  std::string names, cells;
  DataOptions o;
  for (int j = 0; j < kColumns; ++j) {
    names += (j ? ",column" : "column") + std::to_string(j);
    cells += j ? ",1" : "1";
    if (j >= kColumns - kNames) o.ignore.push_back("column" + std::to_string(j));
  }
  o.path = files.write("a.csv", names + "\n" + cells + "\n" + cells + "\n");
  CHECK(load_data(o).features() == kColumns - kNames);
}

}  // namespace file_bytes_test
