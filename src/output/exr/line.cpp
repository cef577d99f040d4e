// Converts the lines of EXR files.
#include "output/exr/line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/size.h"
#include "output/quantize.h"

namespace cobble {
namespace {

// Returns the index of the first plane of each colour.
std::vector<std::size_t> RedPlanes(const std::vector<PictureMap>& maps) {
  std::vector<std::size_t> reds;
  std::size_t plane = 0;
  for (const PictureMap& map : maps)
    ForParts(map, [&](const PictureMap& part) {
      if (part.is_color) reds.push_back(plane);
      plane += static_cast<std::size_t>(part.channels);
    });
  return reds;
}

// Colours are linear light, so the matrix is all it takes.
void ToAcesCg(float* red, float* green, float* blue, int64_t count) noexcept {
  std::array<std::array<float, 3>, 3> m{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m[i][j] = static_cast<float>(kAcesCgFromRec709[i][j]);
  for (int64_t i = 0; i < count; ++i) {
    const float r = red[i], g = green[i], b = blue[i];
    red[i] = m[0][0] * r + m[0][1] * g + m[0][2] * b;
    green[i] = m[1][0] * r + m[1][1] * g + m[1][2] * b;
    blue[i] = m[2][0] * r + m[2][1] * g + m[2][2] * b;
  }
}

}  // namespace

bool ExrLineFormat::IsNeeded(const PictureSpec& spec) {
  const bool differs = std::ranges::any_of(spec.maps, [&](const PictureMap& map) {
    return map.stored_bits > 0 && map.stored_bits != spec.bits;
  });
  return differs || spec.primaries != Primaries::kRec709;
}

ExrLineFormat::ExrLineFormat(const PictureSpec& spec, std::vector<ExrChannel> channels)
    : channels_(std::move(channels)),
      width_(spec.width),
      half_(SelectQuantize({.bits = 16, .is_float = true}, spec.simd_target)) {
  if (spec.primaries == Primaries::kAcesCg) reds_ = RedPlanes(spec.maps);
  for (const ExrChannel& channel : channels_) line_bytes_ += BytesOf(channel);
}

std::size_t ExrLineFormat::BytesOf(const ExrChannel& channel) const {
  return (Size(width_) * Size(channel.bits / 8)).bytes();
}

uint64_t ExrLineFormat::Convert(const std::byte* row, PlaneRows* line,
                                uint8_t* out) const noexcept {
  const std::size_t pixel = sizeof(float) * channels_.size();
  for (std::size_t c = 0; c < channels_.size(); ++c)
    CopyExrChannel<float>(row + c * sizeof(float), pixel, width_,
                          reinterpret_cast<uint8_t*>(line->Plane(0, c)));
  for (const std::size_t red : reds_)
    ToAcesCg(line->Plane(0, red), line->Plane(0, red + 1), line->Plane(0, red + 2), width_);

  uint64_t clamped = 0;
  for (const ExrChannel& channel : channels_) {
    const float* const plane = line->Plane(0, static_cast<std::size_t>(channel.plane));
    const std::size_t bytes = BytesOf(channel);
    if (channel.bits == 16)
      clamped += half_(&plane, 1, static_cast<int>(width_), reinterpret_cast<std::byte*>(out));
    else
      std::memcpy(out, plane, bytes);
    out += bytes;
  }
  return clamped;
}

}  // namespace cobble
