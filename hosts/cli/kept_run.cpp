#include "kept_run.hpp"

#include "process_team.hpp"

#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>

namespace tamis::cli {

using framework::Checkpoint;

KeptRun::KeptRun(const framework::RunConfig& config, TerminalObserver& observer)
    : observer_(observer), file_(config.checkpoint_file), is_named_(!file_.empty()) {
  if (!is_named_ && !config.result_file.empty() && !framework::is_stream(config.result_file))
    file_ = config.result_file.string() + ".checkpoint";
  if (is_first() && !file_.empty()) open();
  if (team)  // whatever its own name for the file would be
    shared_.emplace(*team, checkpoint_ ? &*checkpoint_ : nullptr, checkpoint_ && checkpoint_->found() > 0);
}

void KeptRun::open() {
  checkpoint_.emplace(file_, is_named_ ? Checkpoint::Begin::at_once : Checkpoint::Begin::after_a_minute);
  if (const std::string trouble = checkpoint_->trouble(); !trouble.empty()) observer_.warning(trouble);
  if (const std::size_t found = checkpoint_->found(); found > 0)
    observer_.note(fmt::format("what {} holds of an earlier run is not computed again", file_.string()));
}

framework::Memory* KeptRun::memory() {
  if (shared_) return &*shared_;
  return checkpoint_ ? &*checkpoint_ : nullptr;
}

KeptRun::~KeptRun() {
  if (!checkpoint_) return;
  checkpoint_->flush();
  if (interrupted && checkpoint_->has_file())
    observer_.note(fmt::format("the same command goes on from {}", file_.string()));
}

void KeptRun::end(bool complete) {
  if (!checkpoint_) return;
  checkpoint_->flush();
  const std::string trouble = checkpoint_->trouble();
  const bool unused = checkpoint_->found() > 0 && checkpoint_->recalled() == 0;
  if (unused && checkpoint_->asked() > 0)
    observer_.note(
        fmt::format("nothing in {} was of this run: the data, an option, the seed or a component "
                    "was another one; remove it unless you want to go on with that run",
                    file_.string()));
  else if (!trouble.empty())
    observer_.warning(trouble);
  if (!complete) {
    if (checkpoint_->has_file())
      observer_.note(fmt::format("the same command goes on from {}", file_.string()));
  } else if (!is_named_ && !unused)
    checkpoint_->remove();
  checkpoint_.reset();
}

}  // namespace tamis::cli
