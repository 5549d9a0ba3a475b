/** \file abi.h
 * The binary contract between a plugin and its host: plain C, one page per interface.
 *
 * Rules that hold on every page:
 *  - A struct that may grow begins with `size`; it grows at its end only. Read a member only when the
 *    writer's `size` reaches it. Of a struct that is filled in (an `out`), the caller sets `size`, and
 * nothing is written beyond it. A struct without `size` never changes.
 *  - A function pointer marked "may be NULL" that is null, or that `size` does not reach, is "this component
 *    does not do that"; the host then does without.
 *  - Matrices are column-major. The caller owns every buffer; nothing allocated on one side is freed on
 *    the other. What a component points at in an `out` stays until the component is destroyed. No C++ type,
 *    exception or RTTI crosses.
 *  - A function that returns int32_t returns TAMIS_OK or one of TAMIS_E_..., and then has filled in *error,
 *    which is never NULL.
 *  - Functions of a component that take `const void* self` may be called from many threads at once, the
 * others one call at a time. The host's own functions (services.h) may be called from any thread; those of
 *    tamis_space, from the thread that `run` was called on.
 *  - The floating-point mode (rounding, flush to zero) is left as it was found.
 *  - Layouts are those of C on a 64-bit machine; the bytes between members mean nothing.
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
