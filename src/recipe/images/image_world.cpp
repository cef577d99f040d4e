// Finds the world of elevation models.
#include "recipe/images/image_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/geotiff.h"
#include "core/list_text.h"
#include "recipe/fields/node_spec.h"
#include "recipe/images/image_place.h"
#include "recipe/reading/read.h"

namespace cobble {
namespace {

constexpr double kNoDataGap = 1000;  // between NoData and the nearest ground
constexpr double kNoDataNumbers[] = {-9999, -99999, -32767, -32768};

using Pair = std::array<double, 2>;

// A level image, too, needs two values.
Pair RangeOf(const SampleExtremes& samples) {
  return {samples.low, samples.high > samples.low ? samples.high : samples.low + 1};
}

// Returns the channel of numbers that a node with this key shows: luminance for a colour.
ImageChannel ChannelShown(const SourceImage& image, std::string_view key) {
  const auto channel = std::ranges::find(kImageChannels, key);
  const bool is_shown = channel != std::end(kImageChannels) && *channel != "color" &&
                        (*channel != "alpha" || image.pixels().channels % 2 == 0);
  return is_shown ? static_cast<ImageChannel>(channel - std::begin(kImageChannels))
                  : ImageChannel::kLuminance;
}

// Returns the sample of a channel that looks like NoData.
std::optional<double> NoDataIn(const SourceImage& image, ImageChannel channel) {
  const bool has_levels = channel == ImageChannel::kAlpha || channel == ImageChannel::kMissing;
  if (image.is_srgb() || image.is_complete() || has_levels) return std::nullopt;
  const SampleExtremes samples = ExtremesOf(image, channel);
  if (samples.high > geotiff::kBeyondNumbers) return samples.high;
  if (samples.low < -geotiff::kBeyondNumbers) return samples.low;
  const bool is_apart = samples.second - samples.low > kNoDataGap && samples.second < INFINITY;
  if (is_apart && std::ranges::count(kNoDataNumbers, samples.low) > 0) return samples.low;
  return std::nullopt;
}

// What the noise shows, below any nodes that smooth it or keep its units.
struct RootImage {
  const NamedImage* image = nullptr;
  std::string channel = {};
  bool is_placed = false;  // by a node that shows each pixel in its place
  Place place = {};        // of the image's name

  ImageChannel Channel() const { return ChannelShown(*image->image, channel); }
  SampleExtremes Samples() const { return ExtremesOf(*image->image, Channel()); }
  // Returns whether the samples are on the ground, or heights.
  bool IsTerrain() const {
    return image->image->terrain() && is_placed && channel != "alpha" && channel != "missing";
  }
};

const Json& JsonAt(const Json& tree, std::string_view pointer) {
  const Json* json = &tree;
  for (const std::string_view key : PiecesOf(pointer.substr(1), "/")) json = &json->At(key);
  return *json;
}

std::optional<RootImage> RootImageOf(const std::vector<NamedImage>& images, const Json& tree) {
  Faults ignored;  // reported when the recipe is read
  const Recipe recipe = RecipeFromJson(tree, &ignored);
  const auto [node, spec, pointer, is_changed] = ShownNodeOf(recipe, &recipe.noise, "/noise");
  if (!node || !spec || !spec->shows_image || !node->Has(kImageNameKey)) return std::nullopt;
  const auto shown = std::ranges::find(images, node->Text(kImageNameKey), &NamedImage::name);
  if (shown == images.end()) return std::nullopt;
  return RootImage{&*shown, node->Has("channel") ? node->Text("channel") : "", spec->places_image,
                   JsonAt(tree, ChildPointer(pointer, kImageNameKey)).place};
}

// Returns the place of an image's name as that of what the recipe has from the image: neither the
// preset nor the flag that shows the image gives that (see IsGiven, IsAsInPreset).
Place DerivedPlace(Place place) {
  if (!place.source) return place;
  Source source = *place.source;
  source.pointer = "/noise";
  source.is_preset = false;
  place.source = std::make_shared<const Source>(std::move(source));
  return place;
}

Json PairAt(const Place& place, const Pair& pair) {
  return {Json::List{{pair[0], place}, {pair[1], place}}, place};
}

bool IsOfPreset(const Json& json) { return json.place.source && json.place.source->is_preset; }

// Sets a member, new or not.
void Put(std::string_view key, Json value, Json* object) {
  if (Json* const member = object->Find(key))
    *member = std::move(value);
  else
    object->Add(key, std::move(value));
}

bool IsOfSphere(const Json& tree) {
  const auto surface = tree.At("domain").TextAt("surface");
  return surface && *surface != Name(SurfaceShape::kPlane);
}

// Returns the heights of the recipe's world, unless a preset alone states them.
std::optional<Pair> GivenHeights(const Json& tree) {
  const Json* const heights = tree.At("world").Find("heights");
  return heights && !IsOfPreset(*heights) ? heights->Pair() : std::nullopt;
}

std::optional<Error> NoDataError(const RootImage& shown) {
  const auto no_data = NoDataIn(*shown.image->image, shown.Channel());
  if (!no_data) return {};
  const auto [message, hint] = UndeclaredNoData(*no_data);
  return Error(ErrorKind::kRecipe, shown.image->origin, message, hint);
}

// Returns an error if the metres of a range cannot be heights of a world.
std::optional<Error> HeightError(const NamedImage& image, const Pair& range, const Pair& heights) {
  constexpr double kHighest = 1e6;
  const auto [low, high] = heights;
  if (std::max(std::abs(low), std::abs(high)) <= kHighest) return {};
  return Error(ErrorKind::kRecipe, image.origin,
               fmt::format("has heights from {:.6g} to {:.6g} m, but those of a world are from "
                           "-1e6 to 1e6 m",
                           low, high),
               "if its samples are not metres, use " +
                   Phrase::Option("range", fmt::format("{:.9g},{:.9g}", range[0], range[1])) +
                   " with " + Phrase::Option("world.heights", "LOW,HIGH") +
                   ", the metres at these two");
}

// Adds what a world lacks, so that why the image cannot give it is reported instead.
void CompleteWorld(Json* tree) {
  Json* const world = tree->Find("world");
  if (!world || !world->object()) return;
  const Place place = world->place;
  const std::string_view length = IsOfSphere(*tree) ? "radius" : "width";
  if (!world->Find(length)) world->Add(length, {1.0, place});
  if (!world->Find("heights")) world->Add("heights", PairAt(place, {0, 1}));
  if (!tree->Find("range")) tree->Add("range", PairAt(place, {0, 1}));
}

class WorldSetter {
 public:
  WorldSetter(const RootImage& shown, Json* tree)
      : shown_(shown), image_(*shown.image), terrain_(*image_.image->terrain()), tree_(tree) {
    place_ = DerivedPlace({std::make_shared<const Source>(Source{image_.origin, true}), 0, 0});
  }

