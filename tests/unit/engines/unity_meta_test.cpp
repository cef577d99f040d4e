// Tests Unity's import settings.
#include "engines/set_files.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "unit/output/files.h"

namespace cobble {
namespace {

constexpr SetChannel kColor[] = {{Role::kColor}}, kNormal[] = {{Role::kNormal}};
constexpr SetPicture kColors{.suffix = "_Albedo", .channels = kColor},
    kNormals{.suffix = "_Normal", .channels = kNormal};

TEST_CASE("a GUID is the FNV-1a hash of the path below Assets") {
  // The authors' test vectors, and one from an independent implementation.
  CHECK(UnityGuid("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(UnityGuid("/home/foobar") == "343e1662793c64bf6f0d3597ba446f18");
  CHECK(UnityGuid("/home/me/Game/Assets/Textures/rust_Normal.png") ==
        "ce7bd3db0100aa104e0d54e25315cdbf");
  CHECK(UnityGuid("/home/me/Game/Assets/Pack/Assets/Textures/rust_Normal.png") ==
        UnityGuid("/b/Assets/Pack/Assets/Textures/rust_Normal.png"));
  CHECK(UnityGuid("/NotAssets/rust.png") == UnityGuid("rust.png"));
  CHECK(UnityGuid("/Assets/a/rust.png") != UnityGuid("/Assets/b/rust.png"));
  CHECK(IsInAssets("/Game/Assets/rust.png"));
  CHECK_FALSE(IsInAssets("/Game/NotAssets/rust.png"));
}

TEST_CASE("the project's Assets is the one beside ProjectSettings") {
  const TemporaryFolder root;
  const std::string outer = root / "Assets", game = outer + "/Game";
  std::filesystem::create_directories(game + "/ProjectSettings");
  CHECK(UnityGuid(game + "/Assets/Pack/Assets/a.png") == UnityGuid("/Assets/Pack/Assets/a.png"));
  CHECK(UnityGuid(outer + "/a.png") == UnityGuid("/Assets/a.png"));
}

TEST_CASE("colours are sRGB, normals are of their own type") {
  CHECK(UnityMeta(
            {.path = "/Assets/a", .picture = &kColors, .width = 64, .height = 64, .tiles = true}) ==
        R"(fileFormatVersion: 2
guid: d228cb696f1a8caf78912b704e4a8964
TextureImporter:
  serializedVersion: 11
  mipmaps:
    mipMapMode: 0
    enableMipMap: 1
    sRGBTexture: 1
  maxTextureSize: 2048
  textureSettings:
    serializedVersion: 2
    wrapU: 0
    wrapV: 0
    wrapW: 0
  generateCubemap: 6
  textureType: 0
  textureShape: 1
  platformSettings:
  - serializedVersion: 3
    buildTarget: DefaultTexturePlatform
    maxTextureSize: 2048
    textureFormat: -1
    textureCompression: 1
    compressionQuality: 50
    overridden: 0
)");
  CHECK(UnityMeta({.path = "/Assets/a", .picture = &kNormals, .width = 64, .height = 4096}) ==
        R"(fileFormatVersion: 2
guid: d228cb696f1a8caf78912b704e4a8964
TextureImporter:
  serializedVersion: 11
  mipmaps:
    mipMapMode: 0
    enableMipMap: 1
    sRGBTexture: 0
  maxTextureSize: 4096
  textureSettings:
    serializedVersion: 2
    wrapU: 1
    wrapV: 1
    wrapW: 1
  generateCubemap: 6
  textureType: 1
  textureShape: 1
  platformSettings:
  - serializedVersion: 3
    buildTarget: DefaultTexturePlatform
    maxTextureSize: 4096
    textureFormat: -1
    textureCompression: 1
    compressionQuality: 50
    overridden: 0
)");
}

}  // namespace
}  // namespace cobble
