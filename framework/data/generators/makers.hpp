/// \file makers.hpp
/// The functions behind the table of generators. Each follows one paper's text, and says how we took it where
/// it is not clear.
#pragma once

#include <tamis/framework/data/generate.hpp>

namespace tamis::framework {

// places.cpp
DataParts make_spheres(const Recipe& recipe, Rng& rng);
DataParts make_squares(const Recipe& recipe, Rng& rng);
DataParts make_circle(const Recipe& recipe, Rng& rng);

// functions.cpp
DataParts make_y1(const Recipe& recipe, Rng& rng);
DataParts make_y2(const Recipe& recipe, Rng& rng);
DataParts make_y4(const Recipe& recipe, Rng& rng);
DataParts make_y5(const Recipe& recipe, Rng& rng);

// two_gaussians.cpp
DataParts make_two_gaussians(const Recipe& recipe, Rng& rng);

// words.cpp
DataParts make_words(const Recipe& recipe, Rng& rng);

}  // namespace tamis::framework
