// The tensor product of cubic weights.
#include "support/oracle/images/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace cobble::test {
namespace {

double Linear(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }

}  // namespace

ImageSamples ImageSamplesOf(const Recipe& recipe, const Node& node) {
  const SourceImage& source = *recipe.images.at(node.Text("name"));
  const Image& image = source.pixels();
  const std::string channel = node.Text("channel");
  const bool is_rgb = image.channels >= 3;
  const auto value = [&](const float* pixel, int c) {
    return node.Text("encoding") == "srgb" ? Linear(double{pixel[c]}) : double{pixel[c]};
  };
  ImageSamples out{image.width, image.height, {}, node.Text("edges") == "wrap"};
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 0; i < image.width; ++i) {
      const float* const pixel = image.Pixel(i, j);
      double sample = value(pixel, 0);
      if (is_rgb && channel == "green") sample = value(pixel, 1);
      if (is_rgb && channel == "blue") sample = value(pixel, 2);
      if (is_rgb && channel == "luminance")
        sample = 0.2126 * value(pixel, 0) + 0.7152 * value(pixel, 1) + 0.0722 * value(pixel, 2);
      if (channel == "alpha") sample = double{pixel[image.channels - 1]};
      out.values.push_back(sample);
    }
  return out;
}

namespace {

// The weight of a pixel at `distance` pixels from the sample, and its derivative.
std::array<double, 2> WeightAt(double distance, bool is_b_spline) {
  const double x = std::abs(distance), sign = distance < 0 ? -1 : 1;
  if (x >= 2) return {0, 0};
  if (is_b_spline && x < 1) return {2.0 / 3 - x * x + x * x * x / 2, sign * (-2 * x + 1.5 * x * x)};
  if (is_b_spline) return {std::pow(2 - x, 3) / 6, -sign * (2 - x) * (2 - x) / 2};
  if (x < 1) return {1 - 2.5 * x * x + 1.5 * x * x * x, sign * (-5 * x + 4.5 * x * x)};
  return {2 - 4 * x + 2.5 * x * x - 0.5 * x * x * x, sign * (-4 + 5 * x - 1.5 * x * x)};
}

}  // namespace

PatternValue InterpolatedAt(const ImageSamples& samples, double x, double y, bool is_b_spline) {
  PatternValue out;
  const auto i0 = static_cast<int64_t>(std::floor(x)), j0 = static_cast<int64_t>(std::floor(y));
  for (int64_t j = j0 - 2; j <= j0 + 3; ++j)
    for (int64_t i = i0 - 2; i <= i0 + 3; ++i) {
      const auto [wx, dx] = WeightAt(x - static_cast<double>(i), is_b_spline);
      const auto [wy, dy] = WeightAt(y - static_cast<double>(j), is_b_spline);
      const double sample = samples.At(i, j);
      out.value += wx * wy * sample;
      out.slope[0] += dx * wy * sample;
      out.slope[1] += wx * dy * sample;
    }
  return out;
}

OraclePattern MakeImage(const Recipe& recipe, const Node& node,
                        const std::function<Vec3(const Vec3&)>& reduced) {
  const auto samples = std::make_shared<const ImageSamples>(ImageSamplesOf(recipe, node));
  const bool is_b_spline = node.Text("filter") == "b-spline", wraps = samples->wraps;
  const auto [low, high] = std::ranges::minmax(samples->values);
  const double beyond = is_b_spline ? 0 : 9.0 / 32 * (high - low);
  return {[=](const Vec3& p) {
            const Vec3 q = wraps ? p : reduced(p);
            const auto width = static_cast<double>(samples->width);
            const auto height = static_cast<double>(samples->height);
            PatternValue out = InterpolatedAt(*samples, q[0] * width + (width - 1) / 2,
                                              q[1] * width + (height - 1) / 2, is_b_spline);
            out.slope = Times(width, out.slope);
            return out;
          },
          {low - beyond, high + beyond}};
}

Node ImageChannelNode(const Recipe& recipe, const Node& node, const char* channel) {
  Node out = node;
  out.values["channel"] = std::string(channel);
  const bool is_srgb = recipe.images.at(node.Text("name"))->is_srgb();
  if (node.Text("encoding") == "auto")
    out.values["encoding"] = std::string(is_srgb ? "srgb" : "data");
  return out;
}

}  // namespace cobble::test
