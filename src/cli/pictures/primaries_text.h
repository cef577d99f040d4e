// Names the primaries of pictures.
#ifndef COBBLE_CLI_PICTURES_PRIMARIES_TEXT_H_
#define COBBLE_CLI_PICTURES_PRIMARIES_TEXT_H_

#include <string>

#include "core/primaries.h"

namespace cobble {

// Returns their name; of others than kPrimaries, "red 0.68, 0.32, green ..., white 0.314, 0.351".
std::string PrimariesText(const Chromaticities& primaries);

}  // namespace cobble

#endif  // COBBLE_CLI_PICTURES_PRIMARIES_TEXT_H_
