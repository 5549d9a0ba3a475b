#include "fixture.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/sdk.hpp>

#include <nlohmann/json.hpp>

#include <link.h>

#include <cfenv>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

/// Whether a library with this in its name is mapped into the process.
bool is_loaded(const std::string& name) {
  struct Search {
    std::string name;
    bool found;
  } search{name, false};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* context) {
        auto& s = *static_cast<Search*>(context);
        s.found = s.found || std::string(info->dlpi_name).find(s.name) != std::string::npos;
        return 0;
      },
      &search);
  return search.found;
}

struct OfThisProgram final : UnivariateCriterion {
  struct Options {
    double factor = 2;
  } options;
  static constexpr auto describe() {
    return tamis::describe<OfThisProgram>("test.of_this_program", "First value")
        .better(Better::higher)
        .option<&Options::factor>("factor", positive, "");
  }
  Score score_column(Column x, const Target&) const override { return options.factor * x[0]; }
};

}  // namespace

TEST_CASE("listing plugins loads none of them; creating a component loads its library", "[registry]") {
  const test::TemporaryFolder folder;  // a copy that no other test has loaded
  std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so",
                             folder.path / "fresh_copy.so");
  Registry registry(plugin_folders({folder.path}));
  CHECK(registry.find("test.judge") != nullptr);
  CHECK_FALSE(is_loaded("fresh_copy.so"));
  registry.component("test.judge");
  CHECK(is_loaded("fresh_copy.so"));
}

TEST_CASE("broken, foreign and half-written files cost one line each, not the run", "[registry][errors]") {
  const test::TemporaryFolder folder;
  folder.write("a_text.so", "hello");
  folder.write(
      "b_half.so",
      test::read_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so").substr(0, 3000));
  std::filesystem::copy_file("/proc/self/exe", folder.path / "c_foreign.so");
  folder.write("ignored.txt", "not looked at");
  std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so",
                             folder.path / "d_good.so");
  const Registry registry(plugin_folders({folder.path}));
  REQUIRE(registry.refused().size() == 3);
  CHECK(registry.refused()[0].reason ==
        "it is not a shared library (no ELF header); copy it again, or take it out of the folder");
  CHECK(registry.refused()[1].file.filename() == "b_half.so");
  CHECK(registry.refused()[2].file.filename() == "c_foreign.so");
  CHECK(registry.find("test.judge") != nullptr);
}

TEST_CASE("two libraries with one id are an error that names both", "[registry][errors]") {
  const test::TemporaryFolder folder;
  for (const char* name : {"one.so", "two.so"})
    std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so",
                               folder.path / name);
  const Registry registry(plugin_folders({folder.path}));
  REQUIRE(registry.refused().size() == 6);
  CHECK(registry.refused()[0].reason.find("it defines 'test.metric', as ") == 0);
  const std::string message = message_of<PluginError>([&] { registry.at("test.judge"); });
  CHECK(message.find("two libraries define 'test.judge'") == 0);
  CHECK(message.find("one.so") != std::string::npos);
  CHECK(message.find("two.so") != std::string::npos);
}

TEST_CASE("an unknown id is an error with the nearest known one", "[registry][errors]") {
  const Registry registry = test::test_registry();
  CHECK(message_of<ParamError>([&] { registry.at("test.juge"); }).find("did you mean 'test.judge'?") !=
        std::string::npos);
}

TEST_CASE("where no file has a component, an unknown id is an error that names the folders",
          "[registry][errors]") {
  const test::TemporaryFolder folder;
  Registry registry({{folder.path, "--plugin-dir", ""}, {"/absent", "installed", "it does not exist"}});
  registry.add<OfThisProgram>();
  CHECK(message_of<ParamError>([&] { registry.at("x"); }) ==
        "no component is called 'x' (no plugin was found in " + folder.path.string() +
            "; /absent: it does not exist)");
  CHECK(message_of<ParamError>([] { Registry().at("x"); }) ==
        "no component is called 'x' (no plugin was found in any folder, as none was named)");
}

TEST_CASE("a component compiled into the program is used like one from a file", "[registry]") {
  Registry registry;
  registry.add<OfThisProgram>();
  const toml::table config = toml::parse("use = 'test.of_this_program'\nfactor = 3.5");
  const Plan plan = plan_component(registry, &config, "criterion", "criterion/1");
  CHECK(plan.effective() == nlohmann::json({{"use", "test.of_this_program"}, {"factor", 3.5}}));
  const Composed<Criterion> criterion(registry, plan);
  CHECK(message_of<PluginError>([&] { registry.add<OfThisProgram>(); }).find("registered already") !=
        std::string::npos);
}

TEST_CASE("loading a library leaves the floating-point environment as it was", "[registry]") {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "flushes_to_zero.so",
                             folder.path / "flush.so");
  Registry registry(plugin_folders({folder.path}));
  std::fesetround(FE_UPWARD);
  const volatile double tiny = 5e-324;
  registry.component("test.flushes_to_zero");
  const int rounding = std::fegetround();
  std::fesetround(FE_TONEAREST);
  CHECK(rounding == FE_UPWARD);
  CHECK(tiny * 1.0 != 0.0);  // would be flushed to zero
}

TEST_CASE("a library whose components are not those of its manifest is refused", "[registry][errors]") {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "lies.so", folder.path / "lies.so");
  Registry registry(plugin_folders({folder.path}));
  const std::string message = message_of<PluginError>([&] { registry.component("test.promised"); });
  CHECK(message.find(
            "lies.so: its manifest promises criterion/1 'test.promised', but the library offers criterion/1 "
            "'test.another'") != std::string::npos);
}

TEST_CASE("a library whose table lacks a name is refused", "[registry][errors]") {
  Registry registry = test::test_registry();
  CHECK(message_of<PluginError>([&] {
          registry.component("test.nameless");
        }).find("its component 'test.nameless' lacks a name, table, create or destroy") != std::string::npos);
}
