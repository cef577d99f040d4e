// The images that a store's recipe shows. A plan has their checksums, not their pixels: who renders
// chunks gives the images again.
#pragma once

#include <string>
#include <vector>

#include "cobble/recipe.h"
#include "core/size.h"
#include "recipe/images/images.h"
#include "stores/chunk_store.h"
#include "stores/shard_run.h"

namespace cobble {

// Returns whether a stage shows the recipe's images. Coarser levels are made from chunks.
inline bool ShowsImages(StoreStage stage) { return stage != StoreStage::kPyramid; }

// Gives the recipe of the store `name` its images. Throws one Error kUsage at all that no node
// shows, that are given twice, or whose checksums are not the recipe's.
void GiveImages(const std::vector<NamedImage>& images, const std::string& name, Recipe* recipe);

// Throws Error kUsage, at the store's name, that names the images that are missing.
void RequireImages(const ChunkStore& store);

// Throws Error kUsage, at the name of an existing store, if an image of its recipe is not the one
// of the same name in `wanted`.
void CheckSameImages(const Recipe& existing, const Recipe& wanted, const std::string& name);

// Returns the memory of the images' pixels and their planes.
Size ImageMemory(const Recipe& recipe);

}  // namespace cobble
