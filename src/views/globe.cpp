// Samples the recipe at the points of the sphere that the pixels see, and shades them.
#include "views/globe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cobble/render.h"
#include "core/math.h"
#include "core/size.h"
#include "render/maps/light.h"
#include "render/parallel.h"
#include "views/lit_row.h"
#include "views/rgb_picture.h"

namespace cobble {
namespace {

using Vec = std::array<double, 3>;

double Dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The view's axes, in those of P: to the right, up, and to the viewer.
using Axes = std::array<Vec, 3>;

Axes AxesOf(const GlobeView& view) {
  const SinCos l = SinCosDegrees(view.longitude), f = SinCosDegrees(view.latitude);
  return {{{l.cos, 0, -l.sin},
           {-f.sin * l.sin, -f.cos, -f.sin * l.cos},
           {f.cos * l.sin, -f.sin, f.cos * l.cos}}};
}

// The fraction of daylight where the sun is that high, as the sine of its elevation: twilight
// hides that slopes beyond the terminator face the sun.
double DayAt(double sun) { return std::clamp(0.5 + 6 * sun, 0.0, 1.0); }

// What is left of the sky at night.
constexpr double kNight = 0.1;

// The rays of one row, and what is sampled where they meet the globe.
class GlobeRow {
 public:
  GlobeRow(const LitProgram& lit, const GlobeView& view)
      : lit_(lit),
        view_(view),
        axes_(AxesOf(view)),
        row_(lit, view.width, true),
        light_((Size(view.width) * Size(3)).bytes()),
        pixels_(light_.size()) {}

  void Make(int64_t j) {
    std::ranges::fill(pixels_, 0.0f);
    Find(j);
    if (columns_.empty()) return;
    SampleAll();
    for (std::size_t k = 0; k < columns_.size(); ++k) Turn(k);
    row_.Shade(light_.data());
    for (std::size_t k = 0; k < columns_.size(); ++k)
      std::copy_n(&light_[3 * k], 3, &pixels_[3 * columns_[k]]);
  }
  std::span<const float> pixels() const { return pixels_; }

 private:
  // Finds the columns whose rays meet the globe, and where.
  void Find(int64_t j) {
    columns_.clear();
    seen_.clear();
    for (std::vector<double>& axis : points_) axis.clear();
    const double scale = static_cast<double>(std::min(view_.width, view_.height)) * view_.radius;
    const auto at = [&](int64_t pixel, int64_t side) {
      return static_cast<double>(2 * pixel + 1 - side) / scale;
    };
    const double y = -at(j, view_.height);
    for (int64_t i = 0; i < view_.width; ++i) {
      const double x = at(i, view_.width), square = x * x + y * y;
      if (square >= 1) continue;
      const Vec seen{x, y, std::sqrt(1 - square)};
      columns_.push_back(static_cast<std::size_t>(i));
      seen_.push_back(seen);
      for (std::size_t a = 0; a < 3; ++a)
        points_[a].push_back(axes_[0][a] * seen[0] + axes_[1][a] * seen[1] + axes_[2][a] * seen[2]);
    }
  }

  void SampleAll() {
    const std::size_t n = columns_.size();
    const auto channel = [&](std::size_t c) { return std::span(row_.At(c), n); };
    std::vector<std::span<float>> maps;
    for (std::size_t c = kLitMaterial; c < row_.channels(); ++c) maps.push_back(channel(c));
    SamplePoints(lit_.program, points_[0], points_[1], points_[2],
                 {.value = channel(kLitValue),
                  .dx = channel(kLitNormal),
                  .dy = channel(kLitNormal + 1),
                  .dz = channel(kLitNormal + 2),
                  .maps = maps});
  }

  // Turns the slopes of a sample into the normal that the viewer sees, and finds its daylight.
  void Turn(std::size_t k) {
    const double strength = lit_.program.recipe().normal.strength * lit_.scene.heights.rise;
    Vec slope;
    for (std::size_t a = 0; a < 3; ++a) slope[a] = strength * double{row_.At(kLitNormal + a)[k]};
    Vec normal;
    for (std::size_t a = 0; a < 3; ++a) normal[a] = seen_[k][a] - Dot(axes_[a], slope);
    const double length = std::sqrt(Dot(normal, normal));
    for (std::size_t a = 0; a < 3; ++a)
      row_.At(kLitNormal + a)[k] = static_cast<float>(normal[a] / length);
    const float* const sun = lit_.scene.light.sun;
    const double day = DayAt(Dot(seen_[k], {double{sun[0]}, double{sun[1]}, double{sun[2]}}));
    row_.sun()[k] = static_cast<float>(day);
    row_.At(kLitAo)[k] = static_cast<float>(kNight + (1 - kNight) * day);
  }

  const LitProgram& lit_;
  const GlobeView& view_;
  const Axes axes_;
  LitRow row_;
  std::vector<float> light_, pixels_;  // of the rays that meet the globe, and of all
  std::vector<std::size_t> columns_;
  std::vector<Vec> seen_;  // in the view's axes
  std::array<std::vector<double>, 3> points_;
};

}  // namespace

Image ViewGlobe(const Recipe& recipe, const GlobeView& view) {
  LitProgram lit(recipe, view.simd, {.threads = view.threads});
  lit.scene.light = LightOf(recipe.lit);  // not the map's, whose sun is overhead everywhere
  const auto rays = [&](int64_t side) {
    return static_cast<int64_t>((Size(side) * Size(view.samples)).value());
  };
  GlobeView fine = view;
  fine.width = rays(view.width);
  fine.height = rays(view.height);
  const int threads = ThreadsOf(view.threads);
  std::vector<std::unique_ptr<GlobeRow>> rows(
      static_cast<std::size_t>(SlotCount(fine.height, threads)));
  for (auto& row : rows) row = std::make_unique<GlobeRow>(lit, fine);
  Reducer reducer(fine.width, fine.height, 3, {view.width, view.height});
  ItemSteps steps;
  steps.make = [&](int slot, int64_t j) { rows[static_cast<std::size_t>(slot)]->Make(j); };
  steps.finish = [&](int slot, int64_t) {
    reducer.Add(rows[static_cast<std::size_t>(slot)]->pixels());
  };
  InOrder(fine.height, threads, steps);
  return reducer.Take();
}

}  // namespace cobble
