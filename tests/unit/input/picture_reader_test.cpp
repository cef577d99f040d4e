// Tests the picture readers: what cobble writes comes back, and nothing hostile crashes.
#include "input/picture_reader.h"

#include <doctest/doctest.h>
#include <tiffio.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <random>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/color.h"
#include "output/formats.h"
#include "output/png/chunk.h"
#include "recipe/fields/picture_maps.h"
#include "support/harness.h"
#include "support/skip.h"
#include "unit/input/pictures.h"

namespace cobble {
namespace {

constexpr std::string_view kRecipe = R"({
  "cobble": 1, "size": [70, 50], "noise": {"type": "perlin", "frequency": 3},
  "nodes": {"tint": {"type": "ramp", "source": {"type": "value"},
                     "stops": [[0, "#102030"], [1, "#f0d0a0"]]}},
  "maps": {"color": {"ref": "tint"}},
  "pack": {"two": ["height", "ao"], "four": ["height", "ao", 0.25, "curvature"]}})";

PictureFile Encode(const Program& program, const Format& format, const std::string& map, int bits) {
  EncodeOptions options;
  options.format = format.name;
  options.maps = {map};
  options.bits = bits;
  EncodedPicture picture = EncodePicture(program, options);
  return FileOf("a" + std::string(format.suffixes.front()), std::move(picture.bytes),
                std::move(picture.sidecar));
}

// Returns a sample as a format stores it, before rounding.
double Stored(double x, const PictureMap& map, const Format& format, int bits) {
  const bool is_float = IsFloat(format, bits);
  const bool is_positive = !is_float || format.name == "hdr";
  if (map.range == SampleRange::kSigned && is_positive) x = (x + 1) / 2;
  if (map.is_color && !is_float) x = SrgbFromLinear(x);
  if (format.name == "hdr") return std::max(x, 0.0);
  return is_float ? x : std::clamp(x, 0.0, 1.0);
}

// Returns half a step of the format's samples at `x`; 0 if they are exact.
double HalfStep(const Format& format, int bits, double x) {
  if (!IsFloat(format, bits)) return 0.5 / ((1 << bits) - 1) + 2e-7;
  if (format.name == "hdr") return 1.0 / 128;
  return bits == 16 ? std::abs(x) / 2048 + 1e-7 : 0;
}

void CheckRoundTrip(const Program& program, const Format& format, const PictureMap& map, int bits) {
  const Image image = RenderImage(program, map.name);
  const auto reader = OpenPictureFile(Encode(program, format, map.name, bits));
  const PictureInfo& info = reader->info();
  REQUIRE(info.width == image.width);
  REQUIRE(info.height == image.height);
  CHECK(info.channels.front().is_float == IsFloat(format, bits));
  CHECK(info.channels.front().bits == (format.name == "hdr" ? 32 : bits));
  const std::vector<float> samples = AllSamples(*reader);
  // BMP and HDR store grey in three channels.
  const std::size_t per_pixel = info.channels.size();
  REQUIRE((per_pixel == static_cast<std::size_t>(map.channels) ||
           (map.channels == 1 && per_pixel == 3)));
  double worst = 0;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const std::size_t pixel = k / per_pixel, c = map.channels == 1 ? 0 : k % per_pixel;
    const double x = Stored(image.samples[pixel * static_cast<std::size_t>(map.channels) + c], map,
                            format, bits);
    worst = std::max(worst, std::abs(samples[k] - x) - HalfStep(format, bits, x));
  }
  CHECK(worst <= 0);
}

TEST_CASE("every format, depth and map is read back to half a step, and floats exactly") {
  const Recipe recipe = ReadRecipe(std::string(kRecipe), "recipe");
  int cases = 0;
  for (const std::string name : {"height", "normal", "slope", "value", "color", "two", "four"}) {
    const PictureMap map = *FindPictureMap(recipe, name);
    const Program program = Program::Compile(recipe, OptionsFor(recipe, {name}));
    for (const Format& format : Formats()) {
      if (format.name == "jpg") continue;
      for (const int bits : format.bits) {
        if (!WhyNot(format, map, bits).empty()) continue;
        CAPTURE(name);
        CAPTURE(format.name);
        CAPTURE(bits);
        CheckRoundTrip(program, format, map, bits);
        ++cases;
      }
    }
  }
  CHECK(cases >= 50);
}

