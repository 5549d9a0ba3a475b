/// \file distance_metric_table.hpp
/// The three roles of a distance metric across the boundary, both ways.
#pragma once

#include <tamis/detail/table_call.hpp>
#include <tamis/distance_metric.hpp>

namespace tamis::detail {

template <>
struct Abi<PointMetric> {
  static constexpr const char* kId = "point_metric/1";
  using Table = tamis_point_metric_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table), distances, TAMIS_OVERRIDES(T, PointMetric, geometry) ? geometry : nullptr,
            TAMIS_OVERRIDES(T, PointMetric, prepare) ? prepare : nullptr,
            TAMIS_OVERRIDES(T, PointMetric, feature_distances) ? feature_distances : nullptr};
  }

  class Adapter final : public PointMetric {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void prepare(const Dataset& data, const Runtime& runtime) override {
      if (call_.has(&Table::prepare)) call_(&Table::prepare, data.raw(), runtime.raw());
    }
    void feature_distances(std::span<const Feature> features, ConstMatrix from, ConstMatrix to,
                           Matrix out) const override {
      if (!call_.has(&Table::feature_distances)) return distances(from, to, out);
      call_(&Table::feature_distances, features.data(), static_cast<tamis_const_matrix>(from),
            static_cast<tamis_const_matrix>(to), static_cast<tamis_matrix>(out));
    }
    void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
      call_(&Table::distances, static_cast<tamis_const_matrix>(from), static_cast<tamis_const_matrix>(to),
            static_cast<tamis_matrix>(out));
    }
    Geometry geometry() const override {
      std::int32_t g = TAMIS_GEOMETRY_GENERAL;
      if (call_.has(&Table::geometry)) call_(&Table::geometry, &g);
      // a norm that a newer SDK knows is just a distance to us
      return g >= TAMIS_GEOMETRY_GENERAL && g <= TAMIS_GEOMETRY_LINF ? static_cast<Geometry>(g)
                                                                     : Geometry::general;
    }

   private:
    TableCall<Table> call_;
  };

 private:
  static const PointMetric& at(const void* self) { return *static_cast<const PointMetric*>(self); }
  static std::int32_t prepare(void* self, const tamis_dataset* d, const tamis_runtime* r,
                              tamis_error* e) noexcept {
    return guarded(e, [&] {
      Runtime runtime(r);
      static_cast<PointMetric*>(self)->prepare(Dataset(d), runtime);
    });
  }
  static std::int32_t feature_distances(const void* self, const Feature* features, tamis_const_matrix from,
                                        tamis_const_matrix to, tamis_matrix out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).feature_distances({features, from.rows}, from, to, out); });
  }
  static std::int32_t distances(const void* self, tamis_const_matrix from, tamis_const_matrix to,
                                tamis_matrix out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).distances(from, to, out); });
  }
  static std::int32_t geometry(const void* self, std::int32_t* out, tamis_error* e) noexcept {
    return guarded(e, [&] { *out = static_cast<std::int32_t>(at(self).geometry()); });
  }
};

