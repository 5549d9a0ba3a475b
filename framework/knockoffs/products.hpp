/// \file products.hpp
/// Products of matrices whose sums run in one order, whatever the machine and its caches.
#pragma once

#include <tamis/framework/knockoffs/dense_matrix.hpp>

namespace tamis::framework {

/// Which entries of a factor are other than 0.
enum class Shape { full, upper };

/// out += a b; each entry adds its terms in the order of the columns of a. O(rows inner cols).
/// \param shape  of b; of an `upper` one the entries below the diagonal are 0, and passed over.
void add_product(ConstMatrix a, ConstMatrix b, Matrix out, Shape shape = Shape::full);

/// Columns by rows.
DenseMatrix transposed(ConstMatrix a);

/// a'a.
DenseMatrix gram(ConstMatrix a);

}  // namespace tamis::framework
