// What a recipe costs a sample, so that fuzzers spend their time on many small ones.
#ifndef COBBLE_TESTS_FUZZ_WORK_H_
#define COBBLE_TESTS_FUZZ_WORK_H_

#include <cstdint>

#include "cobble/recipe.h"

namespace cobble::test {

// Octaves of noise, waves of hills and other nodes that are evaluated a sample, refs followed; no
// more are counted than `most` + 1.
int64_t Work(const Recipe& recipe, int64_t maximum);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FUZZ_WORK_H_
