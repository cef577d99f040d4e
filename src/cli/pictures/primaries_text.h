// Names the primaries of pictures.
#pragma once

#include <string>

#include "core/primaries.h"

namespace cobble {

// Returns their name in kPrimaries, or "red 0.68, 0.32, green ..., white 0.314, 0.351".
std::string PrimariesText(const Chromaticities& primaries);

}  // namespace cobble
