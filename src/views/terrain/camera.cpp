// Places the camera so that the land fits the view.
#include "views/terrain/camera.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/math.h"

namespace cobble {
namespace {

constexpr double kHalfAngle = 0.36;  // its tangent, along the longer side of the view: 20 degrees
constexpr double kMargin = 0.94;     // the part of the view that the land covers

double Dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

}  // namespace

Camera::Camera(const HeightField& land, const CameraPlace& place, double aspect) {
  const SinCos azimuth = SinCosDegrees(place.azimuth), tilt = SinCosDegrees(place.elevation);
  // In the grid, y points down the picture.
  away_ = {-azimuth.sin * tilt.cos, azimuth.cos * tilt.cos, -tilt.sin};
  right_ = {-azimuth.cos, -azimuth.sin, 0};
  up_ = {-azimuth.sin * tilt.sin, azimuth.cos * tilt.sin, tilt.cos};
  half_[0] = kHalfAngle * std::min(1.0, 1 / aspect);
  half_[1] = half_[0] * aspect;

  const double width = static_cast<double>(land.columns() - 1);
  const double bottom = land.minimum() - kFogDepth * width;
  const Vector size{width, static_cast<double>(land.rows() - 1), land.maximum() - bottom};
  const Vector middle{size[0] / 2, size[1] / 2, (land.maximum() + bottom) / 2};
  for (std::size_t k = 0; k < 8; ++k) {
    Vector corner;
    for (std::size_t a = 0; a < 3; ++a) corner[a] = size[a] * ((k >> a & 1) == 0 ? -0.5 : 0.5);
    corners_[k] = {Dot(corner, right_), Dot(corner, up_), Dot(corner, away_)};
  }

  // The nearest distance with all corners in view, to a part of 2^-40.
  const double reach = std::sqrt(Dot(size, size));
  double near = 0.5 * reach, far = 1e3 * reach;
  for (int k = 0; k < 50; ++k) {
    const double distance = (near + far) / 2;
    const Extent extent = ExtentFrom(distance);
    const bool fits = extent.high[0] - extent.low[0] <= 2 * kMargin * half_[0] &&
                      extent.high[1] - extent.low[1] <= 2 * kMargin * half_[1];
    (fits ? far : near) = distance;
  }
  const Extent extent = ExtentFrom(far);
  for (std::size_t a = 0; a < 2; ++a) shift_[a] = (extent.low[a] + extent.high[a]) / 2;
  const double distance = far / place.zoom;
  for (std::size_t a = 0; a < 3; ++a) origin_[a] = middle[a] - distance * away_[a];
  KeepAbove(land);

  nearest_ = std::numeric_limits<double>::infinity();
  for (const Vector& corner : corners_) {
    const double away = std::max(distance + corner[2], 0.0);
    nearest_ =
        std::min(nearest_, std::sqrt(away * away + corner[0] * corner[0] + corner[1] * corner[1]));
  }
}

// Lifts the camera above the surface if it is over the land.
void Camera::KeepAbove(const HeightField& land) {
  constexpr double kClear = 0.02;  // picture widths
  const double ends[2] = {static_cast<double>(land.columns() - 1),
                          static_cast<double>(land.rows() - 1)};
  for (std::size_t a = 0; a < 2; ++a)
    if (origin_[a] < 0 || origin_[a] > ends[a]) return;
  origin_[2] = std::max(origin_[2], land.Height(origin_[0], origin_[1]) + kClear * ends[0]);
}

Camera::Extent Camera::ExtentFrom(double distance) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Extent extent{{kInfinity, kInfinity}, {-kInfinity, -kInfinity}};
  for (const Vector& corner : corners_) {
    const double away = distance + corner[2];
    for (std::size_t a = 0; a < 2; ++a) {
      const double at = away > 0 ? corner[a] / away : kInfinity;
      extent.low[a] = std::min(extent.low[a], at);
      extent.high[a] = std::max(extent.high[a], at);
    }
  }
  return extent;
}

Ray Camera::RayAt(double x, double y) const {
  const double across = shift_[0] + x * half_[0], above = shift_[1] + y * half_[1];
  Ray ray{origin_, {}};
  for (std::size_t a = 0; a < 3; ++a)
    ray.direction[a] = away_[a] + across * right_[a] + above * up_[a];
  const double length = std::sqrt(Dot(ray.direction, ray.direction));
  for (double& part : ray.direction) part /= length;
  return ray;
}

}  // namespace cobble
