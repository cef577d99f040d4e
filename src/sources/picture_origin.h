// Where a picture by cobble came from.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/maps.h"
#include "input/picture_reader.h"
#include "jobs/metadata.h"
#include "output/georeference.h"

namespace cobble {

struct PictureOrigin {
  int64_t width = 0, height = 0;  // of the recipe
  OutputMetadata output;
  std::optional<SampleMetres> metres;  // if the picture shows one map
  std::vector<PictureMap> maps;        // as the recipe defines them
};

// Returns nullopt if the picture has no metadata by cobble that this version understands.
std::optional<PictureOrigin> ReadOrigin(const PictureFile& file);

}  // namespace cobble
