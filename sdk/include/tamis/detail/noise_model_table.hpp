/// \file noise_model_table.hpp
/// NoiseModel across the boundary, both ways.
#pragma once

#include <tamis/detail/table_call.hpp>
#include <tamis/noise_model.hpp>

namespace tamis::detail {

template <>
struct Abi<NoiseModel> {
  static constexpr const char* kId = "noise_model/1";
  using Table = tamis_noise_model_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table),
            prepare,
            parameter_count,
            parameters,
            set_parameters,
            likelihood,
            TAMIS_OVERRIDES(T, NoiseModel, start) ? start : nullptr,
            TAMIS_OVERRIDES(T, NoiseModel, update) ? update : nullptr,
            TAMIS_OVERRIDES(T, NoiseModel, corrupt) ? corrupt : nullptr};
  }

  class Adapter final : public NoiseModel {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void prepare(const Dataset& data, const Runtime& runtime) override {
      call_(&Table::prepare, data.raw(), runtime.raw());
    }
    std::size_t parameter_count() const override {
      std::uint64_t n = 0;
      call_(&Table::parameter_count, &n);
      return n;
    }
    void parameters(std::span<double> out) const override { call_(&Table::parameters, out.data()); }
    void set_parameters(std::span<const double> values) override {
      call_(&Table::set_parameters, values.data(), values.size());
    }
    void likelihood(Matrix out) const override { call_(&Table::likelihood, static_cast<tamis_matrix>(out)); }
    void start(std::uint64_t seed) override {
      if (!call_.has(&Table::start)) return NoiseModel::start(seed);
      call_(&Table::start, seed);
    }
    void update(ConstMatrix memberships) override {
      if (!call_.has(&Table::update)) return NoiseModel::update(memberships);
      call_(&Table::update, static_cast<tamis_const_matrix>(memberships));
    }
    void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
                 std::uint64_t seed) const override {
      if (!call_.has(&Table::corrupt)) return NoiseModel::corrupt(labels, classes, expert, seed);
      call_(&Table::corrupt, labels.data(), labels.size(), classes, static_cast<tamis_matrix>(expert), seed);
    }

   private:
    TableCall<Table> call_;
  };

 private:
  static NoiseModel& at(void* self) { return *static_cast<NoiseModel*>(self); }
  static const NoiseModel& at(const void* self) { return *static_cast<const NoiseModel*>(self); }

  static std::int32_t prepare(void* self, const tamis_dataset* d, const tamis_runtime* r,
                              tamis_error* e) noexcept {
    return guarded(e, [&] {
      Runtime runtime(r);
      at(self).prepare(Dataset(d), runtime);
    });
  }
  static std::int32_t parameter_count(const void* self, std::uint64_t* out, tamis_error* e) noexcept {
    return guarded(e, [&] { *out = at(self).parameter_count(); });
  }
  static std::int32_t parameters(const void* self, double* out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).parameters({out, at(self).parameter_count()}); });
  }
  static std::int32_t set_parameters(void* self, const double* values, std::uint64_t n,
                                     tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).set_parameters({values, n}); });
  }
  static std::int32_t likelihood(const void* self, tamis_matrix out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).likelihood(out); });
  }
  static std::int32_t start(void* self, std::uint64_t seed, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).start(seed); });
  }
  static std::int32_t update(void* self, tamis_const_matrix memberships, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).update(memberships); });
  }
  static std::int32_t corrupt(const void* self, std::int32_t* labels, std::uint64_t n, std::uint32_t classes,
                              tamis_matrix expert, std::uint64_t seed, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).corrupt({labels, n}, classes, expert, seed); });
  }
};

}  // namespace tamis::detail
