// Solves the plate between two obstacles, half a step below and above the samples, on grids of
// growing resolution: each starts from the solution on the one half as fine, whose samples are
// means of up to 2 x 2.
// Based on: F. A. Bornemann, P. Deuflhard, "The cascadic multigrid method for elliptic problems",
// 1996; A. Beck, M. Teboulle, "A Fast Iterative Shrinkage-Thresholding Algorithm", 2009.
#include "recipe/images/smooth_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/interrupt.h"
#include "core/math.h"

namespace cobble {
namespace {

constexpr int kFineDescent = 40, kCoarseDescent = 80;  // steps of the descent
constexpr int64_t kCoarsestSide = 8;
constexpr float kRate = 1.0f / 64;  // one over the largest eigenvalue of the squared Laplacian

struct Heights {
  int64_t width = 0, height = 0;
  std::array<bool, 2> wraps{};  // along x and y
  std::vector<float> values;

  float At(int64_t x, int64_t y) const { return values[static_cast<std::size_t>(y * width + x)]; }
};

// Values with a cell more on each side.
class Padded {
 public:
  explicit Padded(const Heights& size)
      : width_(size.width),
        height_(size.height),
        wraps_{size.wraps[0] || width_ == 1, size.wraps[1] || height_ == 1},
        values_(static_cast<std::size_t>((width_ + 2) * (height_ + 2))) {}

  float* Row(int64_t y) { return values_.data() + (y + 1) * (width_ + 2) + 1; }
  const float* Row(int64_t y) const { return values_.data() + (y + 1) * (width_ + 2) + 1; }

  // Sets the cells beyond the sides to the opposite ones or, if the sides are free, to `edge` times
  // the nearest cell - `inner` times the one before it.
  void SetBeyond(float edge, float inner) {
    for (int64_t y = 0; y < height_; ++y) {
      float *const row = Row(y), *const end = row + width_;
      row[-1] = wraps_[0] ? end[-1] : edge * row[0] - inner * row[1];
      *end = wraps_[0] ? row[0] : edge * end[-1] - inner * end[-2];
    }
    for (int64_t x = 0; x < width_; ++x) {
      const auto at = [&](int64_t y) -> float& { return Row(y)[x]; };
      at(-1) = wraps_[1] ? at(height_ - 1) : edge * at(0) - inner * at(1);
      at(height_) = wraps_[1] ? at(0) : edge * at(height_ - 1) - inner * at(height_ - 2);
    }
  }

  // Sets a row to the Laplacian of another plate.
  void SetLaplacian(const Padded& of, int64_t y) {
    const float *const above = of.Row(y - 1), *const row = of.Row(y), *const below = of.Row(y + 1);
    float* const out = Row(y);
    for (int64_t x = 0; x < width_; ++x)
      out[x] = ((above[x] + below[x]) + (row[x - 1] + row[x + 1])) - 4 * row[x];
  }

  // Takes from a row what SetLaplacian added of cells on free sides, across which nothing bends.
  void TakeSides(const Padded& of, int64_t y) {
    const float* const row = of.Row(y);
    float* const out = Row(y);
    if (!wraps_[0]) {
      out[1] -= row[0];
      out[width_ - 2] -= row[width_ - 1];
    }
    for (const int64_t side : {int64_t{0}, height_ - 1}) {
      const bool is_inside = y == (side == 0 ? 1 : height_ - 2);
      if (wraps_[1] || !is_inside) continue;
      for (int64_t x = 0; x < width_; ++x) out[x] -= of.Row(side)[x];
    }
  }

