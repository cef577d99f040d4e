// Settings that apply to several outputs: bits, format, compression, metadata.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cobble/jobs.h"
#include "cobble/recipe.h"
#include "jobs/job.h"
#include "jobs/option_value.h"
#include "output/formats.h"
#include "output/terrain_codes.h"

namespace cobble {

// What the caller gave; the rest follows from each output's format and maps.
struct OutputSettings {
  std::vector<MapBits> bits{};
  const Format* format = nullptr;
  bool is_raw = false;  // raw samples in a format chosen by the bits; instead of `format`
  std::optional<Compression> compression{};
  std::optional<Primaries> primaries{};
  // Of PNG files: heights as metres, and the metres at the heights 0 and 1 (elevation.h).
  std::optional<TerrainCode> terrain{};
  std::optional<std::pair<double, double>> elevation{};
  bool no_metadata = false;

  // Return the given value if the picture's file supports it, else the default. In: picture, with
  // its format and maps.
  Compression CompressionOf(const PictureOutput& picture) const;
  Primaries PrimariesOf(const PictureOutput& picture,
                        Primaries fallback = Primaries::kRec709) const;

  // Returns the map's bits, or null: the last for this map, else the last for all maps.
  const MapBits* FindBits(const PictureMap& map) const;

  // Throws Error kUsage for bits of an unknown map.
  void CheckMaps(const Recipe& recipe) const;
  // Throws Error kUsage for a setting that no output uses, or that cannot apply to one.
  void CheckUsed(std::span<const PictureOutput> outputs) const;
};

// Returns the names of the formats that compress: "png, exr and tiff".
std::string CompressingFormats();

// Returns `bits` with the value "normal=16", for messages.
OptionValue LabelOf(const MapBits& bits);

}  // namespace cobble
