/// \file result_figure.hpp
/// What a selection found, as a figure.
#pragma once

#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/study/study_result.hpp>

#include <string>

namespace tamis::framework {

/// \throws ParamError  output.figure is asked for, and the config has neither [evaluate] nor [noise_sweep].
void check_figure(const StudyConfig& config);

/// A panel each, with 95 % intervals by Student's t: the loss of [evaluate] against the number of features,
/// and the agreement of [noise_sweep] against the noise. "" where neither has anything.
std::string to_svg(const StudyResult& result);

}  // namespace tamis::framework
