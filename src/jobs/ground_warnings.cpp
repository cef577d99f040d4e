// Looks at the images of a recipe, and at the one that is its noise.
#include "jobs/ground_warnings.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/geotiff.h"
#include "core/math.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/ground.h"
#include "platform/shell_words.h"
#include "recipe/fields/node_tree.h"
#include "recipe/images/image_place.h"
#include "recipe/images/image_planes.h"
#include "recipe/images/image_world.h"
#include "recipe/images/images.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr double kFewHoles = 0.01;  // share of pixels that is filled without a word

// Returns how many metres of web mercator are a metre on the ground at y.
double MercatorScale(double y) {
  const double angle = y / geotiff::kMercatorRadius;
  return (Exp(angle) + Exp(-angle)) / 2;
}

Phrase CopyHint(const std::string& command) { return "make a copy: " + command; }

class GroundChecker {
 public:
  explicit GroundChecker(const Recipe& recipe) : recipe_(recipe), place_(PlacedImageOf(recipe)) {}

  std::vector<Issue> Run() {
    WarnOfHoles();
    if (!recipe_.world) WarnOfNowhere();
    WarnOfNoData();
    const bool is_map = !recipe_.domain.IsSphere() && place_.image && place_.image->terrain();
    if (recipe_.world && is_map) WarnOfWorld();
    return std::move(warnings_);
  }

 private:
  void Add(std::string_view pointer, const Phrase& message, const Phrase& hint = {}) {
    warnings_.push_back(WarningAt(recipe_, pointer, message, hint));
  }

  // Calls visit(node, JSON pointer, image) for each node that shows an image.
  template <typename Visit>
  void ForImages(const Visit& visit) const {
    VisitNodes(recipe_, [&](const Node& node, const std::string& pointer) {
      if (!node.Has(kImageNameKey)) return;
      const auto image = recipe_.images.find(node.Text(kImageNameKey));
      if (image != recipe_.images.end() && image->second) visit(node, pointer, *image->second);
    });
  }

  // Of images whose holes no node shows.
  void WarnOfHoles() {
    std::map<std::string, std::string> shown;  // by name of the image: a node
    std::set<std::string> known;
    ForImages([&](const Node& node, const std::string& pointer, const SourceImage&) {
      const std::string& name = node.Text(kImageNameKey);
      shown.emplace(name, ChildPointer(pointer, kImageNameKey));
      if (node.Has("channel") && node.Text("channel") == "missing") known.insert(name);
    });
    for (const auto& [name, pointer] : shown) {
      if (known.contains(name)) continue;
      const double share = MissingShare(*recipe_.images.at(name));
      if (share <= kFewHoles) continue;
      const std::string word = IsPlain(name, "_") ? name : '\'' + name + '\'';
      Add(pointer,
          fmt::format("{:.3g} % of the image's pixels are missing, and filled from their borders",
                      100 * share),
          "for a map of them, use " +
              Phrase::Option("maps.missing", fmt::format("image({}, missing, edges=auto)", word)));
    }
  }

  // Of an elevation model that gives the picture no world.
  void WarnOfNowhere() {
    bool is_told = false;
    ForImages([&](const Node&, const std::string& pointer, const SourceImage& image) {
      if (is_told || pointer.starts_with("/maps")) return;
      if (!image.terrain() || image.terrain()->step == 0) return;
      is_told = &image != place_.image || image.pixels().channels <= 2;
      if (&image != place_.image)
        AddNotUsed(pointer, image);
      else if (is_told && !IsGiven(recipe_, "/normal/strength"))
        AddNoWorld(*image.terrain());
    });
  }

  // Returns the range, empty if the recipe states one, and the metres there, if the values of the
  // noise are the samples of an elevation model.
  std::pair<std::string, std::string> RangeAndHeights(const SourceImage& image) const {
    const auto scale = ScaleOfModel(*image.terrain());
    const bool is_stated =
        recipe_.range.mode == RangeMode::kFixed && !IsAsInPreset(recipe_, "/range");
    if (!scale) return {"", "LOW,HIGH"};
    std::array<double, 2> range{0, 1};
    if (is_stated)
      range = {recipe_.range.low, recipe_.range.high};
    else if (!image.is_srgb())
      range = RangeOfModel(ExtremesOf(image, ImageChannel::kLuminance), *image.terrain());
    const auto text = [](double a, double b) { return fmt::format("{:.7g},{:.7g}", a, b); };
    return {is_stated ? "" : text(range[0], range[1]),
            text(scale->InMetres(range[0]), scale->InMetres(range[1]))};
  }

