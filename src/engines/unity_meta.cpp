// Writes Unity's .meta files.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "engines/set_files.h"
#include "platform/file.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::string_view kAssets = "/Assets/";

__extension__ using Wide = unsigned __int128;  // not in ISO C++

// Returns where the path below the project's Assets starts (see UnityGuid); 0 without one.
std::size_t BelowAssets(std::string_view path) {
  const std::size_t outermost = path.find(kAssets);
  if (outermost == path.npos) return 0;
  for (std::size_t at = outermost; at != path.npos; at = path.find(kAssets, at + 1)) {
    if (file::IsFolder(std::string(path.substr(0, at)) + "/ProjectSettings"))
      return at + kAssets.size();
  }
  return outermost + kAssets.size();
}

}  // namespace

bool IsInAssets(std::string_view path) { return path.find(kAssets) != path.npos; }

// Based on: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm", 2012.
std::string UnityGuid(std::string_view path) {
  constexpr Wide kPrime = (Wide{1} << 88) + 0x13B;
  Wide hash = Wide{0x6C62272E07BB0142} << 64 | 0x62B821756295C58D;
  const std::size_t assets = BelowAssets(path);
  for (const char c : assets == 0 ? FileNameOf(path) : path.substr(assets))
    hash = (hash ^ static_cast<uint8_t>(c)) * kPrime;
  return fmt::format("{:016x}{:016x}", static_cast<uint64_t>(hash >> 64),
                     static_cast<uint64_t>(hash));
}

namespace {

// Values of textureShape and of generateCubemap, which is not used for plain textures.
enum class Shape { kPlane = 1, kFaces = 2 };
constexpr int kAutomaticCubemap = 6;

// Heights stay uncompressed: block compression would step gentle slopes. Unity shrinks pictures to
// the maxTextureSize of the default platform (default 2048) or, in older versions, of the importer.
std::string MetaOf(const SetFile& file, Shape shape) {
  constexpr uint64_t kDefaultSize = 2048;
  const Role role = file.picture->channels.front().role;
  const int wrap = file.tiles ? 0 : 1;
  const auto side = static_cast<uint64_t>(std::max(file.width, file.height));
  const uint64_t max_size = std::max(std::bit_ceil(side), kDefaultSize);
  return fmt::format(R"(fileFormatVersion: 2
guid: {}
TextureImporter:
  serializedVersion: 11
  mipmaps:
    mipMapMode: 0
    enableMipMap: 1
    sRGBTexture: {}
  maxTextureSize: {}
  textureSettings:
    serializedVersion: 2
    wrapU: {}
    wrapV: {}
    wrapW: {}
  generateCubemap: {}
  textureType: {}
  textureShape: {}
  platformSettings:
  - serializedVersion: 3
    buildTarget: DefaultTexturePlatform
    maxTextureSize: {}
    textureFormat: -1
    textureCompression: {}
    compressionQuality: 50
    overridden: 0
)",
                     UnityGuid(file.path), InfoOf(role).is_color ? 1 : 0, max_size, wrap, wrap,
                     wrap, kAutomaticCubemap, role == Role::kNormal ? 1 : 0,
                     static_cast<int>(shape), max_size, role == Role::kHeight ? 0 : 1);
}

}  // namespace

std::string UnityMeta(const SetFile& file) { return MetaOf(file, Shape::kPlane); }

// Of faces side by side, +X, -X, +Y, -Y, +Z and -Z, which Unity knows by the picture's shape.
std::string UnityCubemapMeta(const SetFile& file) { return MetaOf(file, Shape::kFaces); }

}  // namespace cobble
