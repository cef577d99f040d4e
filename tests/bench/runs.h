// One run of a row: through the real render path into nothing, or to a PNG file.
#ifndef COBBLE_TESTS_BENCH_RUNS_H_
#define COBBLE_TESTS_BENCH_RUNS_H_

#include <string>

#include "bench/rows.h"
#include "cobble/program.h"

namespace cobble::bench {

Program ProgramOf(const Row& row, int side);

// Renders the whole picture. The value, or the slope map, goes through the bands as float32 and is
// thrown away; the height goes to `file` and is removed after.
void RunOnce(const Row& row, const Program& program, const std::string& file);

}  // namespace cobble::bench

#endif  // COBBLE_TESTS_BENCH_RUNS_H_
