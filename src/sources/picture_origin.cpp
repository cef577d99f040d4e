// Implements ReadOrigin.
#include "sources/picture_origin.h"

#include <string>
#include <utility>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "jobs/ground.h"
#include "output/picture.h"
#include "recipe/fields/picture_maps.h"
#include "sources/picture_source.h"

namespace cobble {

std::optional<PictureOrigin> ReadOrigin(const PictureFile& file) try {
  const auto metadata = ReadPictureMetadata(MetadataBytes(file), Shown(file.name));
  auto output = metadata ? ReadOutputMetadata(metadata->output) : std::nullopt;
  if (!output) return std::nullopt;
  const Recipe recipe = ReadRecipe(metadata->recipe, file.name);
  PictureOrigin origin{.width = recipe.width,
                       .height = recipe.height,
                       .output = *std::move(output),
                       .metres = {},
                       .maps = {}};
  for (const std::string& name : origin.output.maps) {
    const auto map = FindPictureMap(recipe, name);
    if (!map) return std::nullopt;
    origin.maps.push_back(*map);
  }
  if (origin.maps.size() == 1) origin.metres = MetresOf(recipe, origin.maps.front());
  return origin;
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace cobble
