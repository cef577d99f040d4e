// Tests the metadata texts of Zarr stores.
#include "output/zarr/metadata.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace cobble {
namespace {

using nlohmann::json;

TEST_CASE("an array's metadata") {
  CHECK(ZarrGroupText() == "{\n  \"zarr_format\": 2\n}\n");
  CHECK(
      ZarrArrayText({.width = 1000, .height = 700, .chunk_side = 256, .channels = 1, .bits = 16}) ==
      R"({
  "zarr_format": 2,
  "shape": [700, 1000],
  "chunks": [256, 256],
  "dtype": "<u2",
  "compressor": {
    "id": "zlib",
    "level": 1
  },
  "fill_value": null,
  "order": "C",
  "filters": null,
  "dimension_separator": "/"
}
)");
  const auto parsed = [](int channels, int bits, Compression compression) {
    return json::parse(ZarrArrayText({.width = int64_t{1} << 40,
                                      .height = 7,
                                      .chunk_side = 64,
                                      .channels = channels,
                                      .bits = bits,
                                      .compression = compression}));
  };
  const json bytes = parsed(3, 8, Compression::kNone), floats = parsed(2, 32, Compression::kSmall);
  CHECK(bytes["shape"] == json({3, 7, int64_t{1} << 40}));
  CHECK(bytes["chunks"] == json({3, 64, 64}));
  CHECK(bytes["dtype"] == "|u1");
  CHECK(bytes["compressor"].is_null());
  CHECK(floats["dtype"] == "<f4");
  CHECK(floats["compressor"] == json({{"id", "zlib"}, {"level", 9}}));
}

TEST_CASE("an array's metadata in version 3") {
  const ZarrArray array{.width = 1000, .height = 700, .chunk_side = 256, .channels = 1, .bits = 16};
  CHECK(json::parse(Zarr3ArrayText(array)) == json::parse(R"({
      "zarr_format": 3, "node_type": "array", "shape": [700, 1000], "data_type": "uint16",
      "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [256, 256]}},
      "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
      "fill_value": 0, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
                                  {"name": "gzip", "configuration": {"level": 1}}],
      "attributes": {}, "dimension_names": ["y", "x"]})"));
  const json bytes = json::parse(Zarr3ArrayText({.width = 9,
                                                 .height = 7,
                                                 .chunk_side = 4,
                                                 .channels = 3,
                                                 .bits = 8,
                                                 .compression = Compression::kNone}));
  CHECK(bytes["data_type"] == "uint8");
  CHECK(bytes["chunk_grid"]["configuration"] == json::parse(R"({"chunk_shape": [3, 4, 4]})"));
  CHECK(bytes["codecs"] == json::parse(R"([{"name": "bytes"}])"));
  CHECK(bytes["dimension_names"] == json({"c", "y", "x"}));
  CHECK(json::parse(Zarr3ArrayText({.bits = 32}))["fill_value"] == "NaN");
}

TEST_CASE("groups in version 3 have the levels of a map, and the store has all metadata") {
  const std::string height = Zarr3PyramidText("height", false, 2);
  json pyramid = json::parse(ZarrPyramidText("height", false, 2))["multiscales"][0];
  pyramid.erase("version");
  const json group{
      {"zarr_format", 3},
      {"node_type", "group"},
      {"attributes", {{"ome", {{"version", "0.5"}, {"multiscales", json::array({pyramid})}}}}}};
  CHECK(json::parse(height) == group);
  const std::pair<std::string, std::string> nodes[] = {{"height", height}};
  const json store = json::parse(Zarr3StoreText(nodes));
  CHECK(store["node_type"] == "group");
  CHECK(store["consolidated_metadata"] ==
        json{{"kind", "inline"}, {"must_understand", false}, {"metadata", {{"height", group}}}});
}

TEST_CASE("a map's metadata places each level's pixels in those of the finest") {
  const json grey = json::parse(ZarrPyramidText("height", false, 1));
  CHECK(grey == json::parse(R"({"multiscales": [{
      "version": "0.4", "name": "height", "type": "mean",
      "axes": [{"name": "y", "type": "space"}, {"name": "x", "type": "space"}],
      "datasets": [{"path": "0", "coordinateTransformations": [
          {"type": "scale", "scale": [1, 1]},
          {"type": "translation", "translation": [0, 0]}]}]}]})"));
  const json normal = json::parse(ZarrPyramidText("@a \"b\" \\", true, 12))["multiscales"][0];
  CHECK(normal["name"] == "@a \"b\" \\");
  CHECK(normal["axes"].size() == 3);
  CHECK(normal["axes"][0] == json({{"name", "c"}, {"type", "channel"}}));
  REQUIRE(normal["datasets"].size() == 12);
  CHECK(normal["datasets"][1] == json::parse(R"({"path": "1", "coordinateTransformations": [
      {"type": "scale", "scale": [1, 2, 2]},
      {"type": "translation", "translation": [0, 0.5, 0.5]}]})"));
  const json& last = normal["datasets"][11];
  CHECK(last["path"] == "11");
  CHECK(last["coordinateTransformations"][0]["scale"] == json({1, 2048, 2048}));
  CHECK(last["coordinateTransformations"][1]["translation"] == json({0, 1023.5, 1023.5}));
}

TEST_CASE("an array's attributes name its axes") {
  CHECK(ZarrAxesText(false, 0) == "{\n  \"_ARRAY_DIMENSIONS\": [\"y\", \"x\"]\n}\n");
  CHECK(json::parse(ZarrAxesText(true, 0)) == json({{"_ARRAY_DIMENSIONS", {"c", "y", "x"}}}));
  CHECK(json::parse(ZarrAxesText(true, 2)) == json({{"_ARRAY_DIMENSIONS", {"c", "y2", "x2"}}}));
}

TEST_CASE("chunks are in a folder per row") {
  CHECK(ZarrChunkName(false, 17, 204) == "17/204");
  CHECK(ZarrChunkName(true, 0, int64_t{1} << 33) == "0/0/8589934592");
}

}  // namespace
}  // namespace cobble
