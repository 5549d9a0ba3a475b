/// \file ksg_line.hpp
/// One feature against classes: everything happens on a line.
#pragma once

#include "ksg_target.hpp"

namespace tamis::mutual_information {

/// Ross's estimate for one feature. O(n (k + log l)), the feature being sorted: a window of k + 1 values
/// slides through each class, and the ends of a ball are searched between neighbours of the class only.
double ross_on_line(const KsgColumn& feature, const KsgTarget& target);

}  // namespace tamis::mutual_information
