/// \file commands.hpp
/// The commands of the command line. Each adds itself to the program and returns what runs it.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <vector>

namespace tamis::cli {

/// Runs the command that the user named; gives the exit code.
using Run = std::function<int()>;

/// `tamis select` and `tamis rank`, which is a selection that keeps every feature in order.
Run add_select(CLI::App& app, bool ranks);
/// `tamis noise`: how often labels are wrong, and which ones look it.
Run add_noise(CLI::App& app);
/// `tamis experiment`: methods compared over data, noise and repeats.
Run add_experiment(CLI::App& app);
/// `tamis generate`: tables whose truth is known.
Run add_generate(CLI::App& app);
/// `tamis report`: results as a page for people.
Run add_report(CLI::App& app);
Run add_plugins(CLI::App& app);
/// `tamis new`: a project for a method of the user's own.
Run add_new(CLI::App& app);
/// `tamis validate`: the conformance kit.
Run add_validate(CLI::App& app);

/// `tamis doctor`: whether this installation is whole, and what is slow.
Run add_doctor(CLI::App& app);

}  // namespace tamis::cli
