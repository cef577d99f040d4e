// Unreal Engine's description of a raw heightmap.
#ifndef COBBLE_ENGINES_UNREAL_RAW_INFO_H_
#define COBBLE_ENGINES_UNREAL_RAW_INFO_H_

#include <string>

#include "engines/engines.h"

namespace cobble {

// Returns the text of NAME.json, from which the landscape importer reads the size and depth of
// NAME.r16. Without it, Unreal only imports squares.
std::string UnrealRawInfo(const SetFile& file);

}  // namespace cobble

#endif  // COBBLE_ENGINES_UNREAL_RAW_INFO_H_
