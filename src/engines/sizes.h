// Whether an engine takes a size: the functions of SizeRule.
#ifndef COBBLE_ENGINES_SIZES_H_
#define COBBLE_ENGINES_SIZES_H_

#include <cstdint>

namespace cobble {

bool ArePowersOfTwo(int64_t width, int64_t height);
bool IsUnityTerrain(int64_t width, int64_t height);
bool IsGodotTerrain(int64_t width, int64_t height);
bool IsUnrealLandscape(int64_t width, int64_t height);

}  // namespace cobble

#endif  // COBBLE_ENGINES_SIZES_H_