  void AddNotUsed(const std::string& pointer, const SourceImage& image) {
    const ImageTerrain& terrain = *image.terrain();
    const double width = terrain.step * static_cast<double>(image.pixels().width);
    const auto [range, heights] = RangeAndHeights(image);
    Phrase cure = "if the picture shows all of it, use ";
    if (!range.empty()) cure = cure + Phrase::Option("range", range) + " ";
    cure = cure + Phrase::Option("world.width", Shortest(width)) + " " +
           Phrase::Option("world.heights", heights);
    if (terrain.epsg != 0)
      cure = cure + ", and for TIFF files " +
             Phrase::Option("georeference", fmt::format("EPSG:{},{},{}", terrain.epsg,
                                                        Shortest(terrain.x), Shortest(terrain.y)));
    Add(ChildPointer(pointer, kImageNameKey),
        "the image has a place on the ground, which is not used: only an image that is the "
        "noise itself, or a map, gives a picture a place",
        cure);
  }

  void AddNoWorld(const ImageTerrain& terrain) {
    const std::string start = "the image has a place on the ground, but the recipe has no world: ";
    std::string why = "its samples are 0 to 1, and nothing says how many metres that is";
    if (!terrain.height_problem.empty()) why = "it " + terrain.height_problem;
    if (!terrain.heights)
      Add("/noise", start + why,
          "use " + Phrase::Option("world.heights", "LOW,HIGH") +
              ", the metres at 0 and 1: if its samples are metres, 0,65535 for 16 bits, and 0,255 "
              "for 8");
    else
      Add("/noise", start +
                        "that needs a range of two numbers, or all of the image; the same scale "
                        "along x and y, so not the fit stretch; and no normal.strength");
  }

  // Of images that are not the noise itself; that one would have been refused.
  void WarnOfNoData() {
    std::set<const SourceImage*> reported{place_.image};
    ForImages([&](const Node& node, const std::string& pointer, const SourceImage& image) {
      const bool is_mask = node.Has("channel") &&
                           (node.Text("channel") == "missing" || node.Text("channel") == "alpha");
      const auto no_data = is_mask ? std::nullopt : LikelyNoData(image);
      if (!no_data || !reported.insert(&image).second) return;
      const auto [message, hint] = UndeclaredNoData(*no_data);
      Add(ChildPointer(pointer, kImageNameKey), "the image " + message, hint);
    });
  }

  // Of a world whose slopes, or whose heights, are not the ground's.
  void WarnOfWorld() {
    const ImageTerrain& terrain = *place_.image->terrain();
    const double rows = static_cast<double>(place_.image->pixels().height);
    const double scale = MercatorScale(terrain.y - terrain.step * rows / 2);
    if (terrain.epsg == geotiff::kWebMercator && scale > 1.02)
      Add("/noise",
          fmt::format("the image is in web mercator, whose metres are {:.3g} times too long at its "
                      "latitude, so slopes are too gentle",
                      scale),
          terrain.cure.empty() ? Phrase("copy it to the UTM zone of its place with gdalwarp -t_srs")
                               : CopyHint(terrain.cure));
    if (!terrain.heights || terrain.height_problem.empty()) return;
    const SampleExtremes samples = ExtremesOf(*place_.image, ImageChannel::kLuminance);
    if (samples.low + samples.high > 0)
      Add("/noise", "the image " + terrain.height_problem, terrain.height_cure);
  }

  const Recipe& recipe_;
  const PlacedImage place_;
  std::vector<Issue> warnings_;
};

// Returns how to say where a picture is, which needs a world.
Phrase PlaceHint(const Recipe& recipe) {
  const Phrase place = Phrase::Option("georeference", "EPSG:CODE,X,Y");
  if (recipe.world) return "state it: " + place;
  return "give the recipe a world, and state it: " + Phrase::Option("world.width") + " " +
         Phrase::Option("world.heights") + " " + place;
}

}  // namespace

std::vector<Issue> GroundWarnings(const Recipe& recipe) { return GroundChecker(recipe).Run(); }

std::vector<Issue> PlaceWarnings(const Recipe& recipe, std::span<const PictureOutput> pictures,
                                 const std::optional<GroundAnchor>& given, bool has_vrt) {
  if (given) return {};
  for (const PictureOutput& picture : pictures) {
    if (picture.format->name != "tiff" && !has_vrt) continue;
    const ImageAnchor image = AnchorOfImage(recipe, picture.maps.front());
    if (image.problem.empty()) continue;
    return {
        LabelOfAll(picture).Warning("does not say where on the ground it is: " + image.problem,
                                    image.cure.empty() ? PlaceHint(recipe) : CopyHint(image.cure))};
  }
  return {};
}

}  // namespace cobble
