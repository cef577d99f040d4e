// glTF 2.0 in one binary file: a quad with a material.
#ifndef COBBLE_ENGINES_GLB_H_
#define COBBLE_ENGINES_GLB_H_

#include <span>
#include <string>

#include "engines/engines.h"

namespace cobble {

// Returns a .glb file that contains the PNG files of a set: a colour (if there is one), normals,
// and occlusion, roughness and metallic packed. The quad is 1 wide and faces +Z. Throws Error
// kLimit if the file would exceed the 4 GiB of the format.
std::string Glb(const SetInfo& info, std::span<const SetFile> files);

}  // namespace cobble

#endif  // COBBLE_ENGINES_GLB_H_
