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

/// Does each task of [0, n) once, on as many threads as `options` say; what a task does inside is left to its
/// thread. What tasks share must stand: plugins are loaded, as a Registry serves one thread while it loads.
///
/// \param observer  is warned where not all of these threads could be made.
/// \param task      called with the number of the task and the options of one thread. With one thread, in
///                  order. A task that throws Cancelled or BudgetSpent was not finished, and its thread
///                  begins no other one.
/// \throws Error  the failure of the first task that failed, when all threads have ended.
void parallel_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                    const std::function<void(std::size_t, const RuntimeOptions&)>& task);

/// The same of tasks that a team shares (RuntimeOptions::team; without one this process does all). Each
/// process does its part of a round; then they meet, and all take what was found. A round holds as many tasks
/// as take some seconds, so that little time is lost in waiting, and little work where a process is killed.
///
/// \param task  gives what it found as bytes.
/// \param take  gets it, with the number of the task: one call at a time. Of a task that was cut short there
///              is none.
/// \throws Error  that of a task that failed, in all processes.
void shared_tasks(std::size_t n, const RuntimeOptions& options, Observer& observer,
                  const std::function<std::string(std::size_t, const RuntimeOptions&)>& task,
                  const std::function<void(std::size_t, std::string_view)>& take);

}  // namespace tamis::framework
