// How far the height of a set displaces a surface, as engines ask for it.
#include <fmt/format.h>

#include <algorithm>

#include "core/numbers.h"
#include "engines/engines.h"

namespace cobble {
namespace {

// Returns the number with up to four significant digits: nobody types more.
std::string Short(double number) { return fmt::format("{:.4g}", number); }

}  // namespace

std::string DisplacementText(const EngineSpec& engine, const SetInfo& info,
                             std::span<const SetPicture* const> pictures) {
  const Displacement& displacement = engine.displacement;
  const bool has_height = std::ranges::any_of(pictures, [](const SetPicture* picture) {
    return picture->channels.front().role == Role::kHeight;
  });
  if (displacement.text.empty() || !has_height) return {};
  const double quads = displacement.per_quad ? static_cast<double>(info.quads) : 1;
  return fmt::format(fmt::runtime(displacement.text),
                     fmt::arg("scale", Short(info.height_scale * displacement.factor * quads)),
                     fmt::arg("middle", Short(info.height_middle)));
}

}  // namespace cobble
