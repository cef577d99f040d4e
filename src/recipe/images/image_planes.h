// The channels of source images, decoded as kernels read them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "cobble/image.h"

namespace cobble {

enum class ImageChannel { kLuminance, kRed, kGreen, kBlue, kAlpha, kMissing };
// Their names, followed by that of the colour of all.
inline constexpr std::string_view kImageChannels[] = {"luminance", "red",     "green", "blue",
                                                      "alpha",     "missing", "color"};

// What is beyond the edges of a plane: the opposite side; the nearest pixel e; or 2 e - m, where m
// is the pixel mirrored through e, first along x, then along y. Of a sphere: beyond a pole, 2 e -
// m, where e is the mean of the outermost row and m the pixel mirrored through the pole, so that a
// pole has one value and no crease; beyond a side, the opposite one. Of a sphere's (2N - 1) x N
// pixels, as cobble writes them with vertices, the last column repeats the first and is left out,
// and the outermost rows, which are the poles, become their means.
enum class PlaneEdges { kWrap, kClamp, kExtend, kSphere };

// What a plane holds. Grey images have the same red, green, blue and luminance.
struct PlaneRequest {
  ImageChannel channel = ImageChannel::kLuminance;
  bool decodes_srgb = false;  // except alpha
  PlaneEdges edges = PlaneEdges::kClamp;
  // The height of the steps to remove (smooth_steps.h); 0: found; nullopt: they stay.
  std::optional<double> step = {};

  // Some standard libraries cannot compare an optional with <=>.
  bool operator<(const PlaneRequest& other) const {
    return std::tie(channel, decodes_srgb, edges, step) <
           std::tie(other.channel, other.decodes_srgb, other.edges, other.step);
  }
};

// The samples of a channel, with kBefore and kAfter pixels beyond the edges, so that kernels can
// read the neighbours of every position without checking for edges.
struct ImagePlane {
  static constexpr int kBefore = 2, kAfter = 3;

  int64_t width = 0, height = 0;  // of the image, without a column that repeats another
  int64_t stride = 0;             // samples of a row, with those beyond edges
  std::vector<float> samples;
  float low = 0, high = 0;   // of all samples
  bool keeps_steps = false;  // steps were to be smoothed, but there are too few levels

  // The sample of pixel (0, 0).
  const float* Origin() const { return samples.data() + kBefore * stride + kBefore; }
};

// Returns whether the pixels of a sphere's image are vertices: see PlaneEdges::kSphere.
bool IsSphereOfVertices(int64_t width, int64_t height);

// Return the samples: NaN where they are missing, and with these holes filled (fill_holes.h).
std::vector<float> ChannelOf(const Image& image, const PlaneRequest& request);
std::vector<float> FilledChannelOf(const Image& image, const PlaneRequest& request);

// Returns the share of pixels whose grey, or red, green or blue, is missing.
double MissingShare(const SourceImage& image);

// Of the samples of a channel that are not missing.
struct SampleExtremes {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double second = low;  // the lowest above `low`
};
// Returns the extremes, found once for an image. Thread-safe.
SampleExtremes ExtremesOf(const SourceImage& image, ImageChannel channel);

// In: channel, row by row.
ImagePlane PlaneFrom(const std::vector<float>& channel, int64_t width, int64_t height,
                     PlaneEdges edges);

// Returns the plane, made once for an image. Thread-safe.
std::shared_ptr<const ImagePlane> PlaneOf(const SourceImage& image, const PlaneRequest& request);

struct ExamplePlane;
struct ExampleColor;

struct SourceImage::Impl {
  Image pixels;
  bool is_srgb = false;
  std::optional<ImageTerrain> terrain;
  bool is_complete = false;
  std::string sha256;
  double missing_share = 0;
  mutable std::mutex mutex;  // of the members below
  mutable std::map<ImageChannel, SampleExtremes> extremes;
  mutable std::map<PlaneRequest, std::shared_ptr<const ImagePlane>> planes;
  mutable std::map<PlaneRequest, std::shared_ptr<const ExamplePlane>> examples;
  mutable std::map<PlaneRequest, std::shared_ptr<const ExampleColor>> example_colors;
};

}  // namespace cobble
