// Names of maps in files.
#include "core/maps.h"

#include "core/sha256.h"

namespace cobble {

// Node names, and so the steps of a pointer to a node, contain neither / nor ~.
std::string NameInFiles(const PictureMap& map) {
  constexpr std::size_t kMaxLength = 100, kDigits = 32;
  std::string name = map.name;
  if (map.invert && name.starts_with(kInvertPrefix)) name[kInvertPrefix.size() - 1] = '~';
  if (name.find('/') == name.npos) return name;
  std::ranges::replace(name, '/', '~');
  if (name.size() <= kMaxLength) return name;
  Sha256 sum;
  sum.Add(name.data(), name.size());
  return "@~" + sum.Text().substr(0, kDigits);
}

}  // namespace cobble
