// Tests that photographs stand upright, whatever their EXIF states and however damaged it is.
#include "input/orientation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/encode.h"
#include "cobble/recipe_io.h"
#include "input/image_file.h"
#include "output/png/chunk.h"
#include "support/errors.h"
#include "support/small_tiff.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

using namespace std::string_literals;

// Returns a number of `bytes` bytes.
std::string NumberText(uint32_t number, int bytes, bool is_big) {
  std::string text;
  for (int b = 0; b < bytes; ++b) text += static_cast<char>(number >> (8 * b));
  if (is_big) std::ranges::reverse(text);
  return text;
}

struct Exif {
  uint32_t orientation = 6;
  bool is_big = false;
  uint32_t type = 3;        // of the value: a short
  uint32_t directory = 10;  // where it begins

  std::string Bytes() const {
    const auto number = [this](uint32_t n, int bytes) { return NumberText(n, bytes, is_big); };
    std::string text = (is_big ? "MM" : "II") + number(42, 2) + number(directory, 4);
    text.resize(directory, '\0');
    text += number(2, 2);
    text += number(271, 2) + number(2, 2) + number(4, 4) + "abc\0"s;  // the camera's maker
    text += number(274, 2) + number(type, 2) + number(1, 4) + number(orientation, 2) + "\0\0"s;
    return text + number(0, 4);
  }
};

std::string Segment(char type, const std::string& body) {
  return "\xff"s + type + NumberText(static_cast<uint32_t>(body.size()) + 2, 2, true) + body;
}

std::string ExifSegment(const std::string& exif) { return Segment('\xe1', "Exif\0\0"s + exif); }

std::string Picture(const std::string& format) {
  const Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "size": [5, 4], "noise": {"type": "perlin"}})", "r");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"normal"}));
  return EncodePicture(program, {.format = format, .maps = {"normal"}, .bits = 8}).bytes;
}

// In: segments, after the start of the image.
PictureFile Jpeg(const std::string& segments) {
  std::string bytes = Picture("jpg");
  return FileOf("a.jpg", bytes.insert(2, segments));
}

PictureFile PngOf(const std::string& exif, bool is_last = false) {
  constexpr std::size_t kHeader = 33, kEnd = 12;
  std::string bytes = Picture("png");
  return FileOf("a.png",
                bytes.insert(is_last ? bytes.size() - kEnd : kHeader, PngChunkText("eXIf", exif)));
}

// A picture of 3 x 2 pixels: 0 1 2, then 3 4 5.
test::SmallTiff SixPixels(uint16_t orientation) {
  return {.width = 3,
          .height = 2,
          .format = 2,
          .samples = test::BytesOf<int16_t>({0, 1, 2, 3, 4, 5}),
          .more = {test::Shorts(274, {orientation})}};
}

TEST_CASE("each orientation is undone, as viewers do") {
  const std::vector<std::vector<float>> kUprightPixels{
      {0, 1, 2, 3, 4, 5}, {2, 1, 0, 5, 4, 3}, {5, 4, 3, 2, 1, 0}, {3, 4, 5, 0, 1, 2},
      {0, 3, 1, 4, 2, 5}, {3, 0, 4, 1, 5, 2}, {5, 2, 4, 1, 3, 0}, {2, 5, 1, 4, 0, 3}};
  for (uint16_t orientation = 1; orientation <= 8; ++orientation) {
    CAPTURE(orientation);
    const auto reader = OpenPictureFile(FileOf("a.tif", SixPixels(orientation).Bytes()));
    CHECK(reader->info().orientation == orientation);
    CHECK(reader->info().width == (orientation > 4 ? 2 : 3));
    CHECK(reader->info().height == (orientation > 4 ? 3 : 2));
    CHECK(AllSamples(*reader) == kUprightPixels[orientation - 1u]);
  }
  for (const uint16_t orientation : {uint16_t{0}, uint16_t{9}}) {
    const auto reader = OpenPictureFile(FileOf("a.tif", SixPixels(orientation).Bytes()));
    CHECK(AllSamples(*reader) == kUprightPixels[0]);
  }
}

// Returns the pixels of a picture of three channels, turned by 90 degrees clockwise.
std::vector<float> Clockwise(PictureReader& reader) {
  const std::vector<float> samples = AllSamples(reader);
  const auto width = static_cast<std::size_t>(reader.info().width);
  const auto height = static_cast<std::size_t>(reader.info().height);
  std::vector<float> turned;
  for (std::size_t x = 0; x < width; ++x)
    for (std::size_t y = height; y-- > 0;)
      for (std::size_t c = 0; c < 3; ++c) turned.push_back(samples[(y * width + x) * 3 + c]);
  return turned;
}

