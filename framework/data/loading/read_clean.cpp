// True labels beside observed ones, for experiments.
#include "read_target.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/support/text.hpp>

namespace tamis::framework {

TargetColumn read_clean(const ColumnAt& at, const TargetColumn& target, std::span<const std::uint64_t> kept,
                        ReadNotes& remarks) {
  const std::string what = "clean labels " + in_quotes(at.column().name);
  const bool votes = !target.vote_start.empty();
  if (target.kind != TargetKind::classes && !votes)
    throw DataError(what + " are classes, but " + target.title() + " was read as " +
                    (target.kind == TargetKind::sets ? "sets of labels" : "real values") +
                    "; `data.target_kind = \"class\"` reads classes");
  const Classes classes = Classes::of(target.class_names);
  TargetColumn t;
  t.kind = TargetKind::classes;
  t.name = at.column().name;
  t.class_names = target.class_names;
  for (const std::string& text : at.texts(kept)) t.labels.push_back(classes.code(text));

  TargetColumn observed = target;
  if (observed.kind == TargetKind::soft) take_most_probable(observed, kept.size());
  std::uint64_t both = 0, differ = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!t.known(i) || !observed.known(i)) continue;
    ++both;
    differ += t.labels[i] != observed.labels[i];
  }
  if (both == 0)
    throw DataError(what + ": no sample has both a clean label and one in " + target.title() +
                    "; drop clean, or name another column");
  remarks.notes.push_back(
      what + ": differ from " + (votes ? "the class with most votes (the first on a tie)" : "the target") +
      " in " + std::to_string(differ) + " of " + counted(both, "sample") + unknown_samples(t, kept.size()));

  std::vector<char> unseen(classes.size(), 0);
  for (const std::int32_t c : t.labels)
    if (c >= 0) unseen[static_cast<std::size_t>(c)] = 1;
  for (const std::int32_t c : votes ? target.vote_labels : target.labels)
    if (c >= 0) unseen[static_cast<std::size_t>(c)] = 0;
  std::vector<std::string> alone;
  for (std::size_t c = 0; c < classes.size(); ++c)
    if (unseen[c]) alone.push_back(in_quotes(t.class_names[c]));
  if (!alone.empty())
    remarks.notes.push_back(
        what + ": " +
        (alone.size() == 1
             ? "class " + alone[0] + " occurs among them alone, and is a class of the target too"
             : "classes " + listed(alone) + " occur among them alone, and are classes of the target too"));
  return t;
}

}  // namespace tamis::framework
