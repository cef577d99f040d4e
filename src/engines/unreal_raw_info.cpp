// Writes Unreal Engine's description of a raw heightmap.
#include "engines/set_files.h"

#include "core/json/print.h"
#include "core/json/tree.h"

namespace cobble {

std::string UnrealRawInfo(const SetFile& file) {
  return PrintJson({{"width", file.width}, {"height", file.height}, {"bpp", 16}}) + '\n';
}

}  // namespace cobble
