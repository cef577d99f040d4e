// Tests picture files in the C interface: decoded, searched for recipes, damaged.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "c/objects.h"
#include "cobble/image.h"
#include "cobble/recipe_io.h"
#include "unit/c/handles.h"

namespace cobble::test {
namespace {

std::string Encoded(const RecipeHandle& recipe, const char* map, const char* format, int bits,
                    bool metadata = true) {
  const ProgramHandle program = ForMaps(recipe, {map});
  cobble_encode_options options = COBBLE_ENCODE_OPTIONS_INIT;
  options.format = format;
  options.bits = bits;
  options.no_metadata = metadata ? 0 : 1;
  cobble_bytes* file = nullptr;
  REQUIRE(cobble_encode(program.get(), &options, nullptr, &file, nullptr, nullptr) == COBBLE_OK);
  return std::string(TextOf(BytesHandle(file)));
}

std::string Read(const std::string& file, PictureHandle* picture, const char* name = nullptr) {
  return Make(picture, &cobble_picture_read, file.data(), file.size(), name);
}

std::string RecipeIn(const std::string& file, RecipeHandle* recipe) {
  return Make(recipe, &cobble_recipe_from_picture, file.data(), file.size(), "a.png");
}

RecipeHandle Colored() {
  return RecipeOf(R"json({"cobble": 1, "size": [9, 5], "noise": "perlin(3)",
      "maps": {"tint": "ramp(perlin(3), [[-1, teal], [1, wheat]])"}})json");
}

TEST_CASE("a picture has the samples of its file, and says whether they are sRGB") {
  const RecipeHandle recipe = Colored();
  const ProgramHandle program = ForMaps(recipe, {"height"});
  Images rendered(program, 9, 5);
  REQUIRE(rendered.Render() == "0");
  PictureHandle picture;
  REQUIRE(Read(Encoded(recipe, "height", "exr", 32), &picture, "a.exr") == "0");
  cobble_image image{};
  int32_t is_srgb = -1;
  REQUIRE(cobble_picture_get_image(picture.get(), &image, &is_srgb, nullptr) == COBBLE_OK);
  CHECK(is_srgb == 0);
  CHECK(image.width == 9);
  CHECK(image.height == 5);
  CHECK(image.channels == 1);
  CHECK(ResultOf(&cobble_picture_get_image, picture.get(), nullptr, nullptr) ==
        "2 image: must not be null");
  REQUIRE(image.size == 9 * 5 * sizeof(float));
  CHECK(std::vector<float>(image.samples, image.samples + 45) == rendered.samples(0));

  REQUIRE(Read(Encoded(recipe, "height", "png", 16), &picture) == "0");
  REQUIRE(cobble_picture_get_image(picture.get(), &image, &is_srgb, nullptr) == COBBLE_OK);
  CHECK(is_srgb == 1);
  for (std::size_t k = 0; k < 45; ++k)  // 16 bits are kept
    CHECK(std::abs(image.samples[k] - rendered.samples(0)[k]) <= 0.5001F / 65535);
}

TEST_CASE("a picture becomes the image of a recipe") {
  PictureHandle picture;
  REQUIRE(Read(Encoded(Colored(), "tint", "png", 8), &picture) == "0");
  cobble_image image{};
  int32_t is_srgb = 0;
  REQUIRE(cobble_picture_get_image(picture.get(), &image, &is_srgb, nullptr) == COBBLE_OK);
  CHECK(image.channels == 3);
  const RecipeHandle shown = RecipeOf(
      R"({"cobble": 1, "noise": "0", "size": [9, 5],
          "maps": {"tint": {"type": "image", "name": "scan", "channel": "color"}}})");
  REQUIRE(cobble_recipe_add_image(shown.get(), "scan", &image, is_srgb, nullptr) == COBBLE_OK);
  picture.reset();  // the recipe has a copy
  CHECK(Encoded(shown, "tint", "png", 8, false) == Encoded(Colored(), "tint", "png", 8, false));
}

TEST_CASE("recipes share a picture, which may be freed before them") {
  PictureHandle picture;
  REQUIRE(Read(Encoded(Colored(), "tint", "png", 8), &picture) == "0");
  std::vector<RecipeHandle> recipes;
  for (int k = 0; k < 2; ++k) {
    recipes.push_back(RecipeOf(
        R"({"cobble": 1, "noise": "0", "size": [9, 5],
            "maps": {"tint": {"type": "image", "name": "scan", "channel": "color"}}})"));
    REQUIRE(cobble_recipe_add_picture(recipes.back().get(), "scan", picture.get(), nullptr) ==
            COBBLE_OK);
  }
  const std::shared_ptr<const SourceImage> image = picture->image;
  CHECK(image.use_count() == 4);  // here, in the picture, and in both recipes
  picture.reset();
  for (const RecipeHandle& recipe : recipes)
    CHECK(Encoded(recipe, "tint", "png", 8, false) == Encoded(Colored(), "tint", "png", 8, false));
}

