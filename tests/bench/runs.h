// One run of a row: through the real render path into nothing, or to a file.
#ifndef COBBLE_TESTS_BENCH_RUNS_H_
#define COBBLE_TESTS_BENCH_RUNS_H_

#include <cstdint>
#include <string>

#include "bench/rows.h"
#include "cobble/program.h"

namespace cobble::bench {

Program ProgramOf(const Row& row, int side);

// Renders the whole picture. The value, or the slope map, goes through the bands as float32 and is
// thrown away; a row's picture goes to `file`, whatever its suffix, and is removed after. Returns
// the bytes of the file, 0 where there is none. Throws Error kLimit where the format cannot hold so
// large a picture.
uint64_t RunOnce(const Row& row, const Program& program, const std::string& file);

}  // namespace cobble::bench

#endif  // COBBLE_TESTS_BENCH_RUNS_H_
