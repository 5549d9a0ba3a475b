/// \file generators.hpp
/// The functions behind the table of generators. Each follows one paper's text, and says how we took it where
/// it is not clear.
#pragma once

#include <tamis/framework/data/generate.hpp>

namespace tamis::framework {

// spheres.cpp
DataTable make_spheres(const GeneratorConfig& config, Rng& rng);
DataTable make_squares(const GeneratorConfig& config, Rng& rng);
DataTable make_circle(const GeneratorConfig& config, Rng& rng);

// functions.cpp
DataTable make_y1(const GeneratorConfig& config, Rng& rng);
DataTable make_y2(const GeneratorConfig& config, Rng& rng);
DataTable make_y4(const GeneratorConfig& config, Rng& rng);
DataTable make_y5(const GeneratorConfig& config, Rng& rng);

// two_gaussians.cpp
DataTable make_two_gaussians(const GeneratorConfig& config, Rng& rng);

// words.cpp
DataTable make_words(const GeneratorConfig& config, Rng& rng);

// categories.cpp
DataTable make_categories(const GeneratorConfig& config, Rng& rng);

}  // namespace tamis::framework
