// The loops that copy channels, for constant numbers of channels, which the compiler vectorises.
#include "output/planes.h"

#include <cstdint>
#include <cstring>
#include <iterator>

namespace cobble {
namespace {

using CopyLoop = void (*)(const std::byte* in, std::byte* out, std::size_t channels,
                          std::size_t n) noexcept;

// kChannels is 0 if it is known only at run time.
template <bool kGathers, class Sample, std::size_t kChannels>
void CopySamples(const std::byte* in, std::byte* out, std::size_t channels,
                 std::size_t n) noexcept {
  const std::size_t step = (kChannels > 0 ? kChannels : channels) * sizeof(Sample);
  const std::size_t in_step = kGathers ? step : sizeof(Sample);
  const std::size_t out_step = kGathers ? sizeof(Sample) : step;
  for (std::size_t k = 0; k < n; ++k)
    std::memcpy(out + k * out_step, in + k * in_step, sizeof(Sample));
}

template <bool kGathers, class Sample>
CopyLoop LoopOf(std::size_t channels) {
  constexpr CopyLoop kLoops[] = {
      &CopySamples<kGathers, Sample, 0>, &CopySamples<kGathers, Sample, 1>,
      &CopySamples<kGathers, Sample, 2>, &CopySamples<kGathers, Sample, 3>,
      &CopySamples<kGathers, Sample, 4>};
  return kLoops[channels < std::size(kLoops) ? channels : 0];
}

template <bool kGathers>
void CopyChannel(const std::byte* in, std::byte* out, std::size_t channels, std::size_t n,
                 int sample_bytes) noexcept {
  CopyLoop loop = LoopOf<kGathers, uint8_t>(channels);
  if (sample_bytes == 2) loop = LoopOf<kGathers, uint16_t>(channels);
  if (sample_bytes == 4) loop = LoopOf<kGathers, uint32_t>(channels);
  loop(in, out, channels, n);
}

}  // namespace

void GatherChannel(const std::byte* pixels, std::size_t channels, std::byte* plane, std::size_t n,
                   int sample_bytes) noexcept {
  CopyChannel<true>(pixels, plane, channels, n, sample_bytes);
}

void ScatterChannel(const std::byte* plane, std::byte* pixels, std::size_t channels, std::size_t n,
                    int sample_bytes) noexcept {
  CopyChannel<false>(plane, pixels, channels, n, sample_bytes);
}

}  // namespace cobble
