// Classes are as far apart as their means, measured by the spread within classes.
#include <tamis/eigen.hpp>
#include <tamis/sdk.hpp>

#include <Eigen/Cholesky>

struct Mahalanobis final : tamis::ClassMetric {
  struct Options {
    double shrinkage = 0.1;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Mahalanobis>("org.example.mahalanobis",
                                        "Mahalanobis distance between the means of classes")
        .option<&Options::shrinkage>(
            "shrinkage", tamis::between(1e-6, 1),
            "how far the covariance is drawn towards a sphere: 1 is the Euclidean distance")
        .cites("10.1007/s13171-019-00164-5");
  }

  void prepare(const tamis::Dataset& data, const tamis::Runtime&) override {
    const tamis::Target target = data.target();
    if (target.kind() != tamis::TargetKind::classes)
      throw tamis::DataError("the Mahalanobis distance needs one class per sample");
    const std::span<const std::int32_t> y = target.labels();

    Eigen::MatrixXd x = numbers_of(data);
    Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(target.classes(), x.cols());
    Eigen::VectorXd size = Eigen::VectorXd::Zero(target.classes());
    for (std::size_t i = 0; i < y.size(); ++i)
      if (target.known(i)) mean.row(y[i]) += x.row(i), size[y[i]] += 1;
    if (size.minCoeff() == 0) throw tamis::DataError("a class has no samples, so it has no mean");
    mean = size.cwiseInverse().asDiagonal() * mean;

    for (std::size_t i = 0; i < y.size(); ++i)
      if (target.known(i))
        x.row(i) -= mean.row(y[i]);
      else
        x.row(i).setZero();
    Eigen::MatrixXd covariance = x.transpose() * x / size.sum();
    const double sphere = covariance.trace() / static_cast<double>(x.cols());
    if (sphere == 0) throw tamis::DataError("no feature varies within a class");
    covariance *= 1 - options.shrinkage;
    covariance.diagonal().array() += options.shrinkage * sphere;

    // (a - b)' S^-1 (a - b) = |L^-1 a - L^-1 b|^2 for S = L L'
    whitened_ = covariance.llt().matrixL().solve(mean.transpose());
  }

  void distances(tamis::Matrix out) const override {
    for (std::uint64_t a = 0; a < out.cols; ++a)
      tamis::map(out).col(a) = (whitened_.colwise() - whitened_.col(a)).colwise().norm().transpose();
  }

 private:
  // samples x features, in the units of distances; a criterion of codes has codes alone
  static Eigen::MatrixXd numbers_of(const tamis::Dataset& data) {
    Eigen::MatrixXd x(data.samples(), data.features());
    for (tamis::Feature j = 0; j < data.features(); ++j) {
      const std::span<double> column(x.col(j).data(), data.samples());
      if (data.has_codes())
        std::ranges::copy(data.codes(j), column.begin());
      else
        data.scaled_column(j, column);
    }
    return x;
  }

  Eigen::MatrixXd whitened_;  // one column per class
};

TAMIS_PLUGIN(Mahalanobis)