TEST_CASE("JPEG is read to what its quality keeps") {
  const Recipe recipe = ReadRecipe(std::string(kRecipe), "recipe");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"height"}));
  const auto reader = OpenPictureFile(Encode(program, *FindFormat("jpg"), "height", 8));
  const Image image = RenderImage(program, "height");
  const std::vector<float> samples = AllSamples(*reader);
  const std::size_t step = reader->info().channels.size();
  double worst = 0;
  for (std::size_t k = 0; k < image.samples.size(); ++k)
    worst = std::max(worst, std::abs(static_cast<double>(samples[k * step]) - image.samples[k]));
  CHECK(worst < 0.03);
  CHECK(worst > 0);
}

TEST_CASE("EXR: several maps, in the order of channels") {
  const Recipe recipe = ReadRecipe(std::string(kRecipe), "recipe");
  const Program program =
      Program::Compile(recipe, OptionsFor(recipe, {"color", "height", "normal"}));
  EncodeOptions options;
  options.format = "exr";
  options.maps = {"normal", "height", "color"};
  const auto reader = OpenPictureFile(FileOf("a.exr", EncodePicture(program, options).bytes));
  std::vector<std::string> names;
  for (const PictureChannel& channel : reader->info().channels) names.push_back(channel.name);
  CHECK(names == std::vector<std::string>{"color.R", "color.G", "color.B", "height.Y", "normal.X",
                                          "normal.Y", "normal.Z"});
  CHECK(reader->info().compression == "ZIP");
  const Image color = RenderImage(program, "color"), height = RenderImage(program, "height"),
              normal = RenderImage(program, "normal");
  const std::vector<float> samples = AllSamples(*reader);
  bool is_equal = true;
  for (std::size_t p = 0; p < height.samples.size(); ++p) {
    const float* const pixel = samples.data() + 7 * p;
    is_equal &= std::equal(pixel, pixel + 3, color.samples.data() + 3 * p);
    is_equal &= pixel[3] == height.samples[p];
    is_equal &= std::equal(pixel + 4, pixel + 7, normal.samples.data() + 3 * p);
  }
  CHECK(is_equal);
}

TEST_CASE("files of other programs: tiles, compressions, palettes and interlacing") {
  if (test::Lacks(test::kShell)) return;
  const Folder folder;
  REQUIRE(RunLine("render --noise perlin --size 100x60 -o a.exr -o a.png").status == 0);
  const auto read = [](const std::string& path) {
    const auto reader = OpenPictureFile(FileOf(path, ReadAll(path)));
    return AllSamples(*reader);
  };
  const auto floats = read("a.exr"), integers = read("a.png");
  for (const std::string words :
       {"--tile 32 32 -o b.exr", "--tile 64 16 --compression piz -o b.exr",
        "--compression none -o b.exr", "--compression rle -o b.exr", "-d float -o b.tif",
        "-d float --tile 32 16 -o b.tif", "-d float --compression lzw -o b.tif"}) {
    CAPTURE(words);
    const std::string path = words.substr(words.rfind(' ') + 1);
    REQUIRE(RunShell("oiiotool a.exr " + words).status == 0);
    CHECK(read(path) == floats);
  }
  for (const std::string words :
       {"-o b.tif", "--tile 16 32 -o b.tif", "--compression none -o b.tif",
        "--attrib png:interlace 1 -o b.png"}) {
    CAPTURE(words);
    const std::string path = words.substr(words.rfind(' ') + 1);
    REQUIRE(RunShell("oiiotool a.png " + words).status == 0);
    CHECK(read(path) == integers);
  }
}

// Returns the message of the error thrown while reading the file; empty if none.
std::string Failure(const PictureFile& file) {
  try {
    const auto reader = OpenPictureFile(file);
    const PictureInfo& info = reader->info();
    std::vector<float> row(static_cast<std::size_t>(info.width) * info.channels.size());
    for (int64_t y = 0; y < info.height; ++y) reader->ReadRow(row);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST_CASE("every truncation of every format is refused, and none crashes") {
  const Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "size": [40, 30], "noise": {"type": "perlin"}})", "r");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"height"}));
  for (const Format& format : Formats()) {
    CAPTURE(format.name);
    const PictureFile whole = Encode(program, format, "height", format.bits.back());
    std::string bytes(static_cast<std::size_t>(whole.source->size()), '\0');
    REQUIRE(whole.source->Read(0, bytes.data(), bytes.size()) == bytes.size());
    CHECK(Failure(whole) == "");
    const std::size_t step = bytes.size() / 97 + 1;
    for (std::size_t size = 0; size < bytes.size() - 2; size += step)
      CHECK_MESSAGE(Failure(FileOf(whole.path, bytes.substr(0, size), whole.sidecar)) != "", size);
  }
}

