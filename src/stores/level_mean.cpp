// Implements Halved.
#include "stores/level_mean.h"

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/size.h"
#include "core/srgb_table.h"

namespace cobble {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are in memory order");

// Calls halve_row(above, below, n, to) for each row of the smaller picture, which makes n pixels
// from 2 n pixels of two rows. At an odd edge, the last column or row also stands for the missing
// one, which does not change the mean.
template <class Sample, class HalveRow>
void ForRows(const ChunkPixels& in, ChunkPixels* out, const HalveRow& halve_row) {
  const auto channels = static_cast<std::size_t>(in.channels);
  const auto columns = static_cast<std::size_t>(in.width);
  const auto* const from = reinterpret_cast<const Sample*>(in.samples.data());
  auto* to = reinterpret_cast<Sample*>(out->samples.data());
  const std::size_t stride = columns * channels, whole = columns / 2;
  std::vector<Sample> edge(4 * channels);
  for (int64_t y = 0; y < in.height; y += 2) {
    const Sample* const above = from + static_cast<std::size_t>(y) * stride;
    const Sample* const below = y + 1 < in.height ? above + stride : above;
    halve_row(above, below, whole, to);
    to += whole * channels;
    if (columns % 2 == 0) continue;
    for (std::size_t c = 0; c < channels; ++c) {
      edge[c] = edge[channels + c] = above[stride - channels + c];
      edge[2 * channels + c] = edge[3 * channels + c] = below[stride - channels + c];
    }
    halve_row(edge.data(), edge.data() + 2 * channels, 1, to);
    to += channels;
  }
}

int MeanOf(int a, int b, int c, int d) { return (a + b + c + d + 2) >> 2; }

// The sum of floats is inexact only if they differ by a factor of 2^29 or more. All NaNs become
// one, since their bits depend on the machine's arithmetic.
float MeanOf(float a, float b, float c, float d) {
  const auto mean = static_cast<float>(((double{a} + double{b}) + (double{c} + double{d})) / 4);
  return mean == mean ? mean : std::numeric_limits<float>::quiet_NaN();
}

// In: kChannels, or 0 for in.channels.
template <class Sample, int kChannels>
void HalveScalars(const ChunkPixels& in, ChunkPixels* out) {
  const auto step = static_cast<std::size_t>(kChannels > 0 ? kChannels : in.channels);
  ForRows<Sample>(
      in, out,
      [=](const Sample* __restrict above, const Sample* __restrict below, std::size_t n,
          Sample* __restrict to) {
        for (std::size_t k = 0; k < n; ++k, above += 2 * step, below += 2 * step, to += step)
          for (std::size_t c = 0; c < step; ++c)
            to[c] =
                static_cast<Sample>(MeanOf(above[c], above[step + c], below[c], below[step + c]));
      });
}

// The light of four equal samples is exact.
int MeanOfSrgb(const SrgbTable& table, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  const double above = table.LightOf(a) + table.LightOf(b);
  const double below = table.LightOf(c) + table.LightOf(d);
  return static_cast<int>(table.SampleOf((above + below) / 4));
}

// Channels that are not in `srgb_channels` are linear.
template <class Sample>
void HalveColors(const ChunkPixels& in, uint32_t srgb_channels, ChunkPixels* out) {
  const SrgbTable& table = SrgbTable::Of(in.bits);
  const auto step = static_cast<std::size_t>(in.channels);
  ForRows<Sample>(
      in, out, [&](const Sample* above, const Sample* below, std::size_t n, Sample* to) {
        for (std::size_t c = 0; c < step; ++c) {
          const bool is_srgb = c < 32 && (srgb_channels >> c & 1) != 0;
          for (std::size_t k = 0; k < n; ++k) {
            const std::size_t left = 2 * k * step + c, right = left + step;
            const Sample a1 = above[left], a2 = above[right], b1 = below[left], b2 = below[right];
            to[k * step + c] = static_cast<Sample>(is_srgb ? MeanOfSrgb(table, a1, a2, b1, b2)
                                                           : MeanOf(int{a1}, a2, b1, b2));
          }
        }
      });
}

// Normals as integers s: multiples of 1 / maximum, n = (2 s - maximum) / maximum.
template <class Sample>
struct NormalCoding {
  static constexpr int kMaximum = std::numeric_limits<Sample>::max();

  // Returns n times the maximum, which slopes do not depend on.
  static double Decode(Sample s) { return 2 * s - kMaximum; }
  static constexpr double kMinZ = 1;  // half a step

  // Rounds half to even, as the quantisers do: doubles of 2^52 and above are integers.
  static Sample Encode(double n) {
    const double whole = (n * (0.5 * kMaximum) + 0.5 * kMaximum) + 0x1p52;
    return static_cast<Sample>(std::bit_cast<uint64_t>(whole));
  }
};

template <>
struct NormalCoding<float> {
  static double Decode(float n) { return n; }
  static constexpr double kMinZ = 0x1p-24;