TEST_CASE("a picture has the colours that `cobble palette` prints") {
  PictureHandle picture;
  const RecipeHandle recipe = RecipeOf(R"json({"cobble": 1, "size": [8, 4], "noise": "x",
      "maps": {"tint": "ramp(x, [[0, navy], [0.25, wheat]], interpolation=step)"}})json");
  REQUIRE(Read(Encoded(recipe, "tint", "png", 8), &picture) == "0");
  BytesHandle colors;
  REQUIRE(Make(&colors, &cobble_picture_palette, picture.get(), 6) == "0");
  CHECK(TextOf(colors) == R"([{"color": "#000080", "share": 0.75, "position": 0.375}, )"
                          R"({"color": "#f5deb3", "share": 0.25, "position": 0.875}])");
  for (const int32_t count : {1, 65})
    CHECK(Make(&colors, &cobble_picture_palette, picture.get(), count) ==
          fmt::format("2 count: must be from 2 to 64, got {}", count));
}

TEST_CASE("the recipe of a picture is the one that made it") {
  const RecipeHandle recipe = Colored();
  for (const char* format : {"png", "exr", "tiff"}) {
    CAPTURE(format);
    RecipeHandle found;
    REQUIRE(RecipeIn(Encoded(recipe, "height", format, 16), &found) == "0");
    REQUIRE(found);
    CHECK(Encoded(found, "tint", "png", 8) == Encoded(recipe, "tint", "png", 8));
    REQUIRE(RecipeIn(Encoded(recipe, "height", format, 16, false), &found) == "0");
    CHECK_FALSE(found);
  }
  RecipeHandle none;
  CHECK(RecipeIn("GIF89a", &none) == "0");
  CHECK(RecipeIn("", &none) == "0");
  CHECK_FALSE(none);
}

TEST_CASE("damaged and foreign files are errors that name the file") {
  PictureHandle picture;
  const std::string png = Encoded(Colored(), "tint", "png", 8);
  CHECK(Read(png.substr(0, png.size() / 2), &picture, "b.png").starts_with("3 b.png: "));
  CHECK(Read(png, &picture, "b.exr") ==
        "3 b.exr: is a PNG file, but has the suffix of an EXR file; rename it");
  CHECK(Read("", &picture).starts_with("3 picture: is not a picture that cobble reads"));
  CHECK(Read("{}", &picture).starts_with("3 picture: is JSON, not a picture"));
  CHECK(Read(png, &picture, "b.png:nodata=x").starts_with("2 b.png:nodata=x: "));
  CHECK_FALSE(picture);
  RecipeHandle recipe;
  CHECK(RecipeIn(png.substr(0, 60), &recipe).starts_with("3 a.png: is a truncated PNG"));
  // A side of 2^31 - 1 pixels: refused before it allocates.
  std::string huge = png;
  std::memcpy(huge.data() + 16, "\x7f\xff\xff\xff\x7f\xff\xff\xff", 8);
  CHECK(Read(huge, &picture) != "0");
  for (std::size_t end = 0; end < png.size(); ++end) {
    std::string cut = png.substr(0, end);
    CHECK(Read(cut, &picture) != "0");
    std::string flipped = png;
    flipped[end] = static_cast<char>(flipped[end] ^ 0x41);
    Read(flipped, &picture);
    RecipeIn(flipped, &recipe);
  }
}

TEST_CASE("the images that a recipe shows are listed, whether they were added or not") {
  const auto names = [](const RecipeHandle& recipe) {
    cobble_bytes* json = nullptr;
    REQUIRE(cobble_recipe_images(recipe.get(), &json, nullptr) == COBBLE_OK);
    return std::string(TextOf(BytesHandle(json)));
  };
  CHECK(names(Colored()) == "[]");
  CHECK(names(PresetOf("from-height")) == R"(["height"])");
  const RecipeHandle two = FormulaOf("image('b') + image('a') * image('b')");
  CHECK(names(two) == R"(["a", "b"])");
}

