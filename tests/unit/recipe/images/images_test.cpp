// Tests source images, and how recipes get them.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "recipe/images/image_planes.h"
#include "recipe/images/images.h"
#include "support/random/test_image.h"

namespace cobble {
namespace {

using test::TestImage;

std::string ErrorOf(const std::function<void()>& call, ErrorKind kind) {
  try {
    call();
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "no error";
}

TEST_CASE("pixels that are not an image are refused") {
  const auto refusal = [](const Image& pixels, ErrorKind kind = ErrorKind::kUsage) {
    return ErrorOf([&] { SourceImage{pixels}; }, kind);
  };
  CHECK(refusal({0, 2, 1, {}}) == "an image needs a width and height of at least 1");
  CHECK(refusal({2, -1, 1, {}}) == "an image needs a width and height of at least 1");
  CHECK(refusal({1, 1, 0, {}}) == "an image has 1 to 4 channels, got 0");
  CHECK(refusal({1, 1, 5, std::vector<float>(5)}) == "an image has 1 to 4 channels, got 5");
  CHECK(refusal({2, 2, 3, std::vector<float>(11)}) ==
        "an image of 2 x 2 pixels with 3 channels cannot have 11 samples");
  CHECK(refusal({1, 2, 1, {0, -std::numeric_limits<float>::infinity()}}) ==
        "an image has samples that are infinite; in holes, have NaN instead");
  CHECK(refusal({2, 1, 2, {0, NAN, 1, NAN}}) ==
        "an image has a channel whose samples are all missing");
  CHECK(refusal({65537, 1, 1, {}}, ErrorKind::kLimit) ==
        "an image can have at most 65536 pixels along a side, got 65537 x 1");
  CHECK(refusal({16384, 16384, 2, {}}, ErrorKind::kLimit) ==
        "an image can have at most 268435456 samples, got 16384 x 16384 x 2");
}

TEST_CASE("the checksum is that of pixels, shape and encoding") {
  const SourceImage image(Image{2, 1, 1, {0, 1}});
  // Another program computed it from four 64-bit and two 32-bit numbers.
  CHECK(image.sha256() == "401622ff0523d3179b8f900aad252d1e8965816e931060735e6704a8a586a9ea");
  CHECK(SourceImage(Image{2, 1, 1, {0, 1}}).sha256() == image.sha256());
  CHECK(SourceImage(Image{1, 2, 1, {0, 1}}).sha256() != image.sha256());
  CHECK(SourceImage(Image{1, 1, 2, {0, 1}}).sha256() != image.sha256());
  CHECK(SourceImage(Image{2, 1, 1, {0, 1}}, true).sha256() != image.sha256());
  CHECK(SourceImage(Image{2, 1, 1, {0, 0.5f}}).sha256() != image.sha256());
}

TEST_CASE("holes count in the checksum, and in planes they are filled") {
  const Image flat{3, 1, 2, {1, 10, NAN, 20, 1, NAN}};
  const SourceImage image(flat);
  CHECK(std::isnan(image.pixels().samples[2]));
  // Another program computed it, with 0x7fc00000 in holes.
  CHECK(image.sha256() == "fef53e17d6f4879e1f2a0dc0510a599003cb89585b6e988707b17df18324d81c");
  CHECK(SourceImage(Image{3, 1, 2, {1, 10, -NAN, 20, 1, NAN}}).sha256() == image.sha256());
  CHECK(SourceImage(Image{3, 1, 2, {1, 10, 1, 20, 1, 20}}).sha256() != image.sha256());
  const auto row = [&](ImageChannel channel, bool decodes = false) {
    const float* const first = PlaneOf(image, {channel, decodes})->Origin();
    return std::vector<float>(first, first + 3);
  };
  CHECK(row(ImageChannel::kLuminance) == std::vector<float>{1, 1, 1});
  CHECK(row(ImageChannel::kAlpha) == std::vector<float>{10, 20, 20});
  CHECK(row(ImageChannel::kMissing) == std::vector<float>{0, 1, 0});
  CHECK(row(ImageChannel::kLuminance, true) == std::vector<float>{1, 1, 1});
  // Of a colour, a part that is missing makes the pixel missing.
  const SourceImage color(Image{2, 1, 3, {0, NAN, 1, 0, 0.5f, 1}});
  const float* const missing = PlaneOf(color, {ImageChannel::kMissing})->Origin();
  CHECK(missing[0] == 1);
  CHECK(missing[1] == 0);
  CHECK(*PlaneOf(color, {ImageChannel::kGreen})->Origin() == 0.5f);
}

TEST_CASE("a plane is made once for each way to read an image, with its edges") {
  const SourceImage image(Image{3, 1, 2, {1, 10, 2, 20, 3, 30}});
  const auto clamped = PlaneOf(image, {ImageChannel::kAlpha, false, PlaneEdges::kClamp});
  CHECK(clamped == PlaneOf(image, {ImageChannel::kAlpha, false, PlaneEdges::kClamp}));
  CHECK(clamped->low == 10);
  CHECK(clamped->high == 30);
  CHECK(clamped->stride == 8);
  const auto row = [](const ImagePlane& plane, int j) {
    const float* const first = plane.Origin() + j * plane.stride - 2;
    return std::vector<float>(first, first + 8);
  };
  for (const int j : {-2, 0, 3})
    CHECK(row(*clamped, j) == std::vector<float>{10, 10, 10, 20, 30, 30, 30, 30});
  const auto wrapped = PlaneOf(image, {ImageChannel::kLuminance, false, PlaneEdges::kWrap});
  for (const int j : {-2, 0, 3})
    CHECK(row(*wrapped, j) == std::vector<float>{2, 3, 1, 2, 3, 1, 2, 3});
  const auto extended = PlaneOf(image, {ImageChannel::kLuminance, false, PlaneEdges::kExtend});
  for (const int j : {-2, 0, 3})
    CHECK(row(*extended, j) == std::vector<float>{-1, 0, 1, 2, 3, 4, 5, 5});
  // Beyond a pole, rows are mirrored through the mean of the last.
  const SourceImage globe(Image{3, 4, 1, {1, 2, 3, 4, 5, 9, 7, 8, 9, 10, 11, 12}});
  const auto sphere = PlaneOf(globe, {ImageChannel::kLuminance, false, PlaneEdges::kSphere});
  CHECK(row(*sphere, 0) == std::vector<float>{2, 3, 1, 2, 3, 1, 2, 3});
  CHECK(row(*sphere, -1) == std::vector<float>{2, 1, 3, 2, 1, 3, 2, 1});
  CHECK(row(*sphere, -2) == std::vector<float>{-1, -5, 0, -1, -5, 0, -1, -5});
  CHECK(row(*sphere, 4) == std::vector<float>{11, 10, 12, 11, 10, 12, 11, 10});
  CHECK(row(*sphere, 5) == std::vector<float>{14, 13, 15, 14, 13, 15, 14, 13});
  // Of vertices, the last column is the first, and the poles are rows.
  const SourceImage vertices(Image{3, 2, 1, {1, 3, 1, 4, 6, 4}});
  const auto ends = PlaneOf(vertices, {ImageChannel::kLuminance, false, PlaneEdges::kSphere});
  CHECK(ends->width == 2);
  CHECK(std::vector<float>(ends->Origin(), ends->Origin() + 2) == std::vector<float>{2, 2});
}

RecipeLayers Layers(const std::string& noise) {
  RecipeLayers layers;
  layers.AddText(R"({"cobble": 1, "noise": )" + noise + "}", "f");
  return layers;
}

const std::string kTwo = R"json({"type": "mix", "a": {"type": "image", "name": "land"}, "b": 0,
  "by": {"type": "max", "a": {"type": "image", "name": "mask"}, "b": "image(land)"}})json";

TEST_CASE("the nodes of an image get its checksum, which the text of the recipe keeps") {
  RecipeLayers layers = Layers(kTwo);
  const auto land = TestImage(4, 4, 1), mask = TestImage(2, 2, 1), other = TestImage(4, 4, 3);
  layers.AddImage("land", land);
  layers.AddImage("mask", mask);
  const Recipe recipe = layers.Resolve();
  CHECK(ImageNames(recipe) == std::vector<std::string>{"land", "mask"});
  CHECK(ImageSums(recipe).front().sha256 == land->sha256());
  CHECK(ImageSums(Layers(kTwo).Resolve()).front().sha256 == "");
  CHECK(recipe.images.at("land") == land);
  CHECK(recipe.noise.Input("a").Text("sha256") == land->sha256());
  CHECK(recipe.noise.Input("by").Input("b").Text("sha256") == land->sha256());
  CHECK_NOTHROW(Program::Compile(recipe));

  for (const std::string& text : {WriteRecipe(recipe), WriteBriefRecipe(recipe)}) {
    RecipeLayers again;
    again.AddText(text, "g");
    CHECK(again.Resolve() == recipe);  // without images
    again.AddImage("land", land);
    again.AddImage("mask", mask);
    CHECK_NOTHROW(Program::Compile(again.Resolve()));
    RecipeLayers wrong;
    wrong.AddText(text, "g");
    wrong.AddImage("land", other);
    const std::string error = ErrorOf([&] { wrong.Resolve(); }, ErrorKind::kRecipe);
    CHECK(error.find("is not the checksum of the image \"land\" that was given, which is " +
                     other->sha256()) != std::string::npos);
  }
  // The same in code.
  Recipe changed = recipe;
  changed.images["land"] = other;
  CHECK(ErrorOf([&] { Program::Compile(changed); }, ErrorKind::kRecipe)
            .find("/sha256: is not the checksum of the image \"land\"") != std::string::npos);
}

TEST_CASE("an image that no node shows, or that is given twice, is refused with all others") {
  RecipeLayers layers = Layers(kTwo);
  const auto image = TestImage(1, 1, 1);
  layers.AddImage("land", image, "first");
  layers.AddImage("land", image, "second");
  layers.AddImage("masks", image);
  layers.AddImage("height", image);
  CHECK(ErrorOf([&] { layers.Resolve(); }, ErrorKind::kUsage) ==
        "second: the image \"land\" is given twice; remove one of them\n"
        "masks: no node of the recipe shows the image \"masks\"; did you mean \"mask\"?\n"
        "height: no node of the recipe shows the image \"height\"; its images are \"land\" and "
        "\"mask\"");
  RecipeLayers plain = Layers("\"perlin\"");
  plain.AddImage("x", image);
  CHECK(ErrorOf([&] { plain.Resolve(); }, ErrorKind::kUsage) ==
        "x: no node of the recipe shows the image \"x\"; the recipe shows no image");
  CHECK(ErrorOf([&] { plain.AddImage("y", nullptr); }, ErrorKind::kUsage) ==
        "AddImage needs an image, got null");
}

TEST_CASE("a picture of an image has its size, unless something sets one") {
  const auto size = [](const std::string& noise, const std::string& flag = {}) {
    RecipeLayers layers = Layers(noise);
    layers.AddImage("x", TestImage(30, 20, 1));
    if (!flag.empty()) layers.AddKey("size", flag);
    const Recipe recipe = layers.Resolve();
    return std::vector<double>{static_cast<double>(recipe.width),
                               static_cast<double>(recipe.height), recipe.domain.extent[1]};
  };
  CHECK(size(R"({"type": "image", "name": "x"})") == std::vector<double>{30, 20, 20.0 / 30});
  CHECK(size("\"image(x)\"") == std::vector<double>{30, 20, 20.0 / 30});
  CHECK(size("\"image(x)\"", "64") == std::vector<double>{64, 64, 1});
  CHECK(size("\"image(x) + 1\"") == std::vector<double>{1024, 1024, 1});
  CHECK(size("\"blur(blur(image(x), 0.1))\"") == std::vector<double>{30, 20, 20.0 / 30});
}

TEST_CASE("stand-ins take the place of images that are missing") {
  RecipeLayers layers = Layers(R"({"type": "add", "a": {"type": "image", "name": "x"},
    "b": {"type": "image", "name": "y", "sha256": "0", "channel": "alpha"}})");
  layers.AddImage("x", TestImage(2, 2, 1));
  const Recipe recipe = layers.Resolve(), whole = WithStandIns(recipe);
  CHECK(whole.images.at("x") == recipe.images.at("x"));
  CHECK(whole.images.size() == 2);
  CHECK_NOTHROW(Program::Compile(whole));
  CHECK_THROWS_AS(Program::Compile(recipe), Error);
}

}  // namespace
}  // namespace cobble
