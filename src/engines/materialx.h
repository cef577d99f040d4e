// MaterialX: a material over the pictures of a set.
#ifndef COBBLE_ENGINES_MATERIALX_H_
#define COBBLE_ENGINES_MATERIALX_H_

#include <span>
#include <string>

#include "engines/engines.h"

namespace cobble {

// Returns a MaterialX 1.38 document: a standard_surface whose inputs read the pictures through
// tiledimage nodes. Files are named relative to the document's folder, which is theirs.
std::string MaterialX(const SetInfo& info, std::span<const SetFile> files);

}  // namespace cobble

#endif  // COBBLE_ENGINES_MATERIALX_H_