  static float Encode(double n) {
    return n == n ? static_cast<float>(n) : std::numeric_limits<float>::quiet_NaN();
  }
};

// The slopes -x/z and -y/z of a normal's surface, negated.
struct Slopes {
  double x, y;
};

template <class Sample>
Slopes SlopesOf(const Sample* normal) {
  using Coding = NormalCoding<Sample>;
  const double z = Coding::Decode(normal[2]);
  const double shrink = 1 / (z < Coding::kMinZ ? Coding::kMinZ : z);  // keeps NaN
  return {Coding::Decode(normal[0]) * shrink, Coding::Decode(normal[1]) * shrink};
}

// The normal of slopes (p, q) is (-p, -q, 1) / sqrt(p^2 + q^2 + 1). In: first, the first channel of
// the normal; a fourth channel is a scalar.
template <class Sample, std::size_t kChannels>
void HalveNormalRows(const ChunkPixels& in, std::size_t first, ChunkPixels* out) {
  using Coding = NormalCoding<Sample>;
  const std::size_t scalar = first == 0 ? 3 : 0;
  ForRows<Sample>(
      in, out,
      [=](const Sample* __restrict above, const Sample* __restrict below, std::size_t count,
          Sample* __restrict to) {
        for (std::size_t k = 0; k < count;
             ++k, above += 2 * kChannels, below += 2 * kChannels, to += kChannels) {
          const Slopes a = SlopesOf(above + first), b = SlopesOf(above + kChannels + first);
          const Slopes c = SlopesOf(below + first), d = SlopesOf(below + kChannels + first);
          const double x = ((a.x + b.x) + (c.x + d.x)) / 4, y = ((a.y + b.y) + (c.y + d.y)) / 4;
          const double z = 1 / std::sqrt((x * x + y * y) + 1);
          to[first] = Coding::Encode(x * z);
          to[first + 1] = Coding::Encode(y * z);
          to[first + 2] = Coding::Encode(z);
          if constexpr (kChannels > 3)
            to[scalar] = static_cast<Sample>(MeanOf(above[scalar], above[kChannels + scalar],
                                                    below[scalar], below[kChannels + scalar]));
        }
      });
}

int CodeAt(const uint8_t* pixel) { return pixel[0] << 16 | pixel[1] << 8 | pixel[2]; }

void HalveCodes(const ChunkPixels& in, ChunkPixels* out) {
  ForRows<uint8_t>(
      in, out, [](const uint8_t* above, const uint8_t* below, std::size_t n, uint8_t* to) {
        for (std::size_t k = 0; k < n; ++k, above += 6, below += 6, to += 3) {
          const int mean =
              MeanOf(CodeAt(above), CodeAt(above + 3), CodeAt(below), CodeAt(below + 3));
          to[0] = static_cast<uint8_t>(mean >> 16);
          to[1] = static_cast<uint8_t>(mean >> 8);
          to[2] = static_cast<uint8_t>(mean);
        }
      });
}

template <class Sample>
void HalveSamples(const ChunkPixels& in, const MeanSpec& spec, ChunkPixels* out) {
  if (spec.kind == PixelKind::kNormal) {
    const auto first = static_cast<std::size_t>(spec.normal_channel);
    return in.channels == 3 ? HalveNormalRows<Sample, 3>(in, first, out)
                            : HalveNormalRows<Sample, 4>(in, first, out);
  }
  if constexpr (std::is_integral_v<Sample>)
    if (spec.srgb_channels != 0) return HalveColors<Sample>(in, spec.srgb_channels, out);
  switch (in.channels) {
    case 1:
      return HalveScalars<Sample, 1>(in, out);
    case 2:
      return HalveScalars<Sample, 2>(in, out);
    case 3:
      return HalveScalars<Sample, 3>(in, out);
    case 4:
      return HalveScalars<Sample, 4>(in, out);
    default:
      return HalveScalars<Sample, 0>(in, out);
  }
}

}  // namespace

ChunkPixels Halved(const ChunkPixels& pixels, const MeanSpec& spec) {
  ChunkPixels half{.width = pixels.width / 2 + pixels.width % 2,
                   .height = pixels.height / 2 + pixels.height % 2,
                   .channels = pixels.channels,
                   .bits = pixels.bits,
                   .is_float = pixels.is_float,
                   .samples = {}};
  const Size row = Size(half.width) * Size(half.channels) * Size(half.bits / 8);
  half.samples.resize((row * Size(half.height)).bytes());
  if (spec.kind == PixelKind::kCode) {
    HalveCodes(pixels, &half);
  } else if (pixels.is_float) {
    HalveSamples<float>(pixels, spec, &half);
  } else if (pixels.bits == 8) {
    HalveSamples<uint8_t>(pixels, spec, &half);
  } else {
    HalveSamples<uint16_t>(pixels, spec, &half);
  }
  return half;
}

}  // namespace cobble
