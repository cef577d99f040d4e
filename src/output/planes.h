// Copies samples between rows of pixels, whose channels are interleaved, and rows of one channel.
#pragma once

#include <cstddef>

namespace cobble {

// Copy n samples of one channel. In: `channels`, the distance of its samples in `pixels`, in
// samples; sample_bytes: 1, 2 or 4. Rows may be unaligned, but must not overlap.
void GatherChannel(const std::byte* pixels, std::size_t channels, std::byte* plane, std::size_t n,
                   int sample_bytes) noexcept;
void ScatterChannel(const std::byte* plane, std::byte* pixels, std::size_t channels, std::size_t n,
                    int sample_bytes) noexcept;

}  // namespace cobble