  std::optional<Error> Set() {
    if (!is_color_) SetRange();
    return StatesStrength() ? std::nullopt : SetWorld();
  }

 private:
  // Returns whether slopes are stated, rather than the image's. A flag contradicts a world that the
  // recipe states.
  bool StatesStrength() const {
    const Json* const strength = tree_->At("normal").Find("strength");
    const Json* const world = tree_->Find("world");
    return strength && !(strength->place.is_flag() && world && !IsOfPreset(*world));
  }

  // Heights must increase, so the range is reversed if lower samples are higher.
  void SetRange() {
    Json* const given = tree_->Find("range");
    const bool is_own = given && !IsOfPreset(*given);
    is_fit_ = is_own && tree_->TextAt("range") == Name(RangeMode::kFit);
    range_ = tree_->At("range").Pair();
    if (image_.image->is_srgb() || (is_own && !is_fit_)) return;
    range_ = RangeFor(shown_.Samples());
    if (!is_fit_) Put("range", PairAt(place_, *range_), tree_);
  }

  // Returns the range from the heights of the world, if they are given, or from the samples.
  Pair RangeFor(const SampleExtremes& samples) const {
    const auto given = GivenHeights(*tree_);
    if (given && terrain_.heights && !is_fit_) {
      const auto [low, high] = *terrain_.heights;
      return {((*given)[0] - low) / (high - low), ((*given)[1] - low) / (high - low)};
    }
    return RangeOfModel(samples, terrain_);
  }

  std::optional<Error> SetWorld() {
    Json* world = tree_->Find("world");
    if (world && !world->object()) return {};
    const auto is_given = [&](std::string_view key) {
      const Json* const member = world ? world->Find(key) : nullptr;
      return member && !IsOfPreset(*member);
    };
    const bool is_sphere = IsOfSphere(*tree_);  // no image says how large a planet is
    const bool has_width = is_given(is_sphere ? "radius" : "width");
    const bool has_heights = is_given("heights");
    if (is_sphere && !has_width) return {};
    const bool is_on_ground = has_width || terrain_.step > 0 || !terrain_.problem.empty();
    if (!has_heights && !terrain_.heights && is_on_ground && !terrain_.height_problem.empty())
      return Error(ErrorKind::kRecipe, image_.origin, terrain_.height_problem,
                   terrain_.height_cure + (terrain_.height_cure.empty() ? "use " : "; or use ") +
                       Phrase::Option("world.heights", "LOW,HIGH"));
    if (!has_heights && (is_color_ || (terrain_.heights && !range_))) return {};
    if (!has_width && terrain_.step == 0 && !terrain_.problem.empty())
      return Error(
          ErrorKind::kRecipe, image_.origin,
          terrain_.problem + ", but a recipe's world is in metres and has square pixels",
          "make a copy: " + terrain_.cure + "; or use " + Phrase::Option("world.width", "METRES"));
    if (!has_heights && !terrain_.heights) return {};
    const auto width = has_width ? std::nullopt : Width();
    if (!has_width && !width) return {};
    if (!world) world = &tree_->Add("world", {Json::Object(), place_});
    if (width) Put("width", {*width, place_}, world);
    if (has_heights) return {};
    const ValueScale scale = *ScaleOfModel(terrain_);
    const Pair heights{scale.InMetres((*range_)[0]), scale.InMetres((*range_)[1])};
    if (auto error = HeightError(image_, *range_, heights)) return error;
    Put("heights", PairAt(place_, heights), world);
    return {};
  }

