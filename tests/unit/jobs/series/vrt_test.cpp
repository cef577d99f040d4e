// Tests virtual datasets: their text, the paths in them, and what is refused.
// tests/cli/render/series_test.cpp has GDAL read them.
#include "jobs/series/vrt.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "core/bands.h"
#include "jobs/series/tiles.h"
#include "platform/path.h"
#include "support/process.h"
#include "support/skip.h"
#include "unit/output/files.h"

namespace cobble {
namespace {

namespace fs = std::filesystem;

Vrt VrtOf(const std::string& path, const std::string& format, const PictureMap& map, int bits) {
  Vrt vrt{.path = path, .picture = {}, .window = {}};
  vrt.picture.label = {"path", "t." + format};
  vrt.picture.path = "t." + format;
  vrt.picture.format = FindFormat(format);
  vrt.picture.maps = {map};
  vrt.picture.bits = bits;
  return vrt;
}

std::string TextOf(const Vrt& vrt, const std::vector<VrtTile>& tiles) {
  std::string text;
  MemorySink sink(&text);
  CheckVrt(vrt, tiles);
  WriteVrt(vrt, tiles, &sink);
  return text;
}

std::vector<std::string> Matches(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

// Returns the path with which a dataset names a tile, and whether it is relative: "1 t.png".
std::string SourceOf(const std::string& dataset, const std::string& tile) {
  Vrt vrt = VrtOf(dataset, "png", Map::kHeight, 8);
  vrt.window = {0, 0, 4, 4};
  const std::string text = TextOf(vrt, {{tile, vrt.window}});
  const std::regex source(R"re(relativeToVRT="(.)">(.*)</SourceFilename>)re");
  std::smatch match;
  REQUIRE(std::regex_search(text, match, source));
  return match[1].str() + ' ' + match[2].str();
}

TEST_CASE("a dataset with a world has a transform, a system and metres") {
  Vrt vrt = VrtOf("a.vrt", "png", Map::kHeight, 16);
  vrt.window = {0, 0, 5, 3};
  CHECK(TextOf(vrt, {{"t.png", vrt.window}}).find("GeoTransform") == std::string::npos);
  vrt.georeference = Georeference{.step = 2,
                                  .x = 500000,
                                  .y = 5200000,
                                  .is_point = true,
                                  .epsg = 32632,
                                  .metres = SampleMetres{655.35, -20}};
  const std::string text = TextOf(vrt, {{"t.png", vrt.window}});
  CHECK(text.find("<SRS>EPSG:32632</SRS>") != std::string::npos);
  // The first vertex is in the middle of the first cell.
  CHECK(text.find("<GeoTransform>499999, 2, 0, 5200001, 0, -2</GeoTransform>") !=
        std::string::npos);
  CHECK(text.find("AREA_OR_POINT\">Point<") != std::string::npos);
  CHECK(text.find("<UnitType>m</UnitType>\n    <Offset>-20</Offset>\n    <Scale>0.01</Scale>") !=
        std::string::npos);
}

TEST_CASE("the text of a dataset of two tiles") {
  const TemporaryFolder folder;
  Vrt vrt = VrtOf(folder / "map.vrt", "png", Map::kHeight, 16);
  vrt.window = {-3, 7, 10, 6};
  std::string text =
      TextOf(vrt, {{folder / "a.png", {-3, 7, 5, 6}}, {folder / "b.png", {2, 7, 5, 6}}});
  const std::string properties =
      R"(<SourceProperties RasterXSize="5" RasterYSize="6" DataType="UInt16" )"
      R"(BlockXSize="5" BlockYSize="1" />)";
  for (std::size_t at = 0; (at = text.find(properties)) != std::string::npos;)
    text.replace(at, properties.size(), "PROPERTIES");
  CHECK(text == R"(<VRTDataset rasterXSize="10" rasterYSize="6">
  <VRTRasterBand dataType="UInt16" band="1">
    <ColorInterp>Gray</ColorInterp>
    <SimpleSource>
      <SourceFilename relativeToVRT="1">a.png</SourceFilename>
      <SourceBand>1</SourceBand>
      PROPERTIES
      <SrcRect xOff="0" yOff="0" xSize="5" ySize="6" />
      <DstRect xOff="0" yOff="0" xSize="5" ySize="6" />
    </SimpleSource>
    <SimpleSource>
      <SourceFilename relativeToVRT="1">b.png</SourceFilename>
      <SourceBand>1</SourceBand>
      PROPERTIES
      <SrcRect xOff="0" yOff="0" xSize="5" ySize="6" />
      <DstRect xOff="5" yOff="0" xSize="5" ySize="6" />
    </SimpleSource>
  </VRTRasterBand>
</VRTDataset>
)");
}

TEST_CASE("tiles that share their border pixels cover the raster once") {
  const TemporaryFolder folder;
  for (const int overlap : {0, 1}) {
    CAPTURE(overlap);
    Vrt vrt = VrtOf(folder / "map.vrt", "tiff", Map::kHeight, 32);
    vrt.window = {5, -8, 12 + overlap, 9 + overlap};
    vrt.overlap = overlap;
    std::vector<VrtTile> tiles;
    for (const PictureTile& tile :
         CutTiles(vrt.window, {.columns = 4, .rows = 3, .overlap = overlap}))
      tiles.push_back({folder / "t.tif", tile.window});
    const std::string text = TextOf(vrt, tiles);
    std::vector<int> covered(static_cast<std::size_t>((12 + overlap) * (9 + overlap)));
    const std::regex target(
        R"re(<DstRect xOff="(\d+)" yOff="(\d+)" xSize="(\d+)" ySize="(\d+)")re");
    for (std::sregex_iterator at(text.begin(), text.end(), target), end; at != end; ++at) {
      const auto number = [&](std::size_t k) { return std::stoi((*at)[k]); };
      for (int y = number(2); y < number(2) + number(4); ++y)
        for (int x = number(1); x < number(1) + number(3); ++x)
          ++covered.at(static_cast<std::size_t>(y * (12 + overlap) + x));
    }
    for (const int count : covered) CHECK(count == 1);
    CHECK(Matches(text, R"re(RasterXSize="(\d+)" Ras)re") ==
          std::vector<std::string>(12, overlap == 1 ? "4" : "3"));
  }
}

TEST_CASE("bands have the type and the color of the file's channels") {
  const TemporaryFolder folder;
  const auto colors = [&](const std::string& format, const PictureMap& map) {
    Vrt vrt = VrtOf(folder / "map.vrt", format, map, 8);
    vrt.window = {0, 0, 4, 4};
    std::string names;
    for (const std::string& name :
         Matches(TextOf(vrt, {{"t", vrt.window}}), "<ColorInterp>(.*)</ColorInterp>"))
      names += name.substr(0, 1);
    return names;
  };
  PictureMap map(Map::kHeight), pack(Map::kHeight), colored(Map::kHeight);
  pack.channels = colored.channels = 4;
  pack.parts = {map, map, map, map};
  colored.parts = {map, map};
  colored.parts.front().is_color = true;
  CHECK(colors("png", map) == "G");
  CHECK(colors("bmp", map) == "RGB");
  CHECK(colors("png", Map::kNormal) == "RGB");
  CHECK(colors("tga", pack) == "RGBA");
  CHECK(colors("png", pack) == "RGBA");
  CHECK(colors("tiff", pack) == "RGBU");
  CHECK(colors("tiff", colored) == "RGBA");
  map.channels = 2;
  CHECK(colors("png", map) == "GA");
  CHECK(colors("tiff", map) == "GU");

  const auto type = [&](const std::string& format, int bits) {
    Vrt vrt = VrtOf(folder / "map.vrt", format, Map::kHeight, bits);
    vrt.window = {0, 0, 4, 4};
    return Matches(TextOf(vrt, {{"t", vrt.window}}), "<VRTRasterBand dataType=\"(\\w+)\"").front();
  };
  CHECK(type("png", 8) == "Byte");
  CHECK(type("png", 16) == "UInt16");
  CHECK(type("tiff", 16) == "UInt16");
  CHECK(type("tiff", 32) == "Float32");
}

TEST_CASE("blocks are the rows of a PNG and the strips of a TIFF") {
  const TemporaryFolder folder;
  const auto rows = [&](const std::string& format, int64_t width, int64_t height) {
    Vrt vrt = VrtOf(folder / "map.vrt", format, Map::kHeight, 16);
    vrt.window = {0, 0, width, height};
    return Matches(TextOf(vrt, {{"t", vrt.window}}), "BlockYSize=\"(\\d+)\"").front();
  };
  CHECK(rows("png", 300, 150) == "1");
  CHECK(rows("tiff", 300, 150) == std::to_string(BandRows(300, 150)));
  CHECK(rows("tiff", 300, 7) == "7");
}

TEST_CASE("paths are relative to the folder of the dataset, with symbolic links resolved") {
  if (test::Lacks(test::kLinks)) return;
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/b");
  fs::create_directories(folder / "c");
  fs::create_directory_symlink(folder / "a/b", folder / "link");
  fs::create_symlink("a/b/real.vrt", folder / "soft.vrt");
  CHECK(SourceOf(folder / "map.vrt", folder / "t.png") == "1 t.png");
  CHECK(SourceOf(folder / "map.vrt", folder / "c/t.png") == "1 c/t.png");
  CHECK(SourceOf(folder / "a/b/map.vrt", folder / "c/t.png") == "1 ../../c/t.png");
  CHECK(SourceOf(folder / "a/b/../map.vrt", folder / "a/./t.png") == "1 t.png");
  CHECK(SourceOf(folder / "link/map.vrt", folder / "c/t.png") == "1 ../../c/t.png");
  CHECK(SourceOf(folder / "a/map.vrt", folder / "link/t.png") == "1 b/t.png");
  CHECK(SourceOf(folder / "soft.vrt", folder / "a/t.png") == "1 ../t.png");
  CHECK(SourceOf(folder / "map.vrt", "/nowhere/x/t.png") == "0 /nowhere/x/t.png");
  CHECK(SourceOf("/map.vrt", "/nowhere/x/t.png") == "1 nowhere/x/t.png");
  CHECK(SourceOf("/nowhere/map.vrt", "/t.png") == "0 /t.png");
  CHECK(SourceOf("map.vrt", "t.png") == "1 t.png");
}

TEST_CASE("names are escaped, and marked as paths if GDAL might take them for something else") {
  const auto source = [](const std::string& name) { return SourceOf("map.vrt", name); };
  CHECK(source("a&b \"<1>.png") == "1 a&amp;b &quot;&lt;1>.png");
  CHECK(source("_\xC3\xA9.png") == "1 _\xC3\xA9.png");
  CHECK(source("HDF5:a.png") == "1 ./HDF5:a.png");
  CHECK(source("C:/a.png") == (IsAbsolute("C:/a.png") ? "0 C:/a.png" : "1 ./C:/a.png"));
  CHECK(source(" a.png") == "1 ./ a.png");
  CHECK(source("<a.png") == "1 ./&lt;a.png");
  CHECK(source("{a.png") == "1 ./{a.png");
}

TEST_CASE("formats that GDAL cannot read from a tile are refused") {
  const auto fault = [](const std::string& format, int bits, const std::string& path = {}) {
    Vrt vrt = VrtOf("map.vrt", format, Map::kHeight, bits);
    if (!path.empty()) vrt.picture.path = path;
    return ErrorOf([&] { CheckVrt(vrt, {}); });
  };
  const std::string floats = "; use .tif and `bits=32`";
  CHECK(fault("jpg", 8) ==
        "2 path=t.jpg: cannot be a tile of `vrt`: JPG is lossy, so samples would differ from the "
        "picture's; use .png or .tif");
  CHECK(fault("exr", 16) ==
        "2 path=t.exr: cannot be a tile of `vrt`: many builds of GDAL cannot read EXR" + floats);
  CHECK(fault("hdr", 32) ==
        "2 path=t.hdr: cannot be a tile of `vrt`: GDAL cannot read this format" + floats);
  CHECK(fault("pfm", 32) ==
        "2 path=t.pfm: cannot be a tile of `vrt`: GDAL cannot read this format" + floats);
  CHECK(fault("r16", 16) ==
        "2 path=t.r16: cannot be a tile of `vrt`: GDAL cannot read raw files without a header; use "
        ".png or .tif");
  CHECK(fault("r32", 32) ==
        "2 path=t.r32: cannot be a tile of `vrt`: GDAL cannot read raw files without a header" +
            floats);
  CHECK(fault("tga", 8) == "none");
  CHECK(fault("tga", 8, "a.TGA") == "none");
  CHECK(
      fault("tga", 8, "a.img") ==
      "2 path=t.tga: cannot be a tile of `vrt`: GDAL knows this format only by its suffix; end the "
      "name in .tga");
  CHECK(fault("png", 8, "a.img") == "none");
}

TEST_CASE("a device, and names that XML cannot hold, are refused") {
  const auto fault = [](const std::string& path, const std::string& tile) {
    return ErrorOf([&] {
      CheckVrt(VrtOf(path, "png", Map::kHeight, 8), std::vector<VrtTile>{{tile, {0, 0, 4, 4}}});
    });
  };
  for (const std::string path : {"-", test::kNullDevice})
    CHECK(fault(path, "t.png") ==
          "2 vrt: must be a file: the paths of tiles are relative to it; as in `vrt=map.vrt`");
  const std::string why = ": XML only holds UTF-8 without control characters; use another name";
  CHECK(fault("map.vrt", "a\nb.png") == "2 vrt: cannot name \"a\\x0Ab.png\"" + why);
  CHECK(fault("map.vrt", "a\x7F.png") == "2 vrt: cannot name \"a\\x7F.png\"" + why);
  CHECK(fault("map.vrt", "a\xFF.png") == "2 vrt: cannot name \"a\\xFF.png\"" + why);
}

}  // namespace
}  // namespace cobble
