// Removes the steps of heights that were stored with few levels.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cobble {

// Returns the distance between neighbouring levels: the median of the differences between distinct
// samples next to each other in order; 0 if all samples are within fewer than four such steps, as
// in masks of black and white. Ignores NaN.
double StepOf(std::span<const float> samples);

// Bends samples like a thin plate, each within half a step of what it was: the sum of their squared
// Laplacians becomes about as small as it can be. Slopes that span several pixels a level become
// smooth, cliffs keep their place and height, and what is level stays so far from higher and lower
// ground. In: samples, row by row; wraps, whether opposite sides along x and y are neighbours. The
// same bits everywhere. Cost: about 0.25 us and 20 bytes for each sample.
void SmoothSteps(int64_t width, int64_t height, std::array<bool, 2> wraps, double step,
                 std::vector<float>* samples);

}  // namespace cobble
