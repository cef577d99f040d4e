// Renders the maps of a material, and shades them on a sphere, row by row.
#include "views/sphere.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/size.h"
#include "render/render_maps.h"
#include "views/lit_row.h"

namespace cobble {
namespace {

// A visible point of the sphere, at (x, y) of the unit disk, with y up.
struct Point {
  double x, y, z;    // on the unit sphere
  double across[2];  // unit direction from the middle of the disk
  double radius;     // distance from it
  double shrink;     // factor of slopes along `across`; divides those at right angles
  double u, v;       // in the picture, from its middle; 1 is half of its side, v up

  Point(double disk_x, double disk_y) : x(disk_x), y(disk_y) {
    radius = std::sqrt(x * x + y * y);
    z = std::sqrt(std::max(1 - radius * radius, 0.0));
    across[0] = radius > 0 ? x / radius : 1;
    across[1] = radius > 0 ? y / radius : 0;
    shrink = std::sqrt((1 + z) / 2);
    const double distance = std::sqrt(1 - z);  // 1 at the rim
    u = distance * across[0];
    v = distance * across[1];
  }

  // Turns a normal of the picture into the sphere's.
  void Turn(float* n) const {
    const double n_x = double{n[0]}, n_y = double{n[1]}, n_z = double{n[2]};
    // Slopes along `across`, and at right angles to it.
    double along = (n_x * across[0] + n_y * across[1]) * shrink;
    double beside = (n_y * across[0] - n_x * across[1]) / shrink;
    const double length = std::sqrt(along * along + beside * beside + n_z * n_z);
    along /= length;
    beside /= length;
    const double out = n_z / length;
    n[0] = static_cast<float>(across[0] * (along * z + out * radius) - beside * across[1]);
    n[1] = static_cast<float>(across[1] * (along * z + out * radius) + beside * across[0]);
    n[2] = static_cast<float>(out * z - along * radius);
  }
};

class Texture {
 public:
  explicit Texture(Image image) : image_(std::move(image)) {}

  std::size_t channels() const { return static_cast<std::size_t>(image_.channels); }

  void Read(const Point& point, float* out) const {
    const double half = static_cast<double>(std::min(image_.width, image_.height)) / 2;
    const Place column = PlaceOf(image_.width, half * point.u);
    const Place row = PlaceOf(image_.height, -half * point.v);
    const float* const corners[4] = {
        image_.Pixel(column.low, row.low), image_.Pixel(column.high, row.low),
        image_.Pixel(column.low, row.high), image_.Pixel(column.high, row.high)};
    for (std::size_t c = 0; c < channels(); ++c) {
      const auto mix = [&](int first) {
        const double low = double{corners[first][c]}, high = double{corners[first + 1][c]};
        return low + column.share * (high - low);
      };
      const double above = mix(0), below = mix(2);
      out[c] = static_cast<float>(above + row.share * (below - above));
    }
  }

 private:
  // Two neighbouring pixels, and the share of the second.
  struct Place {
    int64_t low, high;
    double share;
  };

  // In: position, from the middle of a side, in pixels.
  static Place PlaceOf(int64_t side, double position) {
    const double last = static_cast<double>(side - 1);
    const double at = std::clamp(position + last / 2, 0.0, last);
    const auto low = static_cast<int64_t>(at);
    return {low, std::min(low + 1, side - 1), at - static_cast<double>(low)};
  }

  Image image_;
};

Image Shaded(const Texture& texture, const LitProgram& lit, int64_t side) {
  Image image{side, side, 3, {}};
  image.samples.resize((Size(side) * Size(side) * Size(3)).bytes());
  const auto width = static_cast<std::size_t>(side);
  LitRow row(lit, side, false);
  std::vector<float> pixel(texture.channels());
  std::vector<bool> is_inside(width);
  const auto at = [side](std::size_t k) {  // -1..1
    return (2 * static_cast<double>(k) + 1) / static_cast<double>(side) - 1;
  };
  float* out = image.samples.data();
  for (std::size_t j = 0; j < width; ++j) {
    for (std::size_t i = 0; i < width; ++i) {
      const double x = at(i), y = -at(j);
      is_inside[i] = x * x + y * y <= 1;
      const double limit = is_inside[i] ? 1 : 0;
      const Point point(limit * x, limit * y);
      texture.Read(point, pixel.data());
      point.Turn(&pixel[kLitNormal]);
      for (std::size_t c = 0; c < pixel.size(); ++c) row.At(c)[i] = pixel[c];
    }
    row.Shade(out);
    for (std::size_t i = 0; i < width; ++i, out += 3)
      if (!is_inside[i]) std::fill_n(out, 3, 0.0f);
  }
  return image;
}

}  // namespace

Image SphereOf(const Recipe& recipe, const RenderOptions& render, const std::string& simd,
               int64_t side) {
  Recipe upright = recipe;
  upright.normal.y = NormalY::kUp;
  const LitProgram lit(upright, simd, render);
  return Shaded(Texture(RenderMaps(lit.program, lit.maps, render)), lit, side);
}

}  // namespace cobble
