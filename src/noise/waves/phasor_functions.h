// The function of phasor noise that is compiled once per SIMD target.
#pragma once

#include "noise/kernel.h"
#include "noise/waves/cells.h"
#include "noise/waves/phasor.h"
#include "noise/waves/tables.h"

namespace cobble {

// Computes samples first .. end - 1 of a run; may write up to the end of a vector. In: cells, with
// windows that hold the samples' cells; position, x and y; tables of these args.
using PhasorFunction = void (*)(const PhasorArgs& args, const WaveCells& cells, WaveTables& tables,
                                const double* const* position, int first, int end,
                                const Slot& to) noexcept;

PhasorFunction SelectPhasor(const PhasorArgs& args);

}  // namespace cobble
