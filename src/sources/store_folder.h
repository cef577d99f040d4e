// Opens stores where a recipe or picture may be given instead.
#pragma once

#include <optional>
#include <string>

#include "stores/chunk_store.h"

namespace cobble {

// Returns nullopt if `path` is not a folder with a plan. Throws Error kRecipe if the plan is
// damaged or of another version, kIo if it cannot be read or the path is a folder inside a store.
std::optional<ChunkStore> OpenStoreFolder(const std::string& path);

}  // namespace cobble