TEST_CASE("a recipe is laid out like cobble format") {
  const std::string text = R"json({"noise": {"type": "add", "b": 1, "a": "perlin( 4,6 )"},
      // a comment
      "seed": 3, "cobble": 1})json";
  cobble_bytes* formatted = nullptr;
  REQUIRE(cobble_format(text.data(), text.size(), nullptr, &formatted, nullptr) == COBBLE_OK);
  const BytesHandle bytes(formatted);
  CHECK(TextOf(bytes) == FormatRecipe(text, "text"));
  CHECK(TextOf(bytes).find("// a comment") != std::string_view::npos);
  cobble_bytes* none = nullptr;
  CHECK(ResultOf(&cobble_format, "{", 1, "b.json", &none).starts_with("3 b.json:1:2: "));
}

// --- Images from memory ---

// Grey, 3 x 2, with a gap of one float after the first row.
struct Grey {
  std::array<float, 7> samples{0, 0.25F, 1, -9, 0.5F, 0.75F, 0.125F};
  cobble_image image{.samples = samples.data(),
                     .size = sizeof samples,
                     .width = 3,
                     .height = 2,
                     .channels = 1,
                     .format = 0,
                     .row_stride = 4 * sizeof(float)};
};

std::string Add(const RecipeHandle& recipe, const cobble_image* image, const char* name = "scan",
                int32_t is_srgb = 0) {
  cobble_error* error = nullptr;
  const cobble_status status = cobble_recipe_add_image(recipe.get(), name, image, is_srgb, &error);
  const std::string text = std::to_string(status) + " " + cobble_error_text(error);
  cobble_error_free(error);
  return text;
}

RecipeHandle ImageRecipe() {
  return RecipeOf(R"({"cobble": 1, "noise": {"type": "image", "name": "scan"}, "range": "none"})");
}

TEST_CASE("an image from memory is the picture that a recipe shows, and its samples are copied") {
  const RecipeHandle recipe = ImageRecipe();
  Grey grey;
  REQUIRE(Add(recipe, &grey.image) == "0 ");
  grey.samples.fill(7);
  const ProgramHandle program = ForMaps(recipe, {"value"});
  Images shown(program, 3, 2);
  REQUIRE(shown.Render() == "0");
  CHECK(shown.samples(0) == std::vector<float>{0, 0.25F, 1, 0.5F, 0.75F, 0.125F});
}

TEST_CASE("images that do not fit are refused, and named") {
  const RecipeHandle recipe = ImageRecipe();
  const std::pair<void (*)(Grey&), std::string> cases[] = {
      {[](Grey& g) { g.image.samples = nullptr; }, "2 image.samples: must not be null"},
      {[](Grey& g) { g.image.width = 0; }, "2 image.width: must be from 1 to 65536, got 0"},
      {[](Grey& g) { g.image.height = -1; }, "2 image.height: must be from 1 to 65536, got -1"},
      {[](Grey& g) { g.image.width = INT64_MAX; },
       "2 image.width: must be from 1 to 65536, got 9223372036854775807"},
      {[](Grey& g) { g.image.channels = 5; }, "2 image.channels: must be from 1 to 4, got 5"},
      {[](Grey& g) { g.image.format = 1; }, "2 image.format: must be 0, for float32"},
      {[](Grey& g) { g.image.size = 27; }, "2 image.size: must be at least 28 bytes, got 27"},
      {[](Grey& g) { g.image.row_stride = 8; },
       "2 image.row_stride: must be 0, or at least 12 for 3 pixels, got 8"},
  };
  for (const auto& [spoil, message] : cases) {
    Grey grey;
    spoil(grey);
    CHECK(Add(recipe, &grey.image) == message);
  }
  Grey grey;
  CHECK(Add(recipe, nullptr) == "2 image: must not be null");
  CHECK(Add(recipe, &grey.image, nullptr) == "2 name: must not be null");
  CHECK(Add(recipe, &grey.image, "scan", 2) == "2 is_srgb: must be 0 or 1, got 2");
  CHECK(Add(RecipeHandle(), &grey.image) == "2 recipe: must not be null");
  grey.samples[1] = std::numeric_limits<float>::infinity();
  CHECK(Add(recipe, &grey.image).starts_with("2 "));
  grey.image.size = SIZE_MAX;
  grey.image.row_stride = 0;
  grey.image.width = grey.image.height = 65536;
  CHECK(Add(recipe, &grey.image).starts_with("4 "));
}

}  // namespace
}  // namespace cobble::test
