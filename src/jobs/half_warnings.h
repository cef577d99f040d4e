// Warnings about half floats that are too coarse for what they store.
#pragma once

#include <span>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "jobs/job.h"

namespace cobble {

// Returns a warning for each map that a picture stores as half floats, alone or in a pack, in steps
// of more than a centimetre on the ground or, of what is not measured in metres, of more than 1/256
// of what all its values span.
std::vector<Issue> HalfFloatWarnings(const Program& program,
                                     std::span<const PictureOutput> pictures);

}  // namespace cobble