TEST_CASE("damaged bytes give an error or a picture, never a crash") {
  std::mt19937 random(7);
  const Recipe recipe =
      ReadRecipe(R"({"cobble": 1, "size": [24, 20], "noise": {"type": "perlin"}})", "r");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"height"}));
  int refused = 0;
  for (const Format& format : Formats()) {
    const PictureFile whole = Encode(program, format, "height", format.bits.back());
    std::string bytes(static_cast<std::size_t>(whole.source->size()), '\0');
    whole.source->Read(0, bytes.data(), bytes.size());
    for (int k = 0; k < 300; ++k) {
      std::string damaged = bytes;
      for (int n = 0; n < 3; ++n) {
        // Most damage goes to the header.
        const std::size_t end =
            n == 0 ? std::min<std::size_t>(damaged.size(), 400) : damaged.size();
        damaged[random() % end] = static_cast<char>(random());
      }
      refused += Failure(FileOf(whole.path, damaged, whole.sidecar)) != "";
    }
  }
  CHECK(refused > 500);
}

TEST_CASE("files that are not pictures, and headers that lie, are refused with a reason") {
  using namespace std::string_literals;
  const std::string png = "\x89PNG\r\n\x1a\n"s;
  CHECK(Failure(FileOf("a.png", "")) == "a.png: is empty");
  CHECK(Failure(FileOf("a.png", "hello")) == "a.png: is not a PNG file");
  CHECK(Failure(FileOf("a.png", png)) == "a.png: is a truncated PNG");
  CHECK(Failure(FileOf("a.png", png + "\0\0\0\x0dIHDR\0\0\0\0\0\0\0\x01\x08\0\0\0\0abcd"s))
            .starts_with("a.png: is a damaged PNG: "));
  CHECK(Failure(FileOf("a", "hello, world"))
            .starts_with("a: is not a picture that cobble reads; it reads .png, .exr, "));
  CHECK(Failure(FileOf("a.exr", "\x76\x2f\x31\x01"s)).starts_with("a.exr: is a "));
  CHECK(Failure(FileOf("a.pfm", "PF\n3 -1\n-1\n")) == "a.pfm: has an invalid size");
  CHECK(Failure(FileOf("a.pfm", "Pf\n3 1\n0\n")) == "a.pfm: is a PFM whose header is damaged");
  CHECK(Failure(FileOf("a.pfm", "Pf\n3 1\n-1\n123")) == "a.pfm: is a truncated PFM");
  CHECK(Failure(FileOf("a.pfm", "Pf\n200000 200000\n-1\n")) ==
        "a.pfm: 200000 x 200000 pixels exceed the limit of 17179869184");
  CHECK(Failure(FileOf("a.pfm", "PF\n2000000000 1\n-1\n")) ==
        "a.pfm: reading it needs 288000000000 bytes of memory, but the limit is 1073741824");
  CHECK(Failure(FileOf("a.tif", "II*\0"s)) == "a.tif: is a truncated TIFF");
  CHECK(Failure(FileOf("a.bmp", "BM")) == "a.bmp: is a truncated BMP");
  CHECK(Failure(FileOf("a.r16", "", "[]"))
            .starts_with("a.r16.json: is not the sidecar of a raw file; as in {\"width\": 513, "));
  CHECK(Failure(FileOf("a.r16", "", R"({"width": 2})")) ==
        "a.r16.json: must state \"height\", \"bpp\" and \"channels\" as whole numbers from 1 to "
        "2147483647; as in {\"width\": 513, \"height\": 513, \"bpp\": 16, \"channels\": 1}, where "
        "bpp counts the bits of a pixel");
  const std::string sidecar = R"({"width": 2, "height": 3, "bpp": 16, "channels": 1})";
  CHECK(Failure(FileOf("a.r16", "12345678901", sidecar)) ==
        "a.r16: has 11 bytes, but a.r16.json describes 12; its samples are of another type: the "
        "size of a pixel is not 2 bytes");
  CHECK(Failure(FileOf("a.r16", "", R"({"width": 2, "height": 3, "bpp": 24, "channels": 1})")) ==
        "a.r16.json: \"bpp\" must be 8, 16 or 32 for each of 1 channel, got 24");
  CHECK(Failure(FileOf("a.r16", "", R"({"width": 2, "height": 3, "bpp": 65, "channels": 65})")) ==
        "a.r16.json: \"channels\" must be at most 64, got 65");
}