template <>
struct Abi<ClassMetric> {
  static constexpr const char* kId = "class_metric/1";
  using Table = tamis_class_metric_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table), prepare, distances, TAMIS_OVERRIDES(T, ClassMetric, shape) ? shape : nullptr};
  }

  class Adapter final : public ClassMetric {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void prepare(const Dataset& data, const Runtime& runtime) override {
      classes_ = data.target().classes();
      call_(&Table::prepare, data.raw(), runtime.raw());
    }
    void distances(Matrix out) const override { call_(&Table::distances, static_cast<tamis_matrix>(out)); }
    ClassShape shape() const override {
      tamis_class_shape s{};
      s.size = sizeof s;
      if (call_.has(&Table::shape)) call_(&Table::shape, &s);
      if (s.shape == TAMIS_SHAPE_LINE) return {Shape::line, {s.line, classes_}, {}, {}, {}};
      if (s.shape == TAMIS_SHAPE_TREE)
        return {Shape::tree, {}, {s.parent, s.nodes}, {s.length, s.nodes}, {s.node, classes_}};
      return {s.shape == TAMIS_SHAPE_ZERO_ONE ? Shape::zero_one : Shape::general, {}, {}, {}, {}};
    }

   private:
    TableCall<Table> call_;
    std::uint32_t classes_ = 0;
  };

 private:
  static const ClassMetric& at(const void* self) { return *static_cast<const ClassMetric*>(self); }
  static std::int32_t prepare(void* self, const tamis_dataset* d, const tamis_runtime* r,
                              tamis_error* e) noexcept {
    return guarded(e, [&] {
      Runtime runtime(r);
      static_cast<ClassMetric*>(self)->prepare(Dataset(d), runtime);
    });
  }
  static std::int32_t distances(const void* self, tamis_matrix out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).distances(out); });
  }
  static std::int32_t shape(const void* self, tamis_class_shape* out, tamis_error* e) noexcept {
    return guarded(e, [&] {
      const ClassShape s = at(self).shape();
      out->shape = static_cast<std::int32_t>(s.shape);
      out->line = s.line.data();
      out->nodes = s.parent.size();
      out->parent = s.parent.data();
      out->length = s.length.data();
      out->node = s.node.data();
    });
  }
};

template <>
struct Abi<DistributionMetric> {
  static constexpr const char* kId = "distribution_metric/1";
  using Table = tamis_distribution_metric_1;

  template <class T>
  static constexpr Table table() {
    return {sizeof(Table), prepare, distances,
            TAMIS_OVERRIDES(T, DistributionMetric, report) ? report : nullptr,
            TAMIS_OVERRIDES(T, DistributionMetric, difference_only) ? difference_only : nullptr};
  }

  class Adapter final : public DistributionMetric {
   public:
    explicit Adapter(const tamis_handle& h) : call_(h) {}
    void prepare(const Dataset& data, const Runtime& runtime) override {
      call_(&Table::prepare, data.raw(), runtime.raw());
    }
    void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
      const tamis_distributions a = to_c(p), b = to_c(q);
      call_(&Table::distances, &a, &b, out.data());
    }
    bool difference_only() const override {
      std::int32_t yes = 0;
      if (call_.has(&Table::difference_only)) call_(&Table::difference_only, &yes);
      return yes != 0;
    }
    void report(const Diagnostics& out) const override {
      if (call_.has(&Table::report)) call_(&Table::report, out.raw());
    }

   private:
    TableCall<Table> call_;
  };

 private:
  static const DistributionMetric& at(const void* self) {
    return *static_cast<const DistributionMetric*>(self);
  }
  static tamis_distributions to_c(const Distributions& d) {
    return {sizeof(tamis_distributions),
            d.batch(),
            d.start.data(),
            d.classes.data(),
            d.counts.data(),
            d.totals.data(),
            d.masses.data()};
  }
  static Distributions from_c(const tamis_distributions& d) {
    const std::uint64_t entries = d.start[d.batch];
    return {{d.start, d.batch + 1},
            {d.classes, entries},
            {d.counts, d.counts ? entries : 0},
            {d.totals, d.counts ? d.batch : 0},
            {d.masses, d.counts ? 0 : entries}};
  }
  static std::int32_t prepare(void* self, const tamis_dataset* d, const tamis_runtime* r,
                              tamis_error* e) noexcept {
    return guarded(e, [&] {
      Runtime runtime(r);
      static_cast<DistributionMetric*>(self)->prepare(Dataset(d), runtime);
    });
  }
  static std::int32_t distances(const void* self, const tamis_distributions* p, const tamis_distributions* q,
                                double* out, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).distances(from_c(*p), from_c(*q), {out, p->batch}); });
  }
  static std::int32_t report(const void* self, const tamis_diagnostics* d, tamis_error* e) noexcept {
    return guarded(e, [&] { at(self).report(Diagnostics(d)); });
  }
  static std::int32_t difference_only(const void* self, std::int32_t* out, tamis_error* e) noexcept {
    return guarded(e, [&] { *out = at(self).difference_only() ? 1 : 0; });
  }
};

}  // namespace tamis::detail
