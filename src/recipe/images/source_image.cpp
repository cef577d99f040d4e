// Source images: checks, checksums and planes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "cobble/error.h"
#include "core/color.h"
#include "core/interrupt.h"
#include "core/sha256.h"
#include "core/size.h"
#include "core/window.h"
#include "recipe/images/fill_holes.h"
#include "recipe/images/image_planes.h"
#include "recipe/images/smooth_steps.h"

namespace cobble {
namespace {

constexpr int kMaxChannels = 4;

[[noreturn]] void Refuse(const std::string& message) {
  throw Error(ErrorKind::kUsage, "", "an image " + message);
}

// Samples that are missing are all this NaN, so that equal images have equal checksums.
constexpr uint32_t kMissingBits = 0x7FC00000;

// Returns the share of pixels whose grey, or red, green or blue, is missing.
double MarkHoles(Image* pixels) {
  const auto channels = static_cast<std::size_t>(pixels->channels);
  const std::size_t colors = channels < 3 ? 1 : 3, count = pixels->samples.size() / channels;
  std::vector<std::size_t> missing(channels);
  std::size_t c = 0, holes = 0;
  bool is_hole = false;
  for (float& sample : pixels->samples) {
    if (c == 0) is_hole = false;
    if (std::isnan(sample)) {
      sample = std::bit_cast<float>(kMissingBits);
      ++missing[c];
      if (c < colors && !std::exchange(is_hole, true)) ++holes;
    }
    c = c + 1 == channels ? 0 : c + 1;
  }
  if (std::ranges::count(missing, count) > 0) Refuse("has a channel whose samples are all missing");
  return static_cast<double>(holes) / static_cast<double>(count);
}

void Check(const Image& pixels) {
  const auto& [width, height, channels, samples] = pixels;
  if (width < 1 || height < 1) Refuse("needs a width and height of at least 1");
  if (channels < 1 || channels > kMaxChannels)
    Refuse(fmt::format("has 1 to {} channels, got {}", kMaxChannels, channels));
  CheckImageSize("", width, height, channels);
  if (Size(samples.size()) != Size(width) * Size(height) * Size(channels))
    Refuse(fmt::format("of {} x {} pixels with {} channels cannot have {} samples", width, height,
                       channels, samples.size()));
  if (std::ranges::any_of(samples, [](float x) { return std::isinf(x); }))
    Refuse("has samples that are infinite; in holes, have NaN instead");
}

std::string ChecksumOf(const Image& pixels, bool is_srgb) {
  Sha256 sum;
  for (const int64_t number :
       {pixels.width, pixels.height, int64_t{pixels.channels}, int64_t{is_srgb}}) {
    std::array<uint8_t, 8> bytes;
    for (std::size_t b = 0; b < bytes.size(); ++b)
      bytes[b] = static_cast<uint8_t>(static_cast<uint64_t>(number) >> (8 * b));
    sum.Add(bytes.data(), bytes.size());
  }
  if constexpr (std::endian::native == std::endian::little) {
    sum.Add(pixels.samples.data(), pixels.samples.size() * sizeof(float));
  } else {
    for (const float sample : pixels.samples) {
      auto bytes = std::bit_cast<std::array<uint8_t, sizeof(float)>>(sample);
      std::ranges::reverse(bytes);
      sum.Add(bytes.data(), bytes.size());
    }
  }
  return sum.Text();
}

// Converts samples to linear light. Looks up samples that were integers in files.
class SrgbDecoder {
 public:
  float operator()(float x) {
    if (std::isnan(x)) return x;
    constexpr int kLargest = 65535;
    const double scaled = double{x} * kLargest, whole = std::round(scaled);
    // Samples of a file are whole / 65535, rounded to float.
    if (!(whole >= 0 && whole <= kLargest) || static_cast<float>(whole / kLargest) != x)
      return static_cast<float>(LinearFromSrgb(double{x}));
    const auto index = static_cast<std::size_t>(whole);
    if (light_.empty()) light_.resize(kLargest + 1, -1);
    if (light_[index] < 0) light_[index] = static_cast<float>(LinearFromSrgb(double{x}));
    return light_[index];
  }