TEST_CASE("JPEG and PNG are turned by the EXIF in them, of both byte orders") {
  const auto turned = Clockwise(*OpenPictureFile(FileOf("a.jpg", Picture("jpg"))));
  const auto turned_png = Clockwise(*OpenPictureFile(FileOf("a.png", Picture("png"))));
  for (const bool is_big : {false, true}) {
    const std::string exif = Exif{.is_big = is_big}.Bytes();
    const auto jpeg = OpenPictureFile(Jpeg(ExifSegment(exif)));
    CHECK(jpeg->info().width == 4);
    CHECK(jpeg->info().more.back() == "turned by 90 degrees clockwise to undo orientation 6");
    CHECK(AllSamples(*jpeg) == turned);
    for (const bool is_last : {false, true})
      CHECK(AllSamples(*OpenPictureFile(PngOf(exif, is_last))) == turned_png);
  }
  const ImageFile image = ReadImageFile(Jpeg(ExifSegment(Exif{}.Bytes())));
  CHECK(image.pixels.width == 4);
  CHECK(image.pixels.samples == turned);
}

int OrientationIn(const PictureFile& file) { return OpenPictureFile(file)->info().orientation; }

TEST_CASE("EXIF is found behind other segments, and ignored where it is not valid") {
  const std::string exif = ExifSegment(Exif{}.Bytes());
  CHECK(OrientationIn(Jpeg(Segment('\xe1', "http://ns.adobe.com/xap/1.0/\0<x/>"s) + exif)) == 6);
  CHECK(OrientationIn(Jpeg("\xff\xff"s + exif)) == 6);
  CHECK(OrientationIn(Jpeg(ExifSegment(Exif{.directory = 60000}.Bytes()))) == 6);
  CHECK(OrientationIn(Jpeg(exif + ExifSegment(Exif{.orientation = 3}.Bytes()))) == 6);
  for (const uint32_t orientation : {0u, 1u, 9u, 262u})
    CHECK(OrientationIn(Jpeg(ExifSegment(Exif{.orientation = orientation}.Bytes()))) == 1);
  CHECK(OrientationIn(Jpeg(ExifSegment(Exif{.type = 4}.Bytes()))) == 1);
  CHECK(OrientationIn(Jpeg(ExifSegment("JJ*\0\x08\0\0\0"s))) == 1);
  CHECK(OrientationIn(Jpeg("")) == 1);
}

TEST_CASE("EXIF that ends too early, or points beyond its end, turns nothing") {
  const std::string whole = Exif{.orientation = 8}.Bytes();
  const std::size_t value = whole.size() - 8;  // of the orientation, two bytes
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    CAPTURE(size);
    const int expected = size >= value + 2 ? 8 : 1;
    CHECK(OrientationIn(Jpeg(ExifSegment(whole.substr(0, size)))) == expected);
    CHECK(OrientationIn(PngOf(whole.substr(0, size))) == expected);
  }
  for (const uint32_t directory : {0xFFFFFFFFu, 0x80000000u, 0xFFFFFFF0u, 200u}) {
    std::string damaged = whole;
    damaged.replace(4, 4, NumberText(directory, 4, false));
    CHECK(OrientationIn(Jpeg(ExifSegment(damaged))) == 1);
  }
}

TEST_CASE("a truncated file has no orientation, and reading one ends") {
  const PictureFile whole = Jpeg(ExifSegment(Exif{}.Bytes()));
  const std::string bytes = StartOf(*whole.source, 100000);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const int found = JpegOrientation(MemorySource(bytes.substr(0, size)));
    CHECK((found == 1 || found == 6));
  }
  CHECK(JpegOrientation(MemorySource("\xff\xd8" + std::string(1 << 20, '\xff'))) == 1);
  CHECK(PngOrientation(MemorySource(std::string(1 << 20, '\0'))) == 1);
}

TEST_CASE("holes stay holes in a picture that is turned") {
  test::SmallTiff tiff{.width = 2,
                       .height = 1,
                       .bits = 8,
                       .samples = "\x33\x07",
                       .more = {test::Shorts(274, {3}), test::Ascii(42113, "7")}};
  const std::vector<float> samples = AllSamples(*OpenPictureFile(FileOf("a.tif", tiff.Bytes())));
  CHECK(std::isnan(samples[0]));
  CHECK(samples[1] == 0.2f);
}

TEST_CASE("a raster with a place on the ground is not turned, but refused") {
  test::SmallTiff tiff = SixPixels(3);
  for (const test::TiffTag& tag : test::PlaceTags(30, 5e5, 5e6, 32632)) tiff.more.push_back(tag);
  CHECK(test::TextIn([&] { OpenPictureFile(FileOf("dem.tif", tiff.Bytes())); }) ==
        "dem.tif: is a TIFF with a place on the ground and orientation 3, which is not supported");
}

}  // namespace
}  // namespace cobble
