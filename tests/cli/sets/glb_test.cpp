// Tests cobble render --for gltf: chunks, pictures, and Khronos's validator.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/harness.h"
#include "support/readers/png.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

using nlohmann::json;

// Returns a .glb file's JSON, checking its chunks.
json GlbJson(const std::string& bytes, std::string* binary) {
  const auto number = [&](std::size_t at) {
    uint32_t value = 0;
    for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes.at(at + k));
    return value;
  };
  CHECK(bytes.substr(0, 4) == "glTF");
  CHECK(number(4) == 2);
  CHECK(number(8) == bytes.size());
  const std::size_t length = number(12);
  CHECK(bytes.substr(16, 4) == "JSON");
  CHECK(number(20 + length) == bytes.size() - 28 - length);
  CHECK(bytes.substr(24 + length, 4) == std::string("BIN\0", 4));
  *binary = bytes.substr(28 + length);
  return json::parse(bytes.substr(20, length));
}

TEST_CASE("the quad of a .glb has the size of the world in metres") {
  Folder folder;
  WriteFile("land.json", R"({"cobble": 1, "size": [32, 16], "range": [-1, 1],
      "domain": {"extent": [2, 1]}, "world": {"width": 4000, "heights": [0, 300]},
      "noise": {"type": "simplex"}, "maps": {"color": "#806040", "roughness": 1}})");
  Render("land.json --for gltf -o land --quiet");
  std::string binary;
  const json position = GlbJson(ReadAll("land.glb"), &binary)["accessors"][0];
  CHECK(position["min"] == json::array({-2000, -1000, 0}));
  CHECK(position["max"] == json::array({2000, 1000, 0}));
}

TEST_CASE("a .glb contains the same PNG files as separate outputs") {
  Folder folder;
  const std::string name = test::Has(test::kNames) ? "'a\"b'" : "'a&b'";
  Render("--preset rust --size 64x32 --extent 1,0.5 --no-tiling --for gltf --quiet -o " + name);
  Render(
      "--preset rust --size 64x32 --extent 1,0.5 --no-tiling -o color=c.png -o normal=n.png -o "
      "orm=o.png");
  std::string binary;
  const json scene = GlbJson(ReadAll(name + ".glb"), &binary);
  const auto image = [&](const json& texture) {
    const json& source =
        scene["images"][scene["textures"][texture["index"].get<int>()]["source"].get<int>()];
    const json& view = scene["bufferViews"][source["bufferView"].get<int>()];
    WriteFile("image.png", binary.substr(view["byteOffset"], view["byteLength"]));
    return ReadPng("image.png").bytes;
  };
  const json& material = scene["materials"][0];
  const json& surface = material["pbrMetallicRoughness"];
  CHECK(material["name"] == name);
  CHECK(material["doubleSided"] == true);
  CHECK(image(surface["baseColorTexture"]) == ReadPng("c.png").bytes);
  CHECK(image(surface["metallicRoughnessTexture"]) == ReadPng("o.png").bytes);
  CHECK(image(material["occlusionTexture"]) == ReadPng("o.png").bytes);
  CHECK(image(material["normalTexture"]) == ReadPng("n.png").bytes);
  CHECK(scene["samplers"][0]["wrapS"] == 33071);
  CHECK(scene["accessors"][0]["max"] == json::array({0.5, 0.25, 0}));
  Render("--preset rust --size 32 --for gltf -o b");
  CHECK(GlbJson(ReadAll("b.glb"), &binary)["samplers"][0]["wrapS"] == 10497);
}

TEST_CASE("Khronos's validator finds nothing wrong with .glb files") {
  Folder folder;
  Render("--preset rust --size 32 --for gltf -o a");
  const std::string command = "node " COBBLE_SOURCE_DIR "/tests/cli/sets/validate_gltf.js ";
  const Outcome first = RunShell(command + "a.glb");
  if (first.status == 3 || first.status == 127) return test::Skip("no gltf-validator");
  CHECK(first.status == 0);
  CHECK(first.out == "2 triangles, 4 vertices, 3 images\n");
  const std::pair<std::string, std::string> others[] = {
      {"--noise perlin --size 64x32 --extent 1,0.5", "2"},
      {"--preset oak-planks --size 32 --bits normal=16", "3"},
      {"--preset brick-wall --size 32 --compression small", "3"}};
  for (const auto& [flags, images] : others) {
    Render(flags + " --quiet --for gltf -o b");
    CHECK(RunShell(command + "b.glb").out == "2 triangles, 4 vertices, " + images + " images\n");
  }
  // The validator does find faults.
  WriteFile("c.glb", ReadAll("a.glb") + "x");
  CHECK(RunShell(command + "c.glb").out.find("GLB_") != std::string::npos);
}

}  // namespace
}  // namespace cobble
