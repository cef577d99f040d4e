// Unity's import settings of a texture.
#ifndef COBBLE_ENGINES_UNITY_META_H_
#define COBBLE_ENGINES_UNITY_META_H_

#include <string>
#include <string_view>

#include "engines/engines.h"

namespace cobble {

// Returns the text of the .meta file of a texture: whether it is sRGB, whether it holds normals,
// how it wraps, and its size. Unity adds the settings that are left out.
std::string UnityMeta(const SetFile& file);

// Returns whether the absolute path contains a folder Assets.
bool IsInAssets(std::string_view path);

// Returns the GUID of the file: 32 hex digits, the 128-bit FNV-1a hash of its path below the
// project's folder Assets, or of its name if there is none. The project's is the one beside a
// folder ProjectSettings or, without that, the outermost. The GUID is the same on each machine, so
// materials that use the texture keep working.
std::string UnityGuid(std::string_view path);

}  // namespace cobble

#endif  // COBBLE_ENGINES_UNITY_META_H_