 private:
  int64_t width_, height_;
  std::array<bool, 2> wraps_;  // along x and y; a single cell is its own neighbour
  std::vector<float> values_;
};

// Moves heights against the gradient of the squared Laplacian, with momentum, and back within
// `reach` of the middle, in so many steps. Across free sides, the plate goes on as inside.
void Descend(const Heights& middle, float reach, int steps, std::vector<float>* heights) {
  const int64_t width = middle.width, height = middle.height;
  Padded ahead(middle), bend(middle), gradient(middle);
  for (int64_t y = 0; y < height; ++y)
    std::copy_n(heights->data() + y * width, width, ahead.Row(y));
  for (int step = 0; step < steps; ++step) {
    const float momentum = static_cast<float>(step) / static_cast<float>(step + 3);
    ahead.SetBeyond(2, 1);  // the second difference is 0
    for (int64_t y = 0; y < height; ++y) bend.SetLaplacian(ahead, y);
    bend.SetBeyond(2, 0);
    for (int64_t y = 0; y < height; ++y) {
      if (y % 64 == 0) CheckInterrupt();
      gradient.SetLaplacian(bend, y);
      gradient.TakeSides(bend, y);
      const float* const slope = gradient.Row(y);
      const float* const level = middle.values.data() + y * width;
      float *const now = heights->data() + y * width, *const next = ahead.Row(y);
      for (int64_t x = 0; x < width; ++x) {
        const float moved =
            std::min(std::max(next[x] - kRate * slope[x], level[x] - reach), level[x] + reach);
        next[x] = moved + momentum * (moved - now[x]);
        now[x] = moved;
      }
    }
  }
}

Heights Halved(const Heights& fine) {
  Heights coarse{(fine.width + 1) / 2, (fine.height + 1) / 2, fine.wraps, {}};
  coarse.values.reserve(static_cast<std::size_t>(coarse.width * coarse.height));
  for (int64_t y = 0; y < coarse.height; ++y)
    for (int64_t x = 0; x < coarse.width; ++x) {
      const int64_t right = std::min(2 * x + 1, fine.width - 1);
      const int64_t below = std::min(2 * y + 1, fine.height - 1);
      coarse.values.push_back(((fine.At(2 * x, 2 * y) + fine.At(right, 2 * y)) +
                               (fine.At(2 * x, below) + fine.At(right, below))) /
                              4);
    }
  return coarse;
}

// Returns heights between cells, interpolated linearly, within `reach` of the middle.
std::vector<float> Refined(const Heights& coarse, const Heights& middle, float reach) {
  const auto beside = [](int64_t fine, int64_t length, bool wraps) {
    const int64_t k = fine / 2 + (fine % 2 == 0 ? -1 : 1);
    return wraps ? (k + length) % length : std::clamp<int64_t>(k, 0, length - 1);
  };
  std::vector<float> heights;
  heights.reserve(middle.values.size());
  for (int64_t y = 0; y < middle.height; ++y) {
    const int64_t j = beside(y, coarse.height, coarse.wraps[1]);
    for (int64_t x = 0; x < middle.width; ++x) {
      const int64_t i = beside(x, coarse.width, coarse.wraps[0]);
      const float value = (9 * coarse.At(x / 2, y / 2) +
                           3 * (coarse.At(i, y / 2) + coarse.At(x / 2, j)) + coarse.At(i, j)) /
                          16;
      const float level = middle.At(x, y);
      heights.push_back(std::min(std::max(value, level - reach), level + reach));
    }
  }
  return heights;
}

std::vector<float> Solved(const Heights& middle, float reach, int steps) {
  CheckInterrupt();
  std::vector<float> heights = middle.values;
  if (std::max(middle.width, middle.height) > kCoarsestSide) {
    Heights coarse = Halved(middle);
    coarse.values = Solved(coarse, reach, kCoarseDescent);
    heights = Refined(coarse, middle, reach);
  }
  Descend(middle, reach, steps, &heights);
  return heights;
}

}  // namespace

double StepOf(std::span<const float> samples) {
  std::vector<float> levels;
  for (const float sample : samples)
    if (!std::isnan(sample)) levels.push_back(sample);
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  if (levels.size() < 2) return 0;
  std::vector<double> steps;
  for (std::size_t k = 1; k < levels.size(); ++k)
    steps.push_back(double{levels[k]} - double{levels[k - 1]});
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  constexpr double kFewestSteps = 4;
  const double span = double{levels.back()} - double{levels.front()};
  return *middle * kFewestSteps <= span ? *middle : 0;
}

void SmoothSteps(int64_t width, int64_t height, std::array<bool, 2> wraps, double step,
                 std::vector<float>* samples) {
  if (step == 0) return;
  *samples = Solved({width, height, wraps, *samples}, ToFloat(step / 2), kFineDescent);
}

}  // namespace cobble
