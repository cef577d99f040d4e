// What stands at the beginning of an EXR file, made by OpenEXR.
#ifndef COBBLE_OUTPUT_EXR_HEADER_H_
#define COBBLE_OUTPUT_EXR_HEADER_H_

#include <string>
#include <string_view>
#include <vector>

#include "output/picture.h"

namespace cobble {

inline constexpr std::string_view kExrMagic{"\x76\x2F\x31\x01", 4};

struct ExrChannel {
  std::string name;
  int plane = 0;  // of all maps' components, one after another
};

// In the order in which a file has them, which is that of their names. One map alone is Y, or R, G
// and B, which every reader shows; several are layers, as height.Y and normal.X.
std::vector<ExrChannel> ExrChannels(const std::vector<Map>& maps);

// Everything before the table of where the blocks are. block_lines: 16 or 1.
std::string ExrHeader(const PictureSpec& spec, const std::vector<ExrChannel>& channels,
                      int64_t block_lines);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_EXR_HEADER_H_