 private:
  std::vector<float> light_;
};

std::size_t IndexOf(ImageChannel channel, int channels) {
  if (channel == ImageChannel::kAlpha) return static_cast<std::size_t>(channels) - 1;
  if (channels < 3 || channel == ImageChannel::kRed) return 0;
  return channel == ImageChannel::kGreen ? 1 : 2;
}

// A sample along an axis: edge_weight * the pixel `edge` + mirrored_weight * the pixel `mirrored`.
struct PixelPair {
  std::size_t edge = 0, mirrored = 0;
  double edge_weight = 1, mirrored_weight = 0;
};

// In: k, which may be beyond the edges.
PixelPair PixelsAt(int64_t k, int64_t length, PlaneEdges edges) {
  const int64_t inside = std::clamp<int64_t>(k, 0, length - 1);
  const auto index = [](int64_t pixel) { return static_cast<std::size_t>(pixel); };
  const int64_t wrapped = ((k % length) + length) % length;
  if (edges == PlaneEdges::kWrap) return {index(wrapped), index(wrapped)};
  if (edges == PlaneEdges::kClamp || k == inside) return {index(inside), index(inside)};
  return {index(inside), index(std::clamp<int64_t>(2 * inside - k, 0, length - 1)), 2, -1};
}

// The image of a sphere: see PlaneEdges::kSphere.
class ImageOfSphere {
 public:
  ImageOfSphere(const std::vector<float>& channel, int64_t width, int64_t height)
      : channel_(channel),
        width_(width),
        height_(height),
        has_vertices_(IsSphereOfVertices(width, height)),
        poles_{MeanOf(0), MeanOf(height - 1)} {}

  int64_t columns() const { return width_ - (has_vertices_ ? 1 : 0); }

  // In: the row j, beyond the poles by at most its height; any column i.
  float At(int64_t i, int64_t j) const {
    const int64_t last = height_ - 1, gap = has_vertices_ ? 0 : 1;
    if (has_vertices_ && (j == 0 || j == last)) return static_cast<float>(PoleAt(j));
    if (j < 0) return Beyond(i, j, -gap - j);
    return j > last ? Beyond(i, j, 2 * last + gap - j) : Pixel(i, j);
  }

 private:
  double PoleAt(int64_t j) const { return poles_[j > 0 ? 1 : 0]; }
  float Beyond(int64_t i, int64_t j, int64_t mirrored) const {
    const int64_t row = std::clamp<int64_t>(mirrored, 0, height_ - 1);
    return static_cast<float>(2 * PoleAt(j) - double{Pixel(i, row)});
  }
  float Pixel(int64_t i, int64_t j) const {
    const int64_t wrapped = ((i % columns()) + columns()) % columns();
    return channel_[(Size(j) * Size(width_) + Size(wrapped)).bytes()];
  }
  // The sum of up to 2^16 equal floats is exact in double.
  double MeanOf(int64_t j) const {
    double sum = 0;
    for (int64_t i = 0; i < columns(); ++i) sum += double{Pixel(i, j)};
    return sum / static_cast<double>(columns());
  }

