// One run of a row through the real render path, into a discarding sink or a file.
#ifndef COBBLE_TESTS_BENCH_RUNS_H_
#define COBBLE_TESTS_BENCH_RUNS_H_

#include <cstdint>
#include <string>

#include "bench/rows.h"
#include "cobble/program.h"

namespace cobble::bench {

Program ProgramOf(const Row& row, int side);

// Renders the whole picture. The value or slope map goes through the bands as float32 and is
// discarded; the picture of a row is written to `file`, whose suffix does not matter, and then
// removed. Returns the size of the file in bytes, or 0 if the row writes no file. Throws Error
// kLimit if the picture is too large for the format.
uint64_t RunOnce(const Row& row, const Program& program, const std::string& file);

}  // namespace cobble::bench

#endif  // COBBLE_TESTS_BENCH_RUNS_H_
