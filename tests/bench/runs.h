// One run of a row through the real render path, into discarding sinks or files.
#pragma once

#include <cstdint>
#include <string>

#include "bench/rows.h"
#include "cobble/program.h"

namespace cobble::bench {

Program ProgramOf(const Row& row, int side);

// Renders the whole picture. Maps without a format go through the bands as float32 and are
// discarded. Files are written to `file` with their number appended, and then removed. Returns the
// size of the files in bytes. Throws Error kLimit if the picture is too large for a format.
uint64_t RunOnce(const Row& row, const Program& program, const std::string& file);

}  // namespace cobble::bench
