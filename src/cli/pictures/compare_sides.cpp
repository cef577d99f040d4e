// Implements CompareSide.
#include "cli/pictures/compare_sides.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <sstream>
#include <utility>

#include "cli/pictures/primaries_text.h"
#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "recipe/fields/picture_maps.h"
#include "sources/store_folder.h"

namespace cobble {
namespace {

// Returns a side's recipe, in the size of the other side if that is a picture. Sets the defaults.
Recipe ResolveSide(const CompareSide& side, const CompareSide& other, const ImageFlags& images,
                   RenderedDefaults* defaults) {
  RecipeLayers layers;
  images.AddTo(&layers);
  layers.AddText(side.recipe->input->text, side.recipe->input->name);
  if (!other.recipe) {
    const auto reader = OpenPictureFile(other.argument.file);
    int64_t width = reader->info().width, height = reader->info().height;
    if (other.origin && other.origin->output.window.width == width &&
        other.origin->output.window.height == height) {
      defaults->window = other.origin->output.window;
      width = other.origin->width;
      height = other.origin->height;
    }
    layers.AddKey("size", fmt::format("{}x{}", width, height));
  }
  Recipe recipe = layers.Resolve();
  if (other.origin && other.origin->output.maps.size() == 1 &&
      FindPictureMap(recipe, other.origin->output.maps.front()))
    defaults->map = other.origin->output.maps.front();
  return recipe;
}

bool HasFloats(const PictureInfo& info) { return info.channels.front().is_float; }

bool IsRgb(const PictureInfo& info) { return info.channels.front().name == "R"; }

// Files that state none have the readers' default.
Chromaticities PrimariesOf(const PictureInfo& info) { return info.primaries.value_or(kRec709); }

bool HasNegatives(const PictureInfo& info) { return HasFloats(info) && info.format != "hdr"; }

}  // namespace

std::unique_ptr<PictureReader> CompareSide::Open(const PictureInfo* stored_as) const {
  if (rendered) return rendered->Open(stored_as);
  return OpenPictureFile(argument.file);
}

std::vector<Issue> CompareWarnings(const CompareSide& a, const CompareSide& b) {
  if (a.rendered || b.rendered) return {};  // stored in the same way
  const auto first = a.Open(), second = b.Open();
  const auto shows = [&](const auto& predicate) {
    return std::ranges::any_of(std::array{&a, &b}, [&](const CompareSide* side) {
      return side->origin && std::ranges::any_of(side->origin->maps, predicate);
    });
  };
  const auto warning = [&](bool is_a, std::string_view stored, std::string_view other) {
    const std::string name = Shown((is_a ? a : b).name), other_name = Shown((is_a ? b : a).name);
    return Issue{"", fmt::format("{} stores {}, {} {}", name, stored, other_name, other), ""};
  };
  const bool is_color = first->info().is_srgb || second->info().is_srgb ||
                        shows([](const PictureMap& map) { return map.is_color; });
  std::vector<Issue> warnings;
  if (is_color && HasFloats(first->info()) != HasFloats(second->info()))
    warnings.push_back(warning(!HasFloats(first->info()), "colours as sRGB", "as linear light"));
  const Chromaticities mine = PrimariesOf(first->info()), theirs = PrimariesOf(second->info());
  if ((is_color || IsRgb(first->info())) && !AreSame(mine, theirs)) {
    const bool is_first = !AreSame(theirs, kRec709);  // names Rec. 709 first
    warnings.push_back(
        warning(is_first, "colours with the primaries " + PrimariesText(is_first ? mine : theirs),
                "with " + PrimariesText(is_first ? theirs : mine)));
  }
  if (!warnings.empty()) return warnings;
  const bool is_signed =
      shows([](const PictureMap& map) { return map.range == SampleRange::kSigned; });
  if (is_signed && HasNegatives(first->info()) != HasNegatives(second->info()))
    return {warning(!HasNegatives(first->info()), "-1..1 as 0..1", "as -1..1")};
  return {};
}

CompareSide LoadSide(const std::string& path, std::istream& in) {
  if (OpenStoreFolder(path))
    throw Error(ErrorKind::kRecipe, Shown(path), "is a store, not a picture",
                "cobble verify checks its chunks");
  CompareSide side{
      .name = path, .argument = OpenSource(path, in), .recipe = {}, .rendered = {}, .origin = {}};
  if (side.argument.is_picture) {
    side.origin = ReadOrigin(side.argument.file);
    return side;
  }
  std::istringstream text(path == "-" ? TextOf(side.argument) : "");
  side.recipe.emplace(
      LoadedRecipe{.recipe = {}, .name = path, .input = ReadRecipeSource(path, text)});
  return side;
}

void PrepareSides(CompareSide* a, CompareSide* b, const RenderedOptions& options,
                  const ImageFlags& images) {
  for (CompareSide* side : {a, b}) {
    if (!side->recipe) continue;
    RenderedDefaults defaults;
    side->recipe->recipe = ResolveSide(*side, side == a ? *b : *a, images, &defaults);
    side->rendered = options.Prepare(*side->recipe, defaults);
  }
  if (a->rendered || b->rendered) return;
  for (const auto& [flag, is_given] :
       {std::pair{"--map", options.has_map()}, std::pair{"--image", !images.empty()}})
    if (is_given) throw Error(ErrorKind::kUsage, flag, "has no effect: neither side is a recipe");
}

SideReaders OpenSides(const CompareSide& a, const CompareSide& b) {
  if (a.rendered && !b.rendered) {
    auto file = b.Open();
    auto rows = a.Open(&file->info());
    return {std::move(rows), std::move(file)};
  }
  auto first = a.Open();
  const bool is_file = !a.rendered && b.rendered;
  auto second = b.Open(is_file ? &first->info() : nullptr);
  return {std::move(first), std::move(second)};
}

}  // namespace cobble
