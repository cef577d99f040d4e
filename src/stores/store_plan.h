// What a store holds and how it is cut into chunks and shards. A store is a folder of chunks that
// many processes render; FOLDER/.cobble/plan.json holds its plan.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "core/maps.h"
#include "output/formats.h"
#include "output/terrain_codes.h"
#include "stores/chunk_grid.h"

namespace cobble {

inline constexpr int64_t kMaxChunkSide = int64_t{1} << 16;  // pixels
inline constexpr int64_t kMaxChunks = int64_t{1} << 40;     // of level 0, and shards

enum class StoreKind {
  kZarr,   // a Zarr v2 group; a chunk of a map is a file
  kXyz,    // a pyramid of PNG tiles, FOLDER/{z}/{x}/{y}.png, with one map
  kZarr3,  // the same as kZarr in Zarr v3
};
inline constexpr std::array<std::string_view, 3> kStoreKinds{"zarr", "xyz", "zarr3"};
constexpr bool IsZarr(StoreKind kind) { return kind != StoreKind::kXyz; }

struct StoreMap {
  PictureMap map;
  int bits = 0;
};

struct StorePlan {
  StoreKind kind = StoreKind::kZarr;
  Recipe recipe;
  std::vector<StoreMap> maps;
  int64_t chunk = 0;  // side in pixels
  int levels = 0;     // coarser levels; level 0 is the picture
  int64_t shards = 1;
  Compression compression = Compression::kFast;
  std::string tile_name = {};  // of kXyz: the path below the folder, "{z}/{x}/{y}.png"
  std::optional<Elevation> elevation = {};
  std::string base_url = {};  // of kXyz: the address of the folder, for readers; may be empty

  const Format& format() const;  // of a chunk's file
  ChunkGrid Grid() const { return {recipe.width, recipe.height, chunk, levels}; }
};

// Returns the plan as indented JSON, the recipe on one line, with a final newline. Its last member
// is the CRC-32 of the text before it.
std::string WriteStorePlan(const StorePlan& plan);

// Returns a hash of what decides the chunks: the plan without the number of shards.
uint64_t IdentityOf(const StorePlan& plan);

// Reads a plan. In: name, for messages. Throws Error kRecipe if the text is not a plan, is damaged,
// or was made by a cobble with another plan format or noise version, whose pixels differ.
StorePlan ReadStorePlan(std::string_view text, const std::string& name);

// Returns the first member of the plans' JSON that differs, other than the number of shards:
// "/chunk is 512, not 256", or "/recipe/noise/octaves is 8, not 9". Empty if none does.
std::string PlanDifference(const StorePlan& existing, StorePlan wanted);

// Throws Error kUsage at `chunk`, `levels`, `elevation`, `shards` or the recipe's size if a store
// cannot have such a grid; kLimit at `chunk` if it has more than kMaxChunks.
void CheckStorePlan(const StorePlan& plan);

}  // namespace cobble
