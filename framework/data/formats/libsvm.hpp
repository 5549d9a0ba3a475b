/// \file libsvm.hpp
/// LIBSVM files, also known as svmlight: a line per sample, of labels and the cells that are not 0.
#pragma once

#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/sparse_columns.hpp>
#include <tamis/framework/data/table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

struct LibsvmFile {
  SparseColumns features;   ///< those that are held elsewhere look as if all their cells were 0
  std::uint64_t cells = 0;  ///< of the file, that are not 0
  Table labels;      ///< one column, "label"; its texts are without '+', and sets where some line has two
  bool qid = false;  ///< some line has a qid:..., which is not read further
};

/// Reads `[label[,label...]] [qid:number] index:value ... [# comment]`. Indices count from 1 and ascend; a
/// line without a label is of unknown target; lines that are blank or a comment are skipped. The number of
/// features is the largest index.
/// \param path     for messages, so escaped().
/// \param unknown  labels that mean unknown.
/// \param division  which cells are kept; null: all. The text is then read twice, as the number of features is
///                 known at its end.
/// \throws DataError  with file:line and the remedy.
LibsvmFile read_libsvm(std::string_view text, const std::string& path,
                       const std::vector<std::string>& unknown, const Division* division = nullptr);

}  // namespace tamis::framework
