// Places pictures on the ground.
#include "jobs/ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "core/affine.h"
#include "core/length_units.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "recipe/images/image_place.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/sphere.h"

namespace cobble {
namespace {

constexpr std::string_view kOption = "georeference";
constexpr std::string_view kExample = "EPSG:32632,500000,5200000";
constexpr int64_t kMaxEpsg = 32766;  // the highest in GeoTIFF; 32767 means user-defined

// The most used geographic systems, in degrees; there are more.
constexpr int64_t kInDegrees[] = {4258, 4267, 4269, 4283, 4326, 4612, 4617, 4674, 4979};

// Returns the code in "EPSG:32632", or nullopt.
std::optional<int64_t> CodeIn(std::string_view text) {
  constexpr std::string_view kPrefix = "epsg:";
  if (LowerCase(text.substr(0, kPrefix.size())) != kPrefix) return std::nullopt;
  const auto code = ParseInteger(text.substr(kPrefix.size()));
  return code && *code >= 1024 && *code <= kMaxEpsg ? code : std::nullopt;
}

[[noreturn]] void Refuse(const Phrase& message, const Phrase& hint) {
  throw Error::At(ErrorKind::kUsage, kOption, message, hint);
}

bool HasPlace(const SourceImage* image) {
  return image && image->terrain() &&
         (image->terrain()->step > 0 || !image->terrain()->problem.empty());
}

// Returns the metres of a unit of a system's coordinates.
double MetresOfSystem(int epsg) {
  const LengthUnit* const unit = epsg != 0 ? UnitAcross(epsg) : nullptr;
  return unit ? unit->metres : 1;
}

// Returns the anchor at an image's scale. In: units, across the picture.
ImageAnchor AnchorAt(const Recipe& recipe, const PlacedImage& shown, double units) {
  const ImageTerrain& terrain = *shown.image->terrain();
  const ImagePlace place = ImagePlaceOf(recipe, *shown.node, shown.image->pixels());
  const double width =
      recipe.world ? recipe.world->Width() : terrain.step * place.density[0] * units;
  const double metres = width / units;
  const auto& extent = recipe.domain.extent;
  const Affine map = MakeDomain(recipe.domain.translate, recipe.domain.rotate, recipe.domain.scale);
  const Vector3 right = map.Linear({extent[0], 0, 0}), down = map.Linear({0, extent[1], 0});
  const Vector3 corner = map.Apply({-extent[0] / 2, -extent[1] / 2, 0});
  const double tiny = 1e-6 * right[0];
  if (recipe.flip) return {.problem = "the picture is flipped"};
  if (std::abs(right[1]) > tiny || std::abs(down[0]) > tiny || right[0] <= 0 || down[1] <= 0)
    return {.problem = "the domain turns the image"};
  std::array<double, 2> pixels{};  // from the outer corner of the first pixel
  for (const std::size_t a : {0u, 1u}) {
    if (std::abs(place.density[a] * terrain.step - metres) > 1e-6 * metres)
      return {.problem = fmt::format("the pixels of the image are {:.6g} m by its file, but {:.6g} "
                                     "m by the world and the fit",
                                     terrain.step, metres / place.density[a])};
    pixels[a] = place.PixelAt(a, corner[a]) + 0.5;
  }
  const double step = terrain.step / MetresOfSystem(terrain.epsg);
  ImageAnchor found{.anchor = GroundAnchor{terrain.epsg, terrain.x + pixels[0] * step,
                                           terrain.y - pixels[1] * step},
                    .width = width};
  if (!terrain.problem.empty()) {
    found.problem = "the image " + terrain.problem;
    found.cure = terrain.cure;
  }
  return found;
}

}  // namespace

ImageAnchor AnchorOfImage(const Recipe& recipe, const PictureMap& map) {
  if (recipe.domain.IsSphere()) return {};  // all of a planet
  PlacedImage shown = PlacedImageOf(recipe);
  if (!HasPlace(shown.image))
    shown = PlacedImageOf(recipe, NodeAt(recipe, ChildPointer("/maps", map.Source().name)));
  if (!HasPlace(shown.image)) return {};
  const ImageTerrain& terrain = *shown.image->terrain();
  if (terrain.step == 0) return {.problem = "the image " + terrain.problem, .cure = terrain.cure};
  const auto units = UnitsAcross(recipe);
  return units ? AnchorAt(recipe, shown, *units)
               : ImageAnchor{.problem = "the domain stretches or tilts the image"};
}

GroundAnchor ParseGroundAnchor(const std::string& text) {
  const std::vector<std::string> parts = SplitNames(text);
  const auto code = CodeIn(parts[0]);
  const auto x = parts.size() == 3 ? ParseNumber(parts[1]) : std::nullopt;
  const auto y = parts.size() == 3 ? ParseNumber(parts[2]) : std::nullopt;
  if (!code || !x || !y)
    Refuse(
        "must be EPSG:CODE,X,Y, a code from 1024 to 32766 and the coordinates of the upper left, "
        "got " +
            Quoted(text),
        "as in " + Phrase::Option(kOption, kExample));
  if (std::ranges::count(kInDegrees, *code) > 0)
    Refuse(fmt::format("EPSG:{} is in degrees, but a recipe's world is in metres", *code),
           "use a projected system, such as UTM: " + Phrase::Option(kOption, kExample));
  if (!UnitAcross(static_cast<int>(*code)))
    Refuse(fmt::format("EPSG:{} is neither in metres nor in feet", *code),
           "as in " + Phrase::Option(kOption, kExample));
  return {static_cast<int>(*code), *x, *y};
}

void CheckGroundAnchor(const Recipe& recipe, const Job& job, bool has_vrt) {
  if (!job.anchor) return;
  if (recipe.domain.IsSphere())
    throw Error::At(ErrorKind::kUsage, kOption,
                    SurfaceMisfit(recipe) + ", which has no place on a plane", "leave it out");
  if (!recipe.world)
    Refuse("needs a world, which says how many metres a pixel is",
           "as in " + ExampleOfWorld(recipe));
  const bool has_tiff = std::ranges::any_of(
      job.pictures, [](const PictureOutput& picture) { return picture.format->name == "tiff"; });
  if (!has_tiff && !has_vrt)
    Refuse("is stored in TIFF files and virtual datasets, but none is written",
           "write a .tif, or tiles with " + Phrase::Option("vrt"));
}

std::optional<Bounds> FittedRange(const Recipe& recipe, const std::string& simd) {
  if (!HasFittedWorld(recipe)) return std::nullopt;
  const Program program = Program::Compile(recipe, {.simd = simd, .slopes = false});
  const HeightRange range = ResolveRange(program, {});
  return Bounds{range.low, range.high};
}

std::optional<SampleMetres> MetresOf(const Recipe& recipe, const PictureMap& map,
                                     const std::optional<Bounds>& fitted) {
  const auto scale = WorldScaleOf(recipe);
  if (!scale) return std::nullopt;
  const PictureMap& source = map.Source();
  if (source.built_in == Map::kValue) {
    const auto value = ValueScaleOf(recipe, fitted);
    return value ? std::optional(SampleMetres{value->rise, value->base}) : std::nullopt;
  }
  if (source.built_in == Map::kElevation) return SampleMetres{};
  if (source.built_in != Map::kHeight) return std::nullopt;
  if (map.invert) return SampleMetres{-scale->rise, scale->base + scale->rise};
  return SampleMetres{scale->rise, scale->base};
}

std::optional<Georeference> GeoreferenceOf(const Recipe& recipe, const Window& window,
                                           const std::optional<GroundAnchor>& given,
                                           const PictureMap& map,
                                           const std::optional<Bounds>& fitted) {
  const ImageAnchor image = AnchorOfImage(recipe, map);
  if (recipe.domain.IsSphere() || (!recipe.world && !image.anchor)) return std::nullopt;
  const auto anchor = given ? given : image.anchor;
  const double metres =
      (recipe.world ? recipe.world->Width() : image.width) / static_cast<double>(StepsOf(recipe).x);
  Georeference at{.step = metres / MetresOfSystem(anchor ? anchor->epsg : 0),
                  .is_point = recipe.domain.grid == Grid::kVertices};
  at.x = static_cast<double>(window.x) * at.step;
  at.y = -(static_cast<double>(window.y) * at.step);
  if (anchor) {
    at.x += anchor->x;
    at.y += anchor->y;
    at.epsg = anchor->epsg;
  }
  at.metres = MetresOf(recipe, map, fitted);
  return at;
}

}  // namespace cobble
