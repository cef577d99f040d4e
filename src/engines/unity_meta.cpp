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

struct Hash128 {
  uint64_t high, low;
};

// Returns hash * prime modulo 2^128. The prime is 2^88 + 0x13B.
Hash128 TimesPrime(const Hash128& hash) {
  constexpr uint64_t kLow = 0x13B;
  constexpr int kShift = 88 - 64;
  const uint64_t a = (hash.low & 0xFFFFFFFF) * kLow, b = (hash.low >> 32) * kLow;
  const uint64_t low = a + (b << 32);
  const uint64_t carry = (b >> 32) + (low < a ? 1 : 0);
  return {hash.high * kLow + carry + (hash.low << kShift), low};
}

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
  Hash128 hash{0x6C62272E07BB0142, 0x62B821756295C58D};
  const std::size_t assets = BelowAssets(path);
  for (const char c : assets == 0 ? FileNameOf(path) : path.substr(assets)) {
    hash.low ^= static_cast<uint8_t>(c);
    hash = TimesPrime(hash);
  }
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

// Heights stay uncompressed: block compression would step gentle slopes. Unity shrinks pictures to
// the maxTextureSize of the default platform (default 2048) or, in older versions, of the importer.
std::string UnityMeta(const SetFile& file) {
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
  textureType: {}
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
                     wrap, role == Role::kNormal ? 1 : 0, max_size, role == Role::kHeight ? 0 : 1);
}

}  // namespace cobble
