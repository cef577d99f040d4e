// The channels of EXR files, and the bytes that such files begin with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/maps.h"
#include "output/picture.h"

namespace cobble {

inline constexpr std::string_view kExrMagic{"\x76\x2F\x31\x01", 4};

struct ExrChannel {
  std::string name;
  int plane = 0;  // index among the channels of all maps
  int bits = 16;
};

// Returns the names of a map's channels in the order of its samples: Y; X, Y and Z; for colours,
// packs and maps that are alone in a file, R, G, B and A.
std::vector<std::string> ChannelNames(const PictureMap& map, bool is_alone);

// Returns the channels sorted by name, as in the file. In: bits of maps without their own. One map
// is stored as Y or R, G, B, which every reader displays; several as layers: height.Y, normal.X.
std::vector<ExrChannel> ExrChannels(const std::vector<PictureMap>& maps, int bits);

// Returns all bytes before the offset table. `block_lines` is 16 or 1.
std::string ExrHeader(const PictureSpec& spec, const std::vector<ExrChannel>& channels,
                      int64_t block_lines);

// The same for a file with mip levels in tiles of `tile` x `tile` pixels, in any order.
std::string ExrTiledHeader(const PictureSpec& spec, const std::vector<ExrChannel>& channels,
                           int64_t tile);

}  // namespace cobble
