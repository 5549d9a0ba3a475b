/// embed [CONFIG.toml]: which features of its own data to keep, which labels to doubt; see docs/embedding.md.
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/sdk.hpp>

#include <iostream>

using namespace tamis::framework;

/// A criterion of this program: no library file is needed.
struct Range final : tamis::UnivariateCriterion {
  struct Options {
    double power = 1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Range>("org.example.range", "Range of each feature")
        .better(tamis::Better::higher)
        .option<&Options::power>("power", tamis::positive, "exponent of the range");
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    return std::pow(*high - *low, options.power);
  }
};

/// Says on stderr what the kernel does with the data and chooses for us.
struct Log final : Observer {
  void note(std::string_view text) override { std::cerr << "note: " << text << '\n'; }
  void warning(std::string_view text) override { std::cerr << "warning: " << text << '\n'; }
};

/// 600 parts, of which weight and width tell the good from the bad; every tenth label is wrong.
LoadedData load_parts() {
  tamis::Rng rng(1);
  std::vector<double> weight, width, hour;
  TargetColumn verdict;
  verdict.kind = tamis::TargetKind::classes;
  verdict.class_names = {"bad", "good"};
  for (int i = 0; i < 600; ++i) {
    const int good = i % 2;
    weight.push_back(2 * good + 1.5 * rng.uniform());
    width.push_back(good + 1.5 * rng.uniform());
    hour.push_back(24 * rng.uniform());
    verdict.labels.push_back(i % 10 == 3 ? 1 - good : good);
  }
  return LoadedData::from_columns(std::vector{weight, width, hour}, {"weight", "width", "hour"}, verdict);
}

int main(int argc, char** argv) try {
  Registry registry(plugin_folders({}));  // the installed plugins; no library is loaded yet
  registry.add<Range>();
  for (auto* e : registry.entries()) std::cout << e->descriptor.id << ": " << e->descriptor.summary << '\n';
  Log log;
  for (const std::string& unused : refusals(registry)) log.warning(unused);

  // A config is a tree, made in code or read from TOML; the installed defaults choose what it does not name.
  const toml::table range{{"use", "org.example.range"}, {"power", 2.0}};
  const toml::table in_code{{"criterion", range}, {"search", toml::table{{"keep", 1}}}};
  const toml::table in_toml = argc > 1 ? read_config(argv[1]) : parse_config("search = { keep = 2 }");
  for (const toml::table& tree : {in_code, in_toml}) {
    const SelectConfig config = parse_select_config(tree);
    const auto result = select(registry, Defaults(), config, load_parts(), config.runtime_options(), log);
    std::cout << '\n' << to_table(result, 0);
  }

  // Memberships: how probable each class is for each sample, given its features and its label.
  const LabelNoise noise =
      estimate_label_noise(registry, Defaults(), parse_label_noise_config({}), load_parts(), {}, log);
  const tamis::ConstMatrix member = noise.membership();
  std::cout << '\n' << noise.suspects.size() << " labels look wrong, these most of all:\n";
  for (std::size_t k = 0; k < 4 && k < noise.suspects.size(); ++k) {
    const Suspect& s = noise.suspects[k];
    std::cout << "part " << s.row << ", called " << noise.classes[s.label].name << ", is "
              << noise.classes[s.likelier].name << " with p = " << member(s.sample, s.likelier) << '\n';
  }
} catch (const tamis::Error& error) {
  std::cerr << "embed: " << sentence(error) << '\n';
  return 1;
}