  const std::vector<float>& channel_;
  const int64_t width_, height_;
  const bool has_vertices_;
  const std::array<double, 2> poles_;  // north and south
};

ImagePlane SpherePlaneFrom(const std::vector<float>& channel, int64_t width, int64_t height) {
  constexpr int kBeyond = ImagePlane::kBefore + ImagePlane::kAfter;
  const ImageOfSphere rows(channel, width, height);
  const auto [low, high] = std::ranges::minmax(channel);
  ImagePlane plane{rows.columns(), height, rows.columns() + kBeyond, {}, low, high};
  plane.samples.resize((Size(plane.stride) * Size(height + kBeyond)).bytes());
  float* to = plane.samples.data();
  for (int64_t j = -ImagePlane::kBefore; j < height + ImagePlane::kAfter; ++j) {
    CheckInterrupt();
    for (int64_t i = -ImagePlane::kBefore; i < rows.columns() + ImagePlane::kAfter; ++i)
      *to++ = rows.At(i, j);
  }
  return plane;
}

// Returns 1 for pixels whose grey, or red, green or blue, is missing, else 0.
std::vector<float> MissingOf(const Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::ptrdiff_t colors = image.channels < 3 ? 1 : 3;
  std::vector<float> out(image.samples.size() / channels);
  auto pixel = image.samples.begin();
  for (float& to : out) {
    to = std::any_of(pixel, pixel + colors, [](float x) { return std::isnan(x); }) ? 1.0f : 0.0f;
    pixel += image.channels;
  }
  return out;
}

}  // namespace

bool IsSphereOfVertices(int64_t width, int64_t height) {
  return height > 1 && width == 2 * height - 1;
}

// Luminance is computed as in nodes/colors.cpp.
std::vector<float> ChannelOf(const Image& image, const PlaneRequest& request) {
  if (request.channel == ImageChannel::kMissing) return MissingOf(image);
  const auto channels = static_cast<std::size_t>(image.channels);
  const bool decodes = request.decodes_srgb && request.channel != ImageChannel::kAlpha;
  SrgbDecoder decode;
  const auto sample = [&](const float* pixel, std::size_t c) {
    return decodes ? decode(pixel[c]) : pixel[c];
  };
  std::vector<float> out(image.samples.size() / channels);
  InterruptCounter interrupt;
  const float* pixel = image.samples.data();
  const bool is_sum = request.channel == ImageChannel::kLuminance && channels > 2;
  const std::size_t index = IndexOf(request.channel, image.channels);
  for (float& to : out) {
    interrupt.Count();
    to = is_sum ? static_cast<float>(0.2126 * double{sample(pixel, 0)} +
                                     0.7152 * double{sample(pixel, 1)} +
                                     0.0722 * double{sample(pixel, 2)})
                : sample(pixel, index);
    pixel += channels;
  }
  return out;
}

std::vector<float> FilledChannelOf(const Image& image, const PlaneRequest& request) {
  std::vector<float> channel = ChannelOf(image, request);
  FillHoles(image.width, image.height, &channel);
  return channel;
}

SampleExtremes ExtremesOf(const SourceImage& image, ImageChannel channel) {
  const SourceImage::Impl& impl = image.impl();
  const std::lock_guard lock(impl.mutex);
  const auto [found, is_new] = impl.extremes.try_emplace(channel);
  if (!is_new) return found->second;
  SampleExtremes extremes;
  for (const double sample : ChannelOf(impl.pixels, {channel})) {
    if (std::isnan(sample)) continue;
    if (sample < extremes.low) extremes.second = std::exchange(extremes.low, sample);
    if (sample > extremes.low) extremes.second = std::min(extremes.second, sample);
    extremes.high = std::max(extremes.high, sample);
  }
  return found->second = extremes;
}

ImagePlane PlaneFrom(const std::vector<float>& channel, int64_t width, int64_t height,
                     PlaneEdges edges) {
  if (edges == PlaneEdges::kSphere) return SpherePlaneFrom(channel, width, height);
  constexpr int kBeyond = ImagePlane::kBefore + ImagePlane::kAfter;
  const auto [low, high] = std::ranges::minmax(channel);
  ImagePlane plane{width, height, width + kBeyond, {}, low, high};
  plane.samples.resize((Size(plane.stride) * Size(height + kBeyond)).bytes());
  float* to = plane.samples.data();
  for (int64_t j = -ImagePlane::kBefore; j < height + ImagePlane::kAfter; ++j) {
    CheckInterrupt();
    const PixelPair y = PixelsAt(j, height, edges);
    const auto row = [&](std::size_t k) { return &channel[(Size(k) * Size(width)).bytes()]; };
    const float *const edge = row(y.edge), *const mirrored = row(y.mirrored);
    for (int64_t i = -ImagePlane::kBefore; i < width + ImagePlane::kAfter; ++i) {
      const PixelPair x = PixelsAt(i, width, edges);
      const auto along_x = [&](const float* from) {
        return x.edge_weight * double{from[x.edge]} + x.mirrored_weight * double{from[x.mirrored]};
      };
      *to++ =
          static_cast<float>(y.edge_weight * along_x(edge) + y.mirrored_weight * along_x(mirrored));
    }
  }
  return plane;
}

SourceImage::SourceImage(Image pixels, bool is_srgb, std::optional<ImageTerrain> terrain,
                         bool is_complete) {
  Check(pixels);
  auto impl = std::make_unique<Impl>();
  impl->missing_share = MarkHoles(&pixels);
  impl->sha256 = ChecksumOf(pixels, is_srgb);
  impl->pixels = std::move(pixels);
  impl->is_srgb = is_srgb;
  impl->terrain = std::move(terrain);
  impl->is_complete = is_complete;
  impl_ = std::move(impl);
}

SourceImage::~SourceImage() = default;

const Image& SourceImage::pixels() const { return impl_->pixels; }
bool SourceImage::is_srgb() const { return impl_->is_srgb; }
const std::optional<ImageTerrain>& SourceImage::terrain() const { return impl_->terrain; }
bool SourceImage::is_complete() const { return impl_->is_complete; }
const std::string& SourceImage::sha256() const { return impl_->sha256; }

double MissingShare(const SourceImage& image) { return image.impl().missing_share; }

std::shared_ptr<const ImagePlane> PlaneOf(const SourceImage& image, const PlaneRequest& request) {
  const SourceImage::Impl& impl = image.impl();
  const std::lock_guard lock(impl.mutex);
  auto& plane = impl.planes[request];
  if (plane) return plane;
  const auto& [width, height, channels, samples] = impl.pixels;
  std::vector<float> channel = ChannelOf(impl.pixels, request);
  double step = request.step.value_or(0);
  if (request.step && step == 0) step = StepOf(channel);
  FillHoles(width, height, &channel);
  const bool wraps = request.edges == PlaneEdges::kWrap;
  SmoothSteps(width, height, {wraps || request.edges == PlaneEdges::kSphere, wraps}, step,
              &channel);
  auto made = std::make_shared<ImagePlane>(PlaneFrom(channel, width, height, request.edges));
  made->keeps_steps = request.step && step == 0;
  return plane = std::move(made);
}

}  // namespace cobble
