// Copies samples between rows of pixels, whose channels are interleaved, and rows of one channel.
#ifndef COBBLE_OUTPUT_ZARR_PLANES_H_
#define COBBLE_OUTPUT_ZARR_PLANES_H_

#include <cstddef>

namespace cobble {

// Copy n samples of one channel. In: `channels`, the distance of its samples in `pixels`, in
// samples; sample_bytes: 1, 2 or 4. Rows may be unaligned, but must not overlap.
void GatherChannel(const std::byte* pixels, std::size_t channels, std::byte* plane, std::size_t n,
                   int sample_bytes) noexcept;
void ScatterChannel(const std::byte* plane, std::byte* pixels, std::size_t channels, std::size_t n,
                    int sample_bytes) noexcept;

}  // namespace cobble

#endif  // COBBLE_OUTPUT_ZARR_PLANES_H_
