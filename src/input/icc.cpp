// Based on: ICC.1:2010, 7.2 Profile header, 7.3 Tag table, 10.5 curveType, 10.16
// parametricCurveType.
#include "input/readers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/color.h"
#include "core/srgb.h"

namespace cobble {
namespace {

constexpr std::size_t kHeaderBytes = 128, kTagBytes = 12;
constexpr double kTolerance = 0.002;  // of linear light; a gamma of 2.2 differs by 0.004

// Returns the big-endian number of `size` bytes at `at`, or 0 if there are fewer.
uint32_t NumberAt(std::string_view bytes, std::size_t at, std::size_t size = 4) {
  if (at > bytes.size() || size > bytes.size() - at) return 0;
  uint32_t number = 0;
  for (const char c : bytes.substr(at, size)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

// In: the tag's type, four reserved bytes, the number of samples, the samples. No samples mean a
// line, one is an exponent.
bool IsSrgbTable(std::string_view tag) {
  const uint32_t count = NumberAt(tag, 8);
  if (count < 2 || tag.size() < 12 || count > (tag.size() - 12) / 2) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(i) / (count - 1);
    if (std::abs(NumberAt(tag, 12 + 2 * i, 2) / 65535.0 - LinearFromSrgb(x)) > kTolerance)
      return false;
  }
  return true;
}

// In: the tag's type, four reserved bytes, the function's type in 2 bytes, 2 reserved bytes, the
// parameters. Function 3 is (a x + b)^g from d on, and c x below.
bool IsSrgbFunction(std::string_view tag) {
  constexpr SrgbCurve<double> kCurve = kSrgb<double>;
  constexpr std::array<double, 5> kParameters{kCurve.power, 1 / kCurve.scale,
                                              kCurve.offset / kCurve.scale, 1 / kCurve.divisor,
                                              kCurve.encoded_end};
  if (NumberAt(tag, 8, 2) != 3) return false;
  for (std::size_t k = 0; k < kParameters.size(); ++k)
    if (std::abs(static_cast<int32_t>(NumberAt(tag, 12 + 4 * k)) / 65536.0 - kParameters[k]) >
        kTolerance)
      return false;
  return true;
}

}  // namespace

std::optional<bool> HasSrgbCurve(std::string_view profile) {
  constexpr std::array<std::string_view, 4> kCurves{"rTRC", "gTRC", "bTRC", "kTRC"};
  std::optional<bool> all;
  const std::size_t count = NumberAt(profile, kHeaderBytes);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t entry = kHeaderBytes + 4 + k * kTagBytes;
    if (entry + kTagBytes > profile.size()) return std::nullopt;
    if (std::ranges::count(kCurves, profile.substr(entry, 4)) == 0) continue;
    const std::size_t start = std::min<std::size_t>(NumberAt(profile, entry + 4), profile.size());
    const std::string_view tag = profile.substr(start, NumberAt(profile, entry + 8));
    const bool is_function = tag.starts_with("para");
    if (!is_function && !tag.starts_with("curv")) return std::nullopt;
    all = all.value_or(true) && (is_function ? IsSrgbFunction(tag) : IsSrgbTable(tag));
  }
  return all;
}

}  // namespace cobble
