// The tensor product of cubic weights.
#include "support/oracle/images/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "recipe/images/smooth_steps.h"

namespace cobble::test {
namespace {

double Linear(double x) { return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4); }

// By the function of src, whose own test has its rules.
void SmoothOwnSteps(const Node& node, ImageSamples* image) {
  std::vector<float> samples(image->values.begin(), image->values.end());
  const double step = node.Has("step") ? node.Number("step") : StepOf(samples);
  SmoothSteps(image->width, image->height, {image->wraps, image->wraps}, step, &samples);
  image->values.assign(samples.begin(), samples.end());
}

}  // namespace

ImageSamples ImageSamplesOf(const Recipe& recipe, const Node& node) {
  const SourceImage& source = *recipe.images.at(node.Text("name"));
  const Image& image = source.pixels();
  const std::string channel = node.Text("channel");
  const bool is_rgb = image.channels >= 3;
  const auto value = [&](const float* pixel, int c) {
    return node.Text("encoding") == "srgb" ? Linear(double{pixel[c]}) : double{pixel[c]};
  };
  const std::string edges = node.Text("edges");
  const bool wraps = edges == "wrap" || (edges == "auto" && recipe.tiling);
  ImageSamples out{
      image.width, image.height, {}, wraps, edges == "extend" || (edges == "auto" && !wraps)};
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 0; i < image.width; ++i) {
      const float* const pixel = image.Pixel(i, j);
      double sample = value(pixel, 0);
      if (is_rgb && channel == "green") sample = value(pixel, 1);
      if (is_rgb && channel == "blue") sample = value(pixel, 2);
      if (is_rgb && channel == "luminance")
        sample = 0.2126 * value(pixel, 0) + 0.7152 * value(pixel, 1) + 0.0722 * value(pixel, 2);
      if (channel == "alpha") sample = double{pixel[image.channels - 1]};
      if (channel == "missing") sample = 0;
      out.values.push_back(sample);
    }
  if (node.type == "image" && node.Text("steps") == "smooth" && channel != "missing")
    SmoothOwnSteps(node, &out);
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

namespace {

// The position m of a position c beyond an edge e, and its derivative.
std::array<double, 2> MirroredAt(double c, double e, double last) {
  const double distance = std::abs(c - e), sign = c < e ? 1 : -1;
  if (distance <= last - 1) return {e + sign * distance, -1};
  const double rest = std::max((last + 1 - distance) / 2, 0.0);
  return {e + sign * (last - rest * rest), -rest};
}

// InterpolatedAt, with what is beyond the edges of an image that extends: along an axis with bars,
// the edge, level.
PatternValue ExtendedAt(const ImageSamples& samples, double x, double y, bool is_b_spline,
                        const std::array<bool, 2>& has_bars) {
  const double c[2] = {x, y};
  const double last[2] = {static_cast<double>(samples.width - 1),
                          static_cast<double>(samples.height - 1)};
  double e[2], m[2], rate[2];
  bool is_inside[2];
  for (int a = 0; a < 2; ++a) {
    e[a] = std::clamp(c[a], 0.0, last[a]);
    is_inside[a] = e[a] == c[a];
    m[a] = c[a];
    rate[a] = 1;
    if (is_inside[a]) continue;
    const auto [at, slope] = MirroredAt(c[a], e[a], last[a]);
    const bool is_level = has_bars[static_cast<std::size_t>(a)];
    m[a] = is_level ? e[a] : at;
    rate[a] = is_level ? 0 : slope;
  }
  const PatternValue edge = InterpolatedAt(samples, e[0], e[1], is_b_spline);
  if (is_inside[0] && is_inside[1]) return edge;
  const PatternValue mirrored = InterpolatedAt(samples, m[0], m[1], is_b_spline);
  PatternValue out;
  out.value = 2 * edge.value - mirrored.value;
  for (std::size_t a = 0; a < 2; ++a)
    out.slope[a] = (is_inside[a] ? 2 * edge.slope[a] : 0) - rate[a] * mirrored.slope[a];
  return out;
}

// Returns the pixels per unit. In: extent, of the picture.
std::array<double, 2> DensityOf(const std::array<double, 2>& extent, const std::string& fit,
                                double width, double height) {
  const double x = width / extent[0], y = height / extent[1];
  if (fit == "stretch") return {x, y};
  if (fit == "contain") return {std::max(x, y), std::max(x, y)};
  if (fit == "cover") return {std::min(x, y), std::min(x, y)};
  return {width, width};
}

}  // namespace

OraclePattern MakeImage(const Recipe& recipe, const Node& node, bool in_stamp,
                        const std::function<Vec3(const Vec3&)>& reduced) {
  const auto samples = std::make_shared<const ImageSamples>(ImageSamplesOf(recipe, node));
  const bool is_b_spline = node.Text("filter") == "b-spline", wraps = samples->wraps;
  const auto [low, high] = std::ranges::minmax(samples->values);
  const bool extends = samples->extends;
  double beyond = is_b_spline ? 0 : 9.0 / 32 * (high - low);
  if (extends) beyond += high - low + 2 * beyond;
  const auto width = static_cast<double>(samples->width);
  const auto height = static_cast<double>(samples->height);
  const bool is_on_vertices =
      extends && !recipe.tiling && !in_stamp && recipe.domain.grid == Grid::kVertices;
  const double ends = is_on_vertices ? 1 : 0;
  const auto density =
      DensityOf(in_stamp ? std::array{1.0, 1.0} : recipe.domain.extent, node.Text("fit"),
                std::max(width - ends, 1.0), std::max(height - ends, 1.0));
  const auto [own_x, own_y] =
      DensityOf(in_stamp ? std::array{1.0, 1.0} : recipe.domain.extent, "stretch",
                std::max(width - ends, 1.0), std::max(height - ends, 1.0));
  const bool is_contained = node.Text("fit") == "contain";
  const std::array has_bars{is_contained && own_x < own_y * (1 - 1e-9),
                            is_contained && own_y < own_x * (1 - 1e-9)};
  return {[=](const Vec3& p) {
            const Vec3 q = wraps ? p : reduced(p);
            const double x = q[0] * density[0] + (width - 1) / 2;
            const double y = q[1] * density[1] + (height - 1) / 2;
            PatternValue out = extends ? ExtendedAt(*samples, x, y, is_b_spline, has_bars)
                                       : InterpolatedAt(*samples, x, y, is_b_spline);
            for (std::size_t a = 0; a < 2; ++a) out.slope[a] *= density[a];
            return out;
          },
          node.Text("channel") == "missing" ? Bounds{0, 1} : Bounds{low - beyond, high + beyond}};
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
