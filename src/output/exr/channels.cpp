// Names the channels of EXR files.
#include "output/exr/channels.h"

#include <algorithm>

namespace cobble {

std::vector<std::string> ChannelNames(const PictureMap& map, bool is_alone) {
  // The names that OpenImageIO's texture system looks for.
  if (map.built_in == Map::kBumpslopes)
    return {"b0_h", "b1_dhds", "b2_dhdt", "b3_dhds2", "b4_dhdt2", "b5_dh2dsdt"};
  const bool is_picture = is_alone || map.is_color || !map.parts.empty();
  std::string_view letters = is_picture ? "RGBA" : "XYZ";
  if (map.channels == 1) letters = "Y";
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(map.channels));
  for (int c = 0; c < map.channels; ++c)
    names.emplace_back(1, letters[static_cast<std::size_t>(c)]);
  return names;
}

std::vector<ExrChannel> ExrChannels(const std::vector<PictureMap>& maps, int bits) {
  const bool is_alone = maps.size() == 1;
  std::vector<ExrChannel> channels;
  for (const PictureMap& map : maps)
    for (const std::string& name : ChannelNames(map, is_alone))
      channels.push_back({is_alone ? name : NameInFiles(map) + '.' + name,
                          static_cast<int>(channels.size()),
                          map.stored_bits > 0 ? map.stored_bits : bits});
  std::ranges::sort(channels, {}, &ExrChannel::name);
  return channels;
}

}  // namespace cobble