  // Returns the width of the picture on the ground; nullopt if it has none, or with the range fit,
  // which asks for the heights of what the picture shows, if it shows a part of the image.
  std::optional<double> Width() const {
    Faults ignored;  // reported when the recipe is read
    Recipe recipe = RecipeFromJson(*tree_, &ignored);
    recipe.images[image_.name] = image_.image;
    const auto units = UnitsAcross(recipe);
    const PlacedImage shown = PlacedImageOf(recipe);
    if (!units || !shown.image || terrain_.step == 0) return std::nullopt;
    const ImagePlace place = ImagePlaceOf(recipe, *shown.node, shown.image->pixels());
    const auto [x, y] = place.density;
    const bool is_part = *units * x < place.sides[0] * (1 - 1e-6);
    if (std::abs(x - y) > 1e-9 * x || (is_fit_ && is_part)) return std::nullopt;
    return terrain_.step * x * *units;
  }

  const RootImage& shown_;
  const NamedImage& image_;
  const ImageTerrain& terrain_;
  Json* tree_;
  const bool is_color_ = image_.image->pixels().channels > 2;
  Place place_;
  std::optional<Pair> range_;
  bool is_fit_ = false;
};

// Sets the range of numbers outside 0..1, which are metres in a world, and the world's heights.
std::optional<Error> SetRange(const RootImage& shown, Json* tree) {
  const Place place = DerivedPlace(shown.place);
  Json* range = tree->Find("range");
  if (!tree->Find("world") && !(range && IsOfPreset(*range))) return {};
  const SampleExtremes samples = shown.Samples();
  if (samples.low >= 0 && samples.high <= 1) return {};
  if (!range || IsOfPreset(*range))
    Put("range", PairAt(place, GivenHeights(*tree).value_or(RangeOf(samples))), tree);
  Json* const world = tree->Find("world");
  if (!world || !world->object() || world->Find("heights")) return {};
  const auto [low, high] = tree->At("range").Pair().value_or(Pair{samples.low, samples.high});
  const Pair heights{std::min(low, high), std::max(low, high)};
  if (auto error = HeightError(*shown.image, {low, high}, heights)) return error;
  world->Add("heights", PairAt(place, heights));
  return {};
}

// Returns the size of a picture that shows an image as it is; of a sphere, its rows, which are
// those of a face of a cube.
Json SizeFor(const Image& pixels, const Json& tree, const Place& place) {
  const auto width = static_cast<double>(pixels.width), height = static_cast<double>(pixels.height);
  if (!IsOfSphere(tree)) return PairAt(place, {width, height});
  const bool is_cube = tree.At("domain").TextAt("surface") == Name(SurfaceShape::kCube);
  return {is_cube ? std::max(std::round(width / 4), 1.0) : height, place};
}

std::optional<Error> SetRangeAndWorld(const RootImage& shown, Json* tree) {
  if (auto error = NoDataError(shown)) return error;
  const bool is_color = shown.image->image->pixels().channels > 2;
  if (!shown.IsTerrain() || is_color)
    if (auto error = SetRange(shown, tree)) return error;
  return shown.IsTerrain() ? WorldSetter(shown, tree).Set() : std::nullopt;
}

}  // namespace

std::optional<Error> SetImageDefaults(const std::vector<NamedImage>& images, Json* tree) {
  const auto shown = images.empty() ? std::nullopt : RootImageOf(images, *tree);
  if (!shown) return {};
  const Image& pixels = shown->image->image->pixels();
  if (!tree->Find("size")) tree->Add("size", SizeFor(pixels, *tree, shown->place));
  auto error = SetRangeAndWorld(*shown, tree);
  if (error) CompleteWorld(tree);
  return error;
}

std::optional<double> LikelyNoData(const SourceImage& image) {
  return NoDataIn(image, ImageChannel::kLuminance);
}

std::array<double, 2> RangeOfModel(const SampleExtremes& samples, const ImageTerrain& model) {
  Pair range = RangeOf(samples);
  if (model.heights && (*model.heights)[1] < (*model.heights)[0]) std::swap(range[0], range[1]);
  return range;
}

std::optional<ValueScale> ScaleOfModel(const ImageTerrain& model) {
  if (!model.heights) return std::nullopt;
  const auto [at_zero, at_one] = *model.heights;
  return ValueScale{at_one - at_zero, at_zero};
}

NoDataText UndeclaredNoData(double sample) {
  return {fmt::format("has samples of {:.9g}, which look like NoData that is not declared", sample),
          fmt::format("add :nodata={:.9g} to the file's name if they are, or :nodata=none if they "
                      "are real; arrays have NaN instead",
                      sample)};
}

}  // namespace cobble
