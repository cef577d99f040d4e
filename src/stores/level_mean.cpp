// Implements Halved.
#include "stores/level_mean.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "core/color.h"
#include "core/size.h"

namespace cobble {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are in memory order");

// The four pixels that a pixel of the next level covers. At an odd edge, pixels repeat, which gives
// the mean of those that exist.
template <class Sample>
struct Quad {
  const Sample* pixels[4];
};

// Calls mean(quad, out) for each pixel of the smaller picture.
template <class Sample, class Mean>
void ForQuads(const ChunkPixels& in, ChunkPixels* out, const Mean& mean) {
  const auto channels = static_cast<std::size_t>(in.channels);
  const auto columns = static_cast<std::size_t>(in.width);
  const std::size_t row = (Size(columns) * Size(channels)).bytes();
  const auto* const from = reinterpret_cast<const Sample*>(in.samples.data());
  auto* to = reinterpret_cast<Sample*>(out->samples.data());
  for (int64_t j = 0; j < out->height; ++j) {
    const auto y = static_cast<std::size_t>(2 * j);
    const auto below = static_cast<std::size_t>(std::min(2 * j + 1, in.height - 1));
    const Sample* const a = from + y * row;
    const Sample* const b = from + below * row;
    for (std::size_t x = 0; x < columns; x += 2, to += channels) {
      const std::size_t left = x * channels, right = std::min(x + 1, columns - 1) * channels;
      mean(Quad<Sample>{{a + left, a + right, b + left, b + right}}, to);
    }
  }
}

template <int kChannels>
void HalveBytes(const ChunkPixels& in, ChunkPixels* out) {
  ForQuads<uint8_t>(in, out, [](const Quad<uint8_t>& quad, uint8_t* to) {
    const auto& p = quad.pixels;
    for (int c = 0; c < kChannels; ++c)
      to[c] = static_cast<uint8_t>((p[0][c] + p[1][c] + p[2][c] + p[3][c] + 2) >> 2);
  });
}

template <int kChannels>
void HalveWords(const ChunkPixels& in, ChunkPixels* out) {
  ForQuads<uint16_t>(in, out, [](const Quad<uint16_t>& quad, uint16_t* to) {
    const auto& p = quad.pixels;
    for (int c = 0; c < kChannels; ++c)
      to[c] = static_cast<uint16_t>((p[0][c] + p[1][c] + p[2][c] + p[3][c] + 2) >> 2);
  });
}

void HalveFloats(const ChunkPixels& in, ChunkPixels* out) {
  const int channels = in.channels;
  ForQuads<float>(in, out, [channels](const Quad<float>& quad, float* to) {
    const auto& p = quad.pixels;
    for (int c = 0; c < channels; ++c) {
      const double above = double{p[0][c]} + double{p[1][c]};
      const double below = double{p[2][c]} + double{p[3][c]};
      to[c] = static_cast<float>((above + below) / 4);
    }
  });
}

// The light of each sample, and the light halfway (in sRGB) to the next sample.
struct SrgbTable {
  std::vector<double> light, halfway;

  explicit SrgbTable(int bits) {
    const int maximum = (1 << bits) - 1;
    for (int s = 0; s <= maximum; ++s) {
      light.push_back(LinearFromSrgb(static_cast<double>(s) / maximum));
      if (s < maximum) halfway.push_back(LinearFromSrgb((s + 0.5) / maximum));
    }
  }

  // Returns the sample whose sRGB value is nearest.
  template <class Sample>
  Sample SampleOf(double x) const {
    return static_cast<Sample>(std::ranges::upper_bound(halfway, x) - halfway.begin());
  }
};

const SrgbTable& TableOf(int bits) {
  static const SrgbTable* const kBytes = new SrgbTable(8);
  if (bits == 8) return *kBytes;
  static const SrgbTable* const kWords = new SrgbTable(16);
  return *kWords;
}

template <class Sample>
void HalveColors(const ChunkPixels& in, uint32_t srgb_channels, ChunkPixels* out) {
  const SrgbTable& table = TableOf(in.bits);
  const int channels = in.channels;
  ForQuads<Sample>(in, out, [&](const Quad<Sample>& quad, Sample* to) {
    const auto& p = quad.pixels;
    for (int c = 0; c < channels; ++c) {
      if ((srgb_channels >> c & 1) == 0) {
        to[c] = static_cast<Sample>((p[0][c] + p[1][c] + p[2][c] + p[3][c] + 2) >> 2);
        continue;
      }
      const double above = table.light[p[0][c]] + table.light[p[1][c]];
      const double below = table.light[p[2][c]] + table.light[p[3][c]];
      to[c] = table.template SampleOf<Sample>((above + below) / 4);
    }
  });
}

// Converts samples of normals to -1..1 and back.
template <class Sample>
struct NormalCoding {
  static constexpr double kMaximum = static_cast<double>(static_cast<Sample>(-1));
  static constexpr double kMinZ = 1 / kMaximum;