// Returns a PNG of 4 x 1 pixels. In: row, its filter and its samples; chunks, before the samples.
std::string SmallPng(char bits, char color_type, const std::string& row,
                     const std::string& chunks = "") {
  using namespace std::string_literals;
  uLongf size = 64;
  std::string packed(size, '\0');
  REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                   reinterpret_cast<const Bytef*>(row.data()),
                   static_cast<uLong>(row.size())) == Z_OK);
  packed.resize(size);
  return "\x89PNG\r\n\x1a\n"s +
         PngChunkText("IHDR", std::string(BigEndian(4).text()) + std::string(BigEndian(1).text()) +
                                  bits + color_type + "\0\0\0"s) +
         chunks + PngChunkText("IDAT", packed) + PngChunkText("IEND", "");
}

TEST_CASE("PNG: palettes and small samples are read as 8 bits, and described") {
  using namespace std::string_literals;
  const std::string palette = PngChunkText("PLTE", "\x00\xff\x33\x00\x00\x00"s);
  const auto colors = OpenPictureFile(FileOf("a.png", SmallPng(1, 3, "\0\x50"s, palette)));
  CHECK(colors->info().more == std::vector<std::string>{"1-bit palette"});
  CHECK(colors->info().channels.size() == 3);
  CHECK(AllSamples(*colors) == std::vector<float>{0, 1, 0.2f, 0, 0, 0, 0, 1, 0.2f, 0, 0, 0});
  const std::string alpha = PngChunkText("tRNS", "\x33"s);
  const auto clear = OpenPictureFile(FileOf("a.png", SmallPng(1, 3, "\0\x50"s, palette + alpha)));
  CHECK(clear->info().channels.size() == 4);
  CHECK(AllSamples(*clear)[3] == 0.2f);
  const auto grey = OpenPictureFile(FileOf("a.png", SmallPng(2, 0, "\0\x1b"s)));
  CHECK(grey->info().more == std::vector<std::string>{"2-bit samples"});
  CHECK(grey->info().channels.front().bits == 8);
  CHECK(AllSamples(*grey).back() == 1);
}

TEST_CASE("EXR: unsigned integers are described as such") {
  const Recipe recipe = ReadRecipe(std::string(kRecipe), "recipe");
  const Program program = Program::Compile(recipe, OptionsFor(recipe, {"height"}));
  std::string bytes = EncodePicture(program, {.format = "exr", .bits = 32}).bytes;
  CHECK(!OpenPictureFile(FileOf("a.exr", bytes))->info().channels.front().is_uint);
  using namespace std::string_literals;
  const std::size_t type = bytes.find("Y\0\2\0\0\0"s);
  REQUIRE(type != std::string::npos);
  bytes[type + 2] = 0;
  const auto reader = OpenPictureFile(FileOf("a.exr", bytes));
  CHECK(reader->info().channels.front().is_uint);
  CHECK(AllSamples(*reader).front() > 1e8);  // the bits of a float
}

TEST_CASE("raw samples and PFM of either byte order") {
  const auto raw = OpenPictureFile(
      FileOf("a.r16", std::string("\x00\x00\xff\xff\x34\x12", 6),
             R"({"width": 3, "height": 1, "bpp": 16, "channels": 1, "transfer": "srgb"})"));
  CHECK(raw->info().is_srgb);
  CHECK(AllSamples(*raw) == std::vector<float>{0, 1, static_cast<float>(0x1234 / 65535.0)});
  const auto pfm = OpenPictureFile(
      FileOf("a.pfm", std::string("Pf\n1 2\n1.0\n\x3f\x80\x00\x00\xc0\x00\x00\x00", 19)));
  CHECK(AllSamples(*pfm) == std::vector<float>{-2, 1});  // the bottom row comes first
}

}  // namespace
}  // namespace cobble
