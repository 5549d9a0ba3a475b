/** \file abi.h
 * The binary contract between a plugin and its host: plain C, one page per interface.
 *
 * Rules that hold on every page:
 *  - A struct that may grow begins with `size`; it grows at its end only. Read a member only when the
 *    writer's `size` reaches it. If the callee fills in a struct (an `out`), the caller sets `size`, and nothing is
 *    written beyond it. A struct without `size` never changes.
 *  - If a function pointer marked "may be NULL" is null, or `size` does not reach it, the component does not offer
 *    that function, and the host does without.
 *  - Matrices are column-major. The caller owns every buffer; nothing allocated on one side is freed on
 *    the other. Memory that a component points at in an `out` stays valid until the component is destroyed. No C++
 *    type, exception or RTTI crosses the boundary.
 *  - A function that returns int32_t returns TAMIS_OK or one of TAMIS_E_..., and then has filled in *error,
 *    which is never NULL.
 *  - Functions of a component that take `const void* self` may be called from many threads at once; the
 *    others are called one at a time. The host's own functions (services.h) may be called from any thread; those of
 *    tamis_space, from the thread that `run` was called on.
 *  - The floating-point mode (rounding, flush to zero) is left as it was found.
 *  - Layouts are those of C on a 64-bit machine; padding bytes have no meaning.
 */
#pragma once
#include <tamis/abi/criterion.h>
#include <tamis/abi/data.h>
#include <tamis/abi/distance_metric.h>
#include <tamis/abi/noise_model.h>
#include <tamis/abi/plugin.h>
#include <tamis/abi/search_strategy.h>
#include <tamis/abi/services.h>
#include <tamis/abi/types.h>
