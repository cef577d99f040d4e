// Finds the principal axes of the colours of an image.
#include "recipe/images/example_color.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/interrupt.h"
#include "core/math.h"

namespace cobble {
namespace {

using Matrix = std::array<Vector3, 3>;
using ColorChannels = std::array<std::vector<float>, 3>;

Matrix CovarianceOf(const std::vector<Vector3>& colors) {
  Vector3 mean{0, 0, 0};
  for (const Vector3& color : colors)
    for (std::size_t c = 0; c < 3; ++c) mean[c] += color[c];
  for (double& sum : mean) sum /= static_cast<double>(colors.size());
  Matrix out{};
  CheckInterrupt();
  for (const Vector3& color : colors)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) out[a][b] += (color[a] - mean[a]) * (color[b] - mean[b]);
  return out;
}

std::vector<Vector3> ColorsOf(const ColorChannels& channels, bool is_root) {
  std::vector<Vector3> colors(channels[0].size());
  for (std::size_t k = 0; k < colors.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      const double sample = double{channels[c][k]};
      colors[k][c] = is_root ? std::sqrt(sample) : sample;
    }
  return colors;
}

ExampleColor MakeColor(const Image& image, PlaneRequest request) {
  constexpr ImageChannel kChannels[] = {ImageChannel::kRed, ImageChannel::kGreen,
                                        ImageChannel::kBlue};
  ExampleColor out;
  ColorChannels channels;
  out.is_root = true;
  for (std::size_t c = 0; c < 3; ++c) {
    request.channel = kChannels[c];
    channels[c] = FilledChannelOf(image, request);
    const auto [low, high] = std::ranges::minmax(channels[c]);
    out.bounds[c] = {double{low}, double{high}};
    out.is_root &= low >= 0;
  }
  out.is_grey = channels[0] == channels[1] && channels[1] == channels[2];
  if (out.is_grey) return out;
  const std::vector<Vector3> colors = ColorsOf(channels, out.is_root);
  out.axes = EigenvectorsOf(CovarianceOf(colors));
  std::vector<float> along(colors.size());
  for (std::size_t a = 0; a < 3; ++a) {
    CheckInterrupt();
    std::ranges::transform(colors, along.begin(), [&](const Vector3& color) {
      return ToFloat(color[0] * out.axes[0][a] + color[1] * out.axes[1][a] +
                     color[2] * out.axes[2][a]);
    });
    out.planes[a] = MakeExamplePlane(along, image.width, image.height, request.edges);
  }
  return out;
}

}  // namespace

// The rotation in the plane of axes p and q that makes matrix[p][q] 0:
//
//   tan(2 angle) = 2 m_pq / (m_qq - m_pp), of which t = tan(angle) is the smaller solution
std::array<Vector3, 3> EigenvectorsOf(std::array<Vector3, 3> matrix) {
  constexpr int kSweeps = 12;  // twice as many as three axes need
  constexpr std::pair<std::size_t, std::size_t> kPlanes[] = {{0, 1}, {0, 2}, {1, 2}};
  Matrix vectors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (const auto& [p, q] : kPlanes) {
      if (matrix[p][q] == 0) continue;
      const double cotangent = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q]);
      const double size = 1 / (std::abs(cotangent) + std::sqrt(cotangent * cotangent + 1));
      const double t = cotangent < 0 ? -size : size;
      const double cos = 1 / std::sqrt(t * t + 1), sin = t * cos;
      const auto turn = [&](double& x, double& y) {
        const double before = x;
        x = cos * x - sin * y;
        y = sin * before + cos * y;
      };
      for (Vector3& row : matrix) turn(row[p], row[q]);
      for (std::size_t k = 0; k < 3; ++k) turn(matrix[p][k], matrix[q][k]);
      for (Vector3& row : vectors) turn(row[p], row[q]);
    }
  return vectors;
}

std::shared_ptr<const ExampleColor> ExampleColorOf(const SourceImage& image,
                                                   const PlaneRequest& request) {
  const SourceImage::Impl& impl = image.impl();
  const std::lock_guard lock(impl.mutex);
  auto& color = impl.example_colors[request];
  if (!color) color = std::make_shared<const ExampleColor>(MakeColor(impl.pixels, request));
  return color;
}

}  // namespace cobble
