// Tests that a recipe takes its range and its world from the elevation model that it shows.
#include "recipe/images/image_world.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "support/errors.h"

namespace cobble {
namespace {

using Pair = std::array<double, 2>;

const ImageTerrain kTerrain{.heights = Pair{0, 1}, .step = 30, .x = 1000, .y = 2000, .epsg = 32632};

std::shared_ptr<const SourceImage> ModelOf(std::vector<float> samples,
                                           const ImageTerrain& terrain = kTerrain,
                                           bool is_fraction = false) {
  const auto width = static_cast<int64_t>(samples.size() / 2);
  return std::make_shared<const SourceImage>(Image{width, 2, 1, std::move(samples)}, is_fraction,
                                             terrain);
}

// Heights of 200 to 900 m, one missing.
std::shared_ptr<const SourceImage> Land(const ImageTerrain& terrain = kTerrain) {
  return ModelOf({200, 300, NAN, 500, 600, 700, 800, 900}, terrain);
}

// In: more, keys of the recipe.
RecipeLayers Shown(const std::shared_ptr<const SourceImage>& image, const std::string& more = "",
                   const std::string& noise = "image(dem)") {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "noise": ")" + noise + '"' + more + "}", "f");
  layers.AddImage("dem", image, "--image dem=dem.tif");
  return layers;
}

TEST_CASE("the range is that of the samples, and the world is the image's") {
  const Recipe recipe = Shown(Land()).Resolve();
  CHECK(recipe.range == Range{RangeMode::kFixed, 200, 900});
  CHECK(recipe.world == World{120, {200, 900}});
  CHECK(recipe.normal.strength == 700.0 / 120);
  CHECK_NOTHROW(Program::Compile(recipe));
  // The text has both, so the picture can be made again.
  RecipeLayers again;
  again.AddText(WriteRecipe(recipe), "g");
  again.AddImage("dem", Land());
  CHECK(again.Resolve() == recipe);
}

TEST_CASE("a preset's range is replaced, and any other is kept, with its metres") {
  RecipeLayers preset;
  preset.AddPreset("from-height");
  preset.AddImage("height", Land());
  CHECK(preset.Resolve().world == World{120, {200, 900}});
  CHECK(Shown(Land(), R"(, "range": [0, 1000])").Resolve().world == World{120, {0, 1000}});
  preset.AddKey("range", "100,1100");
  const Recipe recipe = preset.Resolve();
  CHECK(recipe.range.low == 100);
  CHECK(recipe.world == World{120, {100, 1100}});
}

TEST_CASE("no image says how large a planet is") {
  const std::string sphere = R"(, "domain": {"surface": "equirectangular"})";
  const Recipe plain = Shown(Land(), sphere).Resolve();
  CHECK(plain.range == Range{RangeMode::kFixed, 200, 900});
  CHECK_FALSE(plain.world.has_value());
  CHECK(Shown(Land(), sphere + R"(, "world": {"radius": 1e6})").Resolve().world ==
        World{0, {200, 900}, 1e6});
}

TEST_CASE("what a recipe states of its world stays") {
  CHECK(Shown(Land(), R"(, "world": {"width": 7, "heights": [1, 2]})").Resolve().world ==
        World{7, {1, 2}});
  CHECK(Shown(Land(), R"(, "world": {"width": 7})").Resolve().world == World{7, {200, 900}});
  CHECK(Shown(Land(), R"(, "world": {"heights": [1, 2]})").Resolve().world == World{120, {1, 2}});
  // A strength in a text, as in the metadata of pictures without a world, means that there is none.
  CHECK_FALSE(Shown(Land(), R"(, "normal": {"strength": 0.2})").Resolve().world.has_value());
  RecipeLayers flags = Shown(Land());
  flags.AddKey("normal.strength", "0.2");
  CHECK_FALSE(flags.Resolve().world.has_value());
  CHECK(flags.Resolve().normal.strength == 0.2);
  flags.AddKey("world.width", "100");
  CHECK(test::TextIn([&] { flags.Resolve(); }).find("contradicts") != std::string::npos);
}

TEST_CASE("a picture of a part of the image, or of more, has the image's metres per unit") {
  const auto width = [](const std::string& more) {
    return Shown(Land(), more).Resolve().world->width;
  };
  CHECK(width(R"(, "size": [64, 32])") == 120);
  CHECK(width(R"(, "domain": {"extent": [0.5, 0.25]})") == 60);
  CHECK(width(R"(, "domain": {"scale": 2, "rotate": 30})") == doctest::Approx(240));
  CHECK_FALSE(Shown(Land(), R"(, "domain": {"scale": [4, 1, 1]})").Resolve().world.has_value());
}

TEST_CASE("only an image that is the noise itself gives a world") {
  for (const char* noise : {"image(dem) + 1", "image(dem, missing)"}) {
    CAPTURE(noise);
    CHECK_FALSE(Shown(Land(), "", noise).Resolve().world.has_value());
  }
  for (const char* noise : {"image(dem, filter=b-spline)", "terrace(blur(image(dem)), 4)",
                            "clamp(image(dem), 300, 500)"})
    CHECK(Shown(Land(), "", noise).Resolve().world == World{120, {200, 900}});
  const auto colors =
      std::make_shared<const SourceImage>(Image{1, 1, 3, {1, 2, 3}}, false, kTerrain);
  CHECK_FALSE(Shown(colors).Resolve().world.has_value());
  CHECK_FALSE(
      Shown(std::make_shared<const SourceImage>(Image{1, 1, 1, {5}})).Resolve().world.has_value());
}

TEST_CASE("a photograph on the ground gives a world its width, if it has heights") {
  const auto photo = std::make_shared<const SourceImage>(
      Image{2, 1, 3, {0, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f}}, true, ImageTerrain{.step = 30});
  const std::string range = R"(, "range": [0, 1])";
  CHECK_FALSE(Shown(photo, range).Resolve().world.has_value());
  CHECK(Shown(photo, range + R"(, "world": {"heights": [5, 9]})").Resolve().world ==
        World{60, {5, 9}});
}

TEST_CASE("the picture of what is missing has no heights, also without a size") {
  RecipeLayers layers;
  layers.AddText(
      R"({"cobble": 1, "noise": {"type": "image", "name": "dem", "channel": "missing"}})", "f");
  layers.AddImage("dem", Land());
  CHECK(layers.Resolve().range.mode == RangeMode::kNatural);
}

TEST_CASE("fractions keep their range, and their metres follow from their scale") {
  const ImageTerrain scaled{.heights = Pair{100, 1400}, .step = 30};
  const Recipe recipe =
      Shown(ModelOf({0, 0.5f, 0.25f, 0.75f}, scaled, true), R"(, "range": [0, 1])").Resolve();
  CHECK(recipe.range.high == 1);
  CHECK(recipe.world == World{60, {100, 1400}});
  // Without a scale, only the heights that the recipe states make a world.
  const ImageTerrain bare{.step = 30};
  const auto model = ModelOf({0, 0.5f, 0.25f, 0.75f}, bare, true);
  const std::string range = R"(, "range": [0, 1])";
  CHECK_FALSE(Shown(model, range).Resolve().world.has_value());
  CHECK(Shown(model, range + R"(, "world": {"heights": [5, 9]})").Resolve().world ==
        World{60, {5, 9}});
}

TEST_CASE("whole numbers without a place have a range, and the heights of a world of any width") {
  const ImageTerrain bare{.heights = Pair{0, 1}};
  const Recipe recipe = Shown(Land(bare)).Resolve();
  CHECK(recipe.range == Range{RangeMode::kFixed, 200, 900});
  CHECK_FALSE(recipe.world.has_value());
  CHECK(Shown(Land(bare), R"(, "world": {"width": 50})").Resolve().world == World{50, {200, 900}});
}

TEST_CASE("depths, which grow downwards, turn the range over; flat ground has a range of 1") {
  const ImageTerrain depths{.heights = Pair{0, -1}, .step = 30};
  const Recipe recipe = Shown(ModelOf({5, 20, 5, 5}, depths)).Resolve();
  CHECK(recipe.range == Range{RangeMode::kFixed, 20, 5});
  CHECK(recipe.world == World{60, {-20, -5}});
  CHECK(Shown(ModelOf({7, 7})).Resolve().world == World{30, {7, 8}});
}

TEST_CASE("given heights are metres of numbers, whether or not the image has a place") {
  const std::string heights = R"(, "world": {"width": 50, "heights": [300, 400]})";
  const auto bare =
      std::make_shared<const SourceImage>(Image{2, 2, 1, {200, 300, 400, 900}}, false);
  for (const auto& image : {Land(), Land(ImageTerrain{.heights = Pair{0, 1}}), bare}) {
    const Recipe recipe = Shown(image, heights).Resolve();
    CHECK(recipe.range == Range{RangeMode::kFixed, 300, 400});
    CHECK(recipe.world == World{50, {300, 400}});
    CHECK(Shown(image, heights + R"(, "range": [200, 900])").Resolve().range.high == 900);
  }
}

std::string RefusalOf(const RecipeLayers& layers) {
  return test::TextIn([&] { layers.Resolve(); }, ErrorKind::kRecipe);
}

TEST_CASE("a place in degrees is refused with a command, unless the recipe has a width") {
  const ImageTerrain degrees{.heights = Pair{0, 1},
                             .problem = "is in degrees (EPSG:4326)",
                             .cure = "gdalwarp -t_srs EPSG:32632 dem.tif dem_m.tif"};
  CHECK(RefusalOf(Shown(Land(degrees))) ==
        "--image dem=dem.tif: is in degrees (EPSG:4326), but a recipe's world is in metres and has "
        "square pixels; make a copy: gdalwarp -t_srs EPSG:32632 dem.tif dem_m.tif; or use "
        "`world.width=METRES`");
  CHECK(Shown(Land(degrees), R"(, "world": {"width": 50})").Resolve().world ==
        World{50, {200, 900}});
  CHECK_FALSE(Shown(Land(degrees), "", "image(dem) + 1").Resolve().world.has_value());
  // What the world lacks since the image cannot give it is not a fault.
  const std::string heights = R"(, "world": {"heights": [5, 9]})";
  CHECK(RefusalOf(Shown(Land(degrees), heights)).find("is in degrees") != std::string::npos);
  ImageTerrain fractions = degrees;
  fractions.heights.reset();
  const auto model = ModelOf({0, 0.5f, 0.25f, 0.75f}, fractions, true);
  for (const std::string& world : {std::string(), heights})
    CHECK(RefusalOf(Shown(model, world)).find("is in degrees") != std::string::npos);
  // Faults of the recipe come first.
  RecipeLayers broken = Shown(Land(degrees));
  broken.AddKey("seed", "-1");
  CHECK(test::TextIn([&] { broken.Resolve(); }).find("seed") != std::string::npos);
}

TEST_CASE("heights in a unit that is not known are refused, unless the recipe has heights") {
  ImageTerrain cubits{.height_problem = "has samples in \"cubits\"",
                      .height_cure = "units are m and ft",
                      .step = 30};
  CHECK(RefusalOf(Shown(Land(cubits))) ==
        "--image dem=dem.tif: has samples in \"cubits\"; units are m and ft; or use "
        "`world.heights=LOW,HIGH`");
  CHECK(Shown(Land(cubits), R"(, "world": {"heights": [5, 9]})").Resolve().world ==
        World{120, {5, 9}});
  // Without a place, there is no world, and so no harm.
  cubits.step = 0;
  CHECK_FALSE(Shown(Land(cubits)).Resolve().world.has_value());
}

TEST_CASE("samples that look like NoData are refused; deep ground is not") {
  const std::string refusal =
      "--image dem=dem.tif: has samples of -9999, which look like NoData that is not declared; "
      "add :nodata=-9999 to the file's name if they are, or :nodata=none if they are real; arrays "
      "have NaN instead";
  const Image voids{2, 2, 1, {-9999, 300, 301, 302}};
  for (const std::string more :
       {"", R"(, "range": [0, 400])", R"(, "range": "fit")", R"(, "world": {"width": 50})",
        R"(, "world": {"heights": [0, 400]})"}) {
    CAPTURE(more);
    CHECK(RefusalOf(Shown(ModelOf(voids.samples), more)) == refusal);
    CHECK(RefusalOf(Shown(std::make_shared<const SourceImage>(voids), more)) == refusal);
  }
  const auto real = std::make_shared<const SourceImage>(voids, false, kTerrain, true);
  CHECK(Shown(real).Resolve().world == World{60, {-9999, 302}});
  CHECK(RefusalOf(Shown(ModelOf({-32768, 300, 301, 302}))).find("-32768") != std::string::npos);
  CHECK(RefusalOf(Shown(ModelOf({300, 3e38f}))).find("e+38") != std::string::npos);
  CHECK(Shown(ModelOf({-9999, -9998, 301, 302})).Resolve().range.low == -9999);
}

TEST_CASE("heights beyond a million metres are refused with how to state others") {
  const auto refusal = [](const std::shared_ptr<const SourceImage>& image) {
    return RefusalOf(Shown(image, R"(, "world": {"width": 50})"));
  };
  const Image high{2, 1, 1, {1e7f, 4e8f}};
  const std::string text =
      "--image dem=dem.tif: has heights from 1e+07 to 4e+08 m, but those of a world are from -1e6 "
      "to 1e6 m; if its samples are not metres, use `range=10000000,400000000` with "
      "`world.heights=LOW,HIGH`, the metres at these two";
  CHECK(refusal(std::make_shared<const SourceImage>(high, false, kTerrain)) == text);
  CHECK(refusal(std::make_shared<const SourceImage>(high)) == text);
}

}  // namespace
}  // namespace cobble
