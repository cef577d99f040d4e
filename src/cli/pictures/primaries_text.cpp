// Implements PrimariesText.
#include "cli/pictures/primaries_text.h"

#include <fmt/format.h>

namespace cobble {

std::string PrimariesText(const Chromaticities& primaries) {
  if (AreSame(primaries, kRec709)) return std::string(kPrimaries[0]);
  if (AreSame(primaries, kAcesCg)) return std::string(kPrimaries[1]);
  const auto& [red, green, blue, white] = primaries;
  return fmt::format(
      "red {:.4g}, {:.4g}, green {:.4g}, {:.4g}, blue {:.4g}, {:.4g}, white "
      "{:.4g}, {:.4g}",
      red.x, red.y, green.x, green.y, blue.x, blue.y, white.x, white.y);
}

}  // namespace cobble
