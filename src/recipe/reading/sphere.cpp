// Checks recipes of spheres.
#include "recipe/reading/sphere.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/suggest.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/reading/read_object.h"
#include "recipe/reading/value_hints.h"

namespace cobble {
namespace {

constexpr auto kFaces = static_cast<int64_t>(kCubeFaces.size());

// Returns the width of the picture of a sphere that is `height` pixels high.
int64_t WidthFor(const Recipe& recipe, int64_t height) {
  if (recipe.domain.surface == SurfaceShape::kCube) return kFaces * height;
  return recipe.domain.grid == Grid::kVertices ? 2 * height - 1 : 2 * height;
}

class SphereChecker : public ObjectReader {
 public:
  SphereChecker(const ObjectReader& in, Recipe& recipe)
      : ObjectReader(in), recipe_(recipe), name_(Name(recipe.domain.surface)) {}

  void Check() {
    const Json& world = root_.At("world");
    if (!recipe_.domain.IsSphere()) {
      Refuse(world, "/world", "radius", "is of a sphere, but the picture is a plane",
             "use " + Phrase::Option("world.width"));
      return;
    }
    Refuse(world, "/world", "width", "is of a plane, but the picture is a sphere",
           "use " + Phrase::Option("world.radius"));
    CheckSize();
    const std::string has_no = SurfaceMisfit(recipe_) + ", ";
    const Json* const tiling = root_.Find("tiling");
    if (tiling && tiling->place.source && tiling->place.source->is_preset)
      recipe_.tiling = false;  // the surface says otherwise
    if (recipe_.tiling)
      Refuse(root_, "", "tiling", has_no + "which has no edges to tile",
             "use " + Phrase::Option("tiling", "false"));
    if (recipe_.loop)
      Refuse(root_, "", "loop", has_no + "whose noises have no axis to repeat along",
             "leave it out");
    const Json& domain = root_.At("domain");
    Refuse(domain, "/domain", "extent", has_no + "which is shown as a whole", "use domain.scale");
    if (recipe_.domain.slice != 0)
      Refuse(domain, "/domain", "slice", has_no + "which shows no cross-section",
             "move it with domain.translate");
  }

 private:
  // Reports a key that is given.
  void Refuse(const Json& object, const std::string& pointer, std::string_view key,
              std::string message, Phrase hint) {
    const Json* const given = object.Find(key);
    if (given) Fail(*given, pointer + '/' + std::string(key), std::move(message), std::move(hint));
  }

  // Returns whether the surface is set in a layer above a file's size, of which only the rows count
  // then.
  bool IsBelowSurface(const Json& size) {
    const Json* const surface = root_.At("domain").Find("surface");
    if (!surface || !surface->place.source || !size.place.source) return false;
    return !size.place.source->is_flag && size.place.source->layer < surface->place.source->layer;
  }

  void CheckSize() {
    const int64_t width = recipe_.width, height = recipe_.height;
    const Json* const size = root_.Find("size");
    const int64_t needed = WidthFor(recipe_, height);
    if (!size || width == needed) return;
    if (IsBelowSurface(*size)) {
      recipe_.width = needed;
      return;
    }
    Fail(*size, "/size",
         fmt::format("must be {} wide for {} rows of the surface {}, got {} x {}", needed, height,
                     Quoted(name_), width, height),
         fmt::format("one number, {}, is enough", height));
  }

  Recipe& recipe_;
  const std::string name_;
};

}  // namespace

std::string SurfaceMisfit(const Recipe& recipe) {
  return "does not fit the surface " + Quoted(Name(recipe.domain.surface));
}

void FitSize(Recipe* recipe) {
  if (recipe->domain.IsSphere() && recipe->width == recipe->height)
    recipe->width = WidthFor(*recipe, recipe->height);
}

void SetRows(int64_t rows, Recipe* recipe) {
  recipe->height = std::max<int64_t>(rows, recipe->domain.grid == Grid::kVertices ? 2 : 1);
  recipe->width = WidthFor(*recipe, recipe->height);
}

void CheckSphere(const ObjectReader& in, Recipe* recipe) { SphereChecker(in, *recipe).Check(); }

}  // namespace cobble
