// Names of maps in files.
#include "core/maps.h"

#include <utility>

#include "core/sha256.h"

namespace cobble {

void SetNodeScale(NodeScale scale, PictureMap* map, const Bounds& range) {
  if (!map->IsNumberNode()) return;
  if (!map->whole) {
    map->scale = scale;
    map->node_range = range;
    return;
  }
  PictureMap whole = *map->whole;
  SetNodeScale(scale, &whole, range);
  map->whole = std::make_shared<const PictureMap>(std::move(whole));
}

// Node names, and so the steps of a pointer to a node, contain neither / nor ~.
std::string NameInFiles(const PictureMap& map) {
  constexpr std::size_t kMaxLength = 100, kDigits = 32;
  std::string name = map.name;
  if (map.control || (map.invert && name.starts_with(kInvertPrefix))) name[name.find(':')] = '~';
  if (name.find('/') == name.npos) return name;
  std::ranges::replace(name, '/', '~');
  if (name.size() <= kMaxLength) return name;
  Sha256 sum;
  sum.Add(name.data(), name.size());
  return "@~" + sum.Text().substr(0, kDigits);
}

}  // namespace cobble
