/// \file parallel_tasks.hpp
/// Independent pieces of a long run, side by side.
#pragma once

#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/kernel/observer.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// Runs each task of [0, n) once, on as many threads as `options` say; the work within a task stays on its thread. Load the
/// plugins that the tasks use before, since a Registry may load in one thread only.
///
/// \param observer  gets a warning if not all of these threads could be created.
/// \param task      called with the number of the task and the options of one thread. With one thread, in
///                  order. If a task throws Cancelled or BudgetSpent, it counts as not done, and its thread starts no
///                  other one.
/// \throws Error  the error of the first task that failed, after all threads have ended.
void parallel_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                    const std::function<void(std::size_t, const RuntimeOptions&)>& task);

/// The same for tasks that a team shares (RuntimeOptions::team; without a team this process does all of them). In each round
/// every process does its part, and an all-gather gives the results to all. A round takes some seconds, so that little time
/// is lost by waiting, and little work if a process is killed.
///
/// \param task  returns its result as bytes.
/// \param take  gets the result with the number of the task, one call at a time; not called for interrupted tasks.
/// \throws Error  the error of a task, in all processes.
void shared_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                  const std::function<std::string(std::size_t, const RuntimeOptions&)>& task,
                  const std::function<void(std::size_t, std::string_view)>& take);

}  // namespace tamis::framework
