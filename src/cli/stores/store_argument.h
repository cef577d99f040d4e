// Stores where a command takes recipes or pictures.
#ifndef COBBLE_CLI_STORES_STORE_ARGUMENT_H_
#define COBBLE_CLI_STORES_STORE_ARGUMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/text/print.h"
#include "core/json/tree.h"
#include "stores/chunk_store.h"

namespace cobble {

// Opens a store; returns nullopt if `path` is no folder with a plan. Throws Error kRecipe if the
// plan is damaged or of another version, kIo if it cannot be read or the path is a folder inside a
// store.
std::optional<ChunkStore> OpenStoreFolder(const std::string& path);

// Return what cobble info prints of a store: as text and as JSON, with the recipe. They read the
// plan and the range, not the chunks.
std::vector<LabelledText> StoreText(const ChunkStore& store);
JsonTree StoreJson(const ChunkStore& store);

}  // namespace cobble

#endif  // COBBLE_CLI_STORES_STORE_ARGUMENT_H_
