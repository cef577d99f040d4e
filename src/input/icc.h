// Tells whether a colour profile has the sRGB curve.
#pragma once

#include <optional>
#include <string_view>

namespace cobble {

// Returns whether all tone curves of an ICC profile are sRGB; nullopt if it has none or is damaged.
std::optional<bool> HasSrgbCurve(std::string_view profile);

}  // namespace cobble
