// Chooses the metres of heights in PNG files.
#include "jobs/elevation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "recipe/fields/world.h"

namespace cobble {
namespace {

constexpr int kColorBits = 8;

bool IsPng(const PictureOutput& picture) { return picture.format == FindFormat("png"); }

bool HasNumbers(const PictureOutput& picture) {
  const PictureMap& map = picture.maps.front();
  return picture.maps.size() == 1 && map.channels == 1 && !map.is_color;
}

// Returns whether the world's heights are those of the samples 0 and 1.
bool ShowsHeight(const PictureOutput& picture) {
  return HasNumbers(picture) && picture.maps.front().Source().built_in == Map::kHeight;
}

std::pair<double, double> WorldHeights(const World& world, const PictureMap& map) {
  const auto [low, high] = world.heights;
  return map.invert ? std::pair(high, low) : std::pair(low, high);
}

std::pair<double, double> MetresOf(const Recipe& recipe, const ElevationWish& wish,
                                   const PictureOutput& picture) {
  const bool shows_height = ShowsHeight(picture);
  if (!recipe.world || !shows_height) {
    if (wish.metres) return *wish.metres;
    throw Error::At(
        ErrorKind::kUsage, "terrain",
        "needs " + Phrase::Option("elevation") + ", the metres at heights 0 and 1",
        shows_height ? "or give the recipe a world: " + ExampleOfWorld(recipe) : Phrase());
  }
  const std::pair heights = WorldHeights(*recipe.world, picture.maps.front());
  if (wish.metres && *wish.metres != heights && wish.only_map.empty())
    throw Error::At(
        ErrorKind::kUsage, "elevation",
        fmt::format("contradicts the world of the recipe, whose heights are {},{}, got {},{}",
                    heights.first, heights.second, wish.metres->first, wish.metres->second),
        "leave it out");
  return heights;
}

[[noreturn]] void RefusePictures(std::span<const PictureOutput> pictures) {
  const bool has_png = std::ranges::any_of(pictures, &IsPng);
  throw Error::At(ErrorKind::kUsage, "terrain",
                  has_png ? "encodes a height, not the map " + MapNames(pictures.front().maps)
                          : "is only for PNG files, also as xyz tiles");
}

}  // namespace

std::optional<ElevationWish> ElevationWishOf(const OutputSettings& settings,
                                             const std::optional<OutputMetadata>& metadata) {
  if (settings.terrain) return ElevationWish{*settings.terrain, settings.elevation};
  if (settings.elevation)
    throw Error::At(ErrorKind::kUsage, "elevation", "needs " + Phrase::Option("terrain"));
  const bool is_kept = metadata && metadata->elevation && settings.bits.empty();
  if (!is_kept) return std::nullopt;
  const auto& [code, low, high] = *metadata->elevation;
  return ElevationWish{code, std::pair(low, high), metadata->maps.front()};
}

void SetElevations(const Recipe& recipe, const ElevationWish& wish,
                   std::span<PictureOutput> pictures) {
  const bool has_height = std::ranges::any_of(
      pictures, [](const PictureOutput& each) { return IsPng(each) && ShowsHeight(each); });
  const auto is_meant = [&](const PictureOutput& each) {
    if (!IsPng(each) || !HasNumbers(each)) return false;
    return wish.only_map.empty() ? !has_height || ShowsHeight(each)
                                 : wish.only_map == each.maps.front().name;
  };
  bool is_used = false;
  for (PictureOutput& picture : pictures) {
    if (!is_meant(picture)) continue;
    const auto [low, high] = MetresOf(recipe, wish, picture);
    picture.elevation = {wish.code, low, high};
    CheckElevation(*picture.elevation);
    picture.bits = kColorBits;
    picture.maps.front().stored_bits = 0;
    is_used = true;
  }
  if (!is_used && wish.only_map.empty()) RefusePictures(pictures);
}

void CheckElevation(const Elevation& elevation) {
  const auto [low, high] = TerrainRange(elevation.code);
  const auto name = NameOf(elevation.code);
  for (const double metres : {elevation.low, elevation.high})
    if (!(metres >= low && metres <= high))
      throw Error::At(ErrorKind::kUsage, "elevation",
                      fmt::format("{} m is outside {} to {} m, the range of {} tiles", metres, low,
                                  high, name));
  if (elevation.low == elevation.high)
    throw Error::At(ErrorKind::kUsage, "elevation", "LOW and HIGH are equal");
}

std::vector<Issue> ElevationWarning(const std::optional<Elevation>& elevation) {
  constexpr double kFewSteps = 256;
  if (!elevation) return {};
  const double step = TerrainStep(elevation->code);
  const double range = std::abs(elevation->high - elevation->low);
  if (range >= kFewSteps * step) return {};
  return Error::At(ErrorKind::kUsage, "elevation",
                   fmt::format(
                       "a range of {:.6g} m has only {:.3g} steps of {:.3g} m, the finest that {} "
                       "tiles can hold",
                       range, range / step, step, NameOf(elevation->code)),
                   "LOW and HIGH are metres")
      .issues();
}

}  // namespace cobble
