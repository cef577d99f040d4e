// Writes Unreal Engine's description of a raw heightmap.
#include "engines/unreal_raw_info.h"

#include <fmt/format.h>

namespace cobble {

std::string UnrealRawInfo(const SetFile& file) {
  return fmt::format("{{\n  \"width\": {},\n  \"height\": {},\n  \"bpp\": 16\n}}\n", file.width,
                     file.height);
}

}  // namespace cobble
