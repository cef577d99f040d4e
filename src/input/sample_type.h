// The types of samples in files, and how they become floats.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cobble {

struct PictureChannel;

enum class SampleKind : uint8_t { kUnsigned, kSigned, kFloat };

struct SampleType {
  SampleKind kind = SampleKind::kUnsigned;
  int bits = 8;  // 8, 16, 32 or 64; floats have at least 16

  // Returns whether samples count as fractions of their maximum, not as numbers.
  bool IsFraction() const { return kind == SampleKind::kUnsigned && bits <= 16; }

  bool operator==(const SampleType&) const = default;
};

inline constexpr SampleType kFloat32{SampleKind::kFloat, 32};

// Returns channels for a format without names: Y; Y, A; R, G, B; R, G, B, A; or C1, C2 and so on.
std::vector<PictureChannel> UnnamedChannels(int count, const SampleType& type);

// Converts the samples of a row. Fractions become value / maximum, other numbers themselves, all
// rounded once.
void FloatsFrom(const uint8_t* in, const SampleType& type, bool big_endian, std::span<float> row);

}  // namespace cobble
