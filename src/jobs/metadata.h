// The `cobble:output` metadata of a picture: how it was made from its recipe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/image.h"
#include "core/bounds.h"
#include "core/primaries.h"
#include "output/formats.h"
#include "output/terrain_codes.h"
#include "render/render_bands.h"

namespace cobble {

// {"map": "height", "format": "png", "bits": 16, "window": [0, 0, 512, 512], "range": [-1, 1],
// "cobble": "0.10.0", "noise": 3}. Several maps are separated by commas. "range" holds the values
// mapped to 0 and 1 (RangeOf in render/render_bands.h), or "none" if values were kept; "noise" is
// the version of the noises. Present only where they matter: "map_bits", a list, if maps differ in
// depth, "primaries" of colours, "terrain": {"encoding": "mapbox", "low": 0, "high": 2500} if the
// colours are metres, and "nodes": "range" if nodes are stored by that range.
struct OutputMetadata {
  std::vector<std::string> maps;   // names
  const Format* format = nullptr;  // null: unknown to this version
  int bits = 0;
  std::vector<int> map_bits = {};  // of each map; empty: all have `bits`
  Primaries primaries = Primaries::kRec709;
  Window window;
  int64_t noise_version = 0;  // only set when read
  std::optional<Elevation> elevation = {};
  std::string engine = {};           // whose set the picture belongs to; empty: no set
  bool nodes_by_range = false;       // nodes are stored by `range` (NodeScale::kRange)
  std::optional<Bounds> range = {};  // only set when read, and if values were not kept
};

std::string WriteOutputMetadata(const OutputMetadata& metadata, const HeightRange& range);

// Returns nullopt if `text` is not such an object, or if a member is missing or invalid.
std::optional<OutputMetadata> ReadOutputMetadata(std::string_view text);

// Returns "height,normal".
std::string JoinMapNames(const std::vector<std::string>& maps);
std::string MapNames(const std::vector<PictureMap>& maps);

std::vector<std::string> NamesOf(const std::vector<PictureMap>& maps);

}  // namespace cobble