  static double Decode(Sample s) { return 2 * s / kMaximum - 1; }
  static Sample Encode(double n) {
    return static_cast<Sample>(std::clamp((n + 1) / 2, 0.0, 1.0) * kMaximum + 0.5);
  }
};

template <>
struct NormalCoding<float> {
  static constexpr double kMinZ = 0x1p-24;

  static double Decode(float n) { return n; }
  static float Encode(double n) { return static_cast<float>(n); }
};

// The normal of slopes (p, q) is (-p, -q, 1) / sqrt(p^2 + q^2 + 1); the signs cancel.
template <class Sample>
void HalveNormals(const ChunkPixels& in, ChunkPixels* out) {
  using Coding = NormalCoding<Sample>;
  ForQuads<Sample>(in, out, [](const Quad<Sample>& quad, Sample* to) {
    double p[4], q[4];
    for (int k = 0; k < 4; ++k) {
      const Sample* const n = quad.pixels[k];
      const double z = std::max(Coding::Decode(n[2]), Coding::kMinZ);
      p[k] = Coding::Decode(n[0]) / z;
      q[k] = Coding::Decode(n[1]) / z;
    }
    const double x = ((p[0] + p[1]) + (p[2] + p[3])) / 4;
    const double y = ((q[0] + q[1]) + (q[2] + q[3])) / 4;
    const double length = std::sqrt(x * x + y * y + 1);
    to[0] = Coding::Encode(x / length);
    to[1] = Coding::Encode(y / length);
    to[2] = Coding::Encode(1 / length);
  });
}

void HalveCodes(const ChunkPixels& in, ChunkPixels* out) {
  ForQuads<uint8_t>(in, out, [](const Quad<uint8_t>& quad, uint8_t* to) {
    uint32_t sum = 2;
    for (const uint8_t* p : quad.pixels) sum += uint32_t{p[0]} << 16 | uint32_t{p[1]} << 8 | p[2];
    const uint32_t mean = sum >> 2;
    to[0] = static_cast<uint8_t>(mean >> 16);
    to[1] = static_cast<uint8_t>(mean >> 8);
    to[2] = static_cast<uint8_t>(mean);
  });
}

void HalveIntegers(const ChunkPixels& in, ChunkPixels* out) {
  using Halve = void (*)(const ChunkPixels&, ChunkPixels*);
  constexpr std::array<Halve, 4> kBytes{&HalveBytes<1>, &HalveBytes<2>, &HalveBytes<3>,
                                        &HalveBytes<4>};
  constexpr std::array<Halve, 4> kWords{&HalveWords<1>, &HalveWords<2>, &HalveWords<3>,
                                        &HalveWords<4>};
  const auto index = static_cast<std::size_t>(in.channels - 1);
  (in.bits == 8 ? kBytes : kWords).at(index)(in, out);
}

}  // namespace

ChunkPixels Halved(const ChunkPixels& pixels, const MeanSpec& spec) {
  ChunkPixels half;
  half.width = (pixels.width + 1) / 2;
  half.height = (pixels.height + 1) / 2;
  half.channels = pixels.channels;
  half.bits = pixels.bits;
  half.is_float = pixels.is_float;
  half.samples.resize(
      (Size(half.width) * Size(half.height) * Size(half.channels * (half.bits / 8))).bytes());
  if (spec.kind == PixelKind::kCode) {
    HalveCodes(pixels, &half);
  } else if (spec.kind == PixelKind::kNormal) {
    const auto halve = pixels.is_float    ? &HalveNormals<float>
                       : pixels.bits == 8 ? &HalveNormals<uint8_t>
                                          : &HalveNormals<uint16_t>;
    halve(pixels, &half);
  } else if (pixels.is_float) {
    HalveFloats(pixels, &half);
  } else if (spec.srgb_channels != 0) {
    const auto halve = pixels.bits == 8 ? &HalveColors<uint8_t> : &HalveColors<uint16_t>;
    halve(pixels, spec.srgb_channels, &half);
  } else {
    HalveIntegers(pixels, &half);
  }
  return half;
}

}  // namespace cobble
