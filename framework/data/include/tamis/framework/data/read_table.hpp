/// \file read_table.hpp
/// Reads CSV, TSV, ARFF (each optionally gzipped) and NPY files.
#pragma once

#include <tamis/framework/data/table.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What a file is written in. automatic: by its name (see format_of), NPY by its first bytes, else CSV.
enum class Format { automatic, csv, npy, arff, libsvm };
/// By their values, as a config has them.
inline constexpr std::string_view kFormatNames[] = {"auto", "csv", "npy", "arff", "libsvm"};

/// arff for .arff, libsvm for .svm, .libsvm and .svmlight, with .gz or without; else automatic.
Format format_of(std::string_view path);

/// Whether the first row names the columns. automatic: it does when it holds texts and no number, or when
/// some column has a text in the first row and a number in the second; but not where one of its cells means missing
/// or is "?", nor where it holds numbers that could be no names, as years are: whole ones, each once.
enum class HeaderMode { automatic, yes, no };

/// How numbers are written. automatic: with a comma where the first two rows have such and none with a point, and
/// where no comma separates cells.
enum class Decimal { automatic, point, comma };
/// By their values, as a config has them.
inline constexpr std::string_view kDecimalNames[] = {"auto", "point", "comma"};

/// The delimiter that stands for any number of blanks and tabs.
inline constexpr char kBlanks = ' ';

/// A column whose cells are wanted as texts too.
struct TextRequest {
  std::string column;     ///< a reference, see Table::find
  std::string role;       ///< who asks, for messages
  bool optional = false;  ///< no error when the file has no such column
  /// As the cells stand there, whatever their bytes, and what means missing too; unless another request has
  /// the column.
  bool verbatim = false;
};

/// 4 GB: a small file, or none at all, can give bytes without end.
inline constexpr std::uint64_t kMostUnsized = 4'000'000'000;

/// How a file is to be read, where its name and its content do not say it.
struct ReadOptions {
  Format format = Format::automatic;  ///< not libsvm, which is no table: load_data reads it
  HeaderMode header = HeaderMode::automatic;
  /// '\0': the most frequent of comma, semicolon and tab in the first line, outside quotes; a tab for .tsv,
  /// .tab; kBlanks where there is none of these, and the first two lines hold as many words each, most of the
  /// second's numbers.
  char delimiter = '\0';
  Decimal decimal = Decimal::automatic;  ///< of delimited text
  std::vector<std::string> unknown;      ///< cells that mean "missing", besides empty ones
  std::vector<TextRequest> texts;
  bool all_texts = false;  ///< the cells of every column that is held are wanted as texts too
  /// Of bytes: what is taken from a pipe, and what a gzipped file inflates to.
  std::uint64_t max_bytes = kMostUnsized;
  /// Which columns of a table, of which names and rows are known, are to be held; none: all. The cells of others
  /// are looked at by readers of text, and not by that of NPY files.
  std::function<std::vector<char>(const Table& named)> held = {};
  bool digest = false;                ///< fill in Table::sha256, at the cost of reading the file twice
  std::size_t chunk_bytes = 1 << 20;  ///< how much one task parses; tests make it tiny
};

/// Reads a table. Gzip is recognised by the first bytes. Delimited text is UTF-8, quotes as in RFC 4180, LF or
/// CRLF; ARFF is described in docs/config.md. Numbers are decimal, a leading '+' and blanks around them are
/// accepted; missing cells, texts and unusable numbers are NaN and noted per column. Blank lines at the end
/// are skipped; in a file of one column they are rows whose cell is missing. Parses in parallel in the
/// caller's TBB arena; the result does not depend on the number of threads. Memory: the table; beside it,
/// while they are read, the text of an ARFF file, of a pipe, and the inflated text of a gzipped file.
/// \param path  any bytes that the system takes for a path; messages show it escaped().
///
/// \throws DataError   no such file, a folder, empty, header only, ragged rows, broken quotes, UTF-16, NUL
///                     bytes, a damaged gzip or NPY file, more than `max_bytes`, a file that changed while it
///                     was read; with file:row and the remedy.
/// \throws ParamError  a requested column that is not there.
Table read_table(const std::string& path, const ReadOptions& options = {});

}  // namespace tamis::framework
