#include <tamis/errors.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/run/output_path.hpp>
#include <tamis/framework/support/section.hpp>

namespace tamis::framework {

LabelNoiseConfig parse_label_noise_config(toml::table tree) {
  // the others belong to another command, which the same file may serve
  LabelNoiseConfig parsed{parse_run_config(std::move(tree), {"criterion", "noise", "search", "stage",
                                                             "evaluate", "stability", "noise_sweep"}),
                          {},
                          {},
                          {},
                          {},
                          {}};
  parsed.criterion = parsed.tree->get("criterion");
  Section noise(table_of(*parsed.tree, "noise"), "noise");
  if (auto features = noise.take_columns("features")) parsed.features = std::move(*features);
  if (const auto file = noise.take<std::string>("selected")) parsed.selected = *file;
  parsed.memberships_file = take_output(noise, "memberships");
  parsed.all = noise.take<bool>("all").value_or(false);
  noise.finish();
  if (!parsed.features.empty() && !parsed.selected.empty())
    noise.fail("selected", "names the result whose features are used, but features names them too; keep one");
  return parsed;
}

}  // namespace tamis::framework
