/// \file read_only_dataset.hpp
/// A dataset that nobody can write to.
#pragma once

#include "guarded_memory.hpp"

#include <tamis/dataset.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tamis::framework::conformance {

/// A copy of a dataset in guarded memory, to be read only. Each column of a table lies on pages of its own,
/// which begin or end with it, and behind those is one that nobody may go to.
class ReadOnlyDataset {
 public:
  ReadOnlyDataset(const Dataset& data, Edge edge);
  Dataset view() const { return Dataset(&data_); }
  /// Of the dense values and the codes, only those of `features` may be read until read_all().
  void read_only_features(std::span<const Feature> features);
  /// None of them may be read until read_all().
  /// \param why  what a component did that reads one: "read a feature while it prepared".
  void read_no_feature(const std::string& why);
  void read_all();

 private:
  template <class T>
  const T* seal(const char* name, const T* values, std::size_t n);
  void seal_target(const Target& target);
  void seal_names(const tamis_text*& names, std::size_t n);
  /// Column-major, with a stride of whole pages.
  struct Columns {
    GuardedMemory* memory;
    std::size_t bytes;  ///< from one to the next
  };
  template <class T>
  Columns seal_columns(const char* name, const T*& values, std::uint64_t& stride, std::uint64_t columns);

  Edge edge_;
  std::vector<std::unique_ptr<GuardedMemory>> memory_;
  std::vector<Columns> columns_;  ///< of the features
  tamis_dataset data_;
  tamis_target target_{};
};

}  // namespace tamis::framework::conformance
