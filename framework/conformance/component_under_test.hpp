/// \file component_under_test.hpp
/// What a test of the conformance kit is about.
#pragma once

#include "pace.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/run/cell_reader.hpp>

#include <filesystem>

namespace tamis::framework::conformance {

/// One component of a plugin file.
struct ComponentUnderTest {
  const Descriptor& descriptor;
  Registry& registry;
  const toml::table& settings;  ///< its options, where they are not the defaults
  std::uint64_t seed;
  Pace& pace;

  bool is(std::string_view interface_id) const { return descriptor.interface_id == interface_id; }
  /// With its default options and parts, but for the settings.
  Plan plan() const;
  /// The same as `path` of a config.
  /// \throws ParamError  for settings that the manifest does not allow.
  Plan plan_at(const std::string& path) const;
  /// The same with every option `jitter` at 0, where nothing else was set: noise that a component adds to its
  /// data keeps no symmetry of them.
  Plan plan_without_jitter() const;
  bool jitters() const;  ///< whether that is another plan
};

/// Options of which relative paths mean files of the folder where this process began, wherever a test goes.
RuntimeOptions files_from_start(RuntimeOptions options);

/// A kernel's services for one test, without a host.
class Services {
 public:
  explicit Services(std::uint64_t seed, int threads = 1)
      : kernel_(files_from_start({.seed = seed, .threads = threads}), observer_) {}
  Runtime runtime() const { return kernel_.runtime(); }
  const KernelRuntime& kernel() const { return kernel_; }

 private:
  Observer observer_;
  KernelRuntime kernel_;
};

}  // namespace tamis::framework::conformance
