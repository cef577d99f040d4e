// What cobble info prints of a store.
#pragma once

#include <string>
#include <vector>

#include "cli/text/print.h"
#include "core/json/tree.h"
#include "stores/chunk_store.h"

namespace cobble {

// Return text, and JSON with the recipe. They read the plan and the range, not the chunks.
std::vector<LabelledText> StoreText(const ChunkStore& store);
JsonTree StoreJson(const ChunkStore& store);

}  // namespace cobble
