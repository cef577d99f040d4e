// The loops that copy channels, for constant numbers of channels, which the compiler vectorises.
#include "output/zarr/planes.h"

#include <cstdint>
#include <cstring>
#include <iterator>

namespace cobble {
namespace {

using CopyLoop = void (*)(const std::byte* in, std::byte* out, std::size_t channels,
                          std::size_t n) noexcept;

// kChannels is 0 if it is known only at run time.
template <class Sample, std::size_t kChannels>
struct Loops {
  static void Gather(const std::byte* in, std::byte* out, std::size_t channels,
                     std::size_t n) noexcept {
    const std::size_t step = (kChannels > 0 ? kChannels : channels) * sizeof(Sample);
    for (std::size_t k = 0; k < n; ++k)
      std::memcpy(out + k * sizeof(Sample), in + k * step, sizeof(Sample));
  }
  static void Scatter(const std::byte* in, std::byte* out, std::size_t channels,
                      std::size_t n) noexcept {
    const std::size_t step = (kChannels > 0 ? kChannels : channels) * sizeof(Sample);
    for (std::size_t k = 0; k < n; ++k)
      std::memcpy(out + k * step, in + k * sizeof(Sample), sizeof(Sample));
  }
};

template <class Sample>
CopyLoop GatherOf(std::size_t channels) {
  constexpr CopyLoop kLoops[] = {&Loops<Sample, 0>::Gather, &Loops<Sample, 1>::Gather,
                                 &Loops<Sample, 2>::Gather, &Loops<Sample, 3>::Gather,
                                 &Loops<Sample, 4>::Gather};
  return kLoops[channels < std::size(kLoops) ? channels : 0];
}

template <class Sample>
CopyLoop ScatterOf(std::size_t channels) {
  constexpr CopyLoop kLoops[] = {&Loops<Sample, 0>::Scatter, &Loops<Sample, 1>::Scatter,
                                 &Loops<Sample, 2>::Scatter, &Loops<Sample, 3>::Scatter,
                                 &Loops<Sample, 4>::Scatter};
  return kLoops[channels < std::size(kLoops) ? channels : 0];
}

}  // namespace

void GatherChannel(const std::byte* pixels, std::size_t channels, std::byte* plane, std::size_t n,
                   int sample_bytes) noexcept {
  CopyLoop loop = GatherOf<uint8_t>(channels);
  if (sample_bytes == 2) loop = GatherOf<uint16_t>(channels);
  if (sample_bytes == 4) loop = GatherOf<uint32_t>(channels);
  loop(pixels, plane, channels, n);
}

void ScatterChannel(const std::byte* plane, std::byte* pixels, std::size_t channels, std::size_t n,
                    int sample_bytes) noexcept {
  CopyLoop loop = ScatterOf<uint8_t>(channels);
  if (sample_bytes == 2) loop = ScatterOf<uint16_t>(channels);
  if (sample_bytes == 4) loop = ScatterOf<uint32_t>(channels);
  loop(plane, pixels, channels, n);
}

}  // namespace cobble
