// Solves Laplace's equation in the holes by multigrid: a cycle relaxes the samples, and corrects
// them by the solution of the same problem for what is left on a grid half as fine.
//
//   level 0: samples  . . H H H H .     level 1: cells   .  H  H  .    H: missing
//                     . . H H H H .                      .  .  .  .    .: known, or with a part
//                     . . . H H . .                                       that is known
//
// Based on: A. Brandt, "Multi-Level Adaptive Solutions to Boundary-Value Problems", 1977; M. Mohr,
// R. Wienands, "Cell-centred multigrid revisited", 2004.
#include "recipe/images/fill_holes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "core/interrupt.h"
#include "core/math.h"
#include "core/size.h"

namespace cobble {
namespace {

constexpr int kSweeps = 2;           // before and after each correction
constexpr int kCorrections = 2;      // cycles of a coarser level: a W-cycle
constexpr int kCoarsestSweeps = 24;  // where holes are at most a few cells wide
constexpr int kMaxCycles = 30;
constexpr double kTolerance = 1e-5;   // of the known samples' span
constexpr double kRounding = 2.4e-7;  // of the largest sample

// Missing cells of a row: begin <= x < end.
struct HoleRun {
  int64_t y, begin, end;
};

struct HoleLevel {
  int64_t width, height;
  std::vector<HoleRun> holes;
  std::span<float> values;   // of all cells; 0 outside the holes, except on level 0
  std::vector<float> force;  // what a cell's value exceeds its neighbours' by; empty: 0
  std::vector<float> own;    // the memory of the values, except on level 0

  std::size_t At(int64_t x, int64_t y) const { return static_cast<std::size_t>(y * width + x); }
};

// The neighbours that a cell has.
struct Neighbours {
  double sum = 0;
  int count = 0;
};

Neighbours NeighboursOf(const HoleLevel& level, int64_t x, int64_t y) {
  if (x > 0 && y > 0 && x + 1 < level.width && y + 1 < level.height) {
    const float* const at = level.values.data() + level.At(x, y);
    return {double{at[-1]} + at[1] + (double{at[-level.width]} + at[level.width]), 4};
  }
  Neighbours found;
  const auto add = [&](bool is_inside, int64_t at_x, int64_t at_y) {
    if (!is_inside) return;
    found.sum += level.values[level.At(at_x, at_y)];
    ++found.count;
  };
  add(x > 0, x - 1, y);
  add(x + 1 < level.width, x + 1, y);
  add(y > 0, x, y - 1);
  add(y + 1 < level.height, x, y + 1);
  return found;
}

double ForceAt(const HoleLevel& level, std::size_t at) {
  return level.force.empty() ? 0 : double{level.force[at]};
}

// Sets every cell to what its neighbours ask for: first those whose x + y is even, then the others.
// Returns the largest change.
double Relax(HoleLevel* level, int sweeps) {
  double largest = 0;
  InterruptCounter interrupt;
  for (int half = 0; half < 2 * sweeps; ++half) {
    if (half % 2 == 0) largest = 0;
    for (const HoleRun& run : level->holes) {
      interrupt.Count();
      for (int64_t x = run.begin + ((run.begin + run.y + half) & 1); x < run.end; x += 2) {
        const Neighbours around = NeighboursOf(*level, x, run.y);
        if (around.count == 0) continue;
        const std::size_t at = level->At(x, run.y);
        float& value = level->values[at];
        const auto next = ToFloat((around.sum + ForceAt(*level, at)) / around.count);
        largest = std::max(largest, std::abs(double{next} - value));
        value = next;
      }
    }
  }
  return largest;
}

// Adds up what is left to correct of the four parts of each cell of the coarser level.
void Restrict(const HoleLevel& fine, HoleLevel* coarse) {
  for (const HoleRun& run : coarse->holes)
    for (int64_t x = run.begin; x < run.end; ++x) {
      double sum = 0;
      for (int64_t j = 2 * run.y; j < std::min(2 * run.y + 2, fine.height); ++j)
        for (int64_t i = 2 * x; i < std::min(2 * x + 2, fine.width); ++i) {
          const Neighbours around = NeighboursOf(fine, i, j);
          const std::size_t at = fine.At(i, j);
          sum += around.sum + ForceAt(fine, at) - around.count * double{fine.values[at]};
        }
      const std::size_t at = coarse->At(x, run.y);
      coarse->force[at] = ToFloat(sum);
      coarse->values[at] = 0;
    }
}

// Adds the corrections of the coarser level, interpolated linearly. Returns the largest.
double Correct(const HoleLevel& coarse, HoleLevel* fine) {
  double largest = 0;
  const auto neighbour = [](int64_t k, int64_t length) {
    return std::clamp<int64_t>(k / 2 + (k % 2 == 0 ? -1 : 1), 0, length - 1);
  };
  for (const HoleRun& run : fine->holes) {
    const int64_t near_y = run.y / 2, far_y = neighbour(run.y, coarse.height);
    for (int64_t x = run.begin; x < run.end; ++x) {
      const int64_t near_x = x / 2, far_x = neighbour(x, coarse.width);
      const auto value = [&](int64_t i, int64_t j) {
        return double{coarse.values[coarse.At(i, j)]};
      };
      const double correction =
          (9 * value(near_x, near_y) + 3 * (value(far_x, near_y) + value(near_x, far_y)) +
           value(far_x, far_y)) /
          16;
      float& sample = fine->values[fine->At(x, run.y)];
      sample = ToFloat(sample + correction);
      largest = std::max(largest, std::abs(correction));
    }
  }
  return largest;
}

// In: cells by row, from left to right.
void AddHole(int64_t x, int64_t y, std::vector<HoleRun>* holes) {
  if (holes->empty() || holes->back().y != y || holes->back().end != x) holes->push_back({y, x, x});
  holes->back().end = x + 1;
}

// Returns the cells of a level half as fine, all parts of which are missing.
std::vector<HoleRun> CoarserHoles(const HoleLevel& level) {
  std::vector<uint8_t> parts;  // of the cells of a row
  std::vector<HoleRun> holes;
  const int64_t width = (level.width + 1) / 2;
  for (auto run = level.holes.begin(); run != level.holes.end();) {
    const int64_t y = run->y / 2;
    parts.assign(static_cast<std::size_t>(width), 0);
    for (; run != level.holes.end() && run->y / 2 == y; ++run)
      for (int64_t x = run->begin; x < run->end; ++x) ++parts[static_cast<std::size_t>(x / 2)];
    const int64_t rows = std::min<int64_t>(2, level.height - 2 * y);
    for (int64_t x = 0; x < width; ++x) {
      const int64_t columns = std::min<int64_t>(2, level.width - 2 * x);
      if (parts[static_cast<std::size_t>(x)] == rows * columns) AddHole(x, y, &holes);
    }
  }
  return holes;
}

std::vector<HoleRun> FindHoles(int64_t width, int64_t height, const std::vector<float>& channel) {
  std::vector<HoleRun> holes;
  const float* sample = channel.data();
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x)
      if (std::isnan(*sample++)) AddHole(x, y, &holes);
  return holes;
}

class HoleFiller {
 public:
  HoleFiller(int64_t width, int64_t height, std::vector<float>* channel)
      : levels_{{width, height, FindHoles(width, height, *channel), *channel, {}, {}}} {}

  void Run() {
    if (levels_[0].holes.empty()) return;
    Start();
    AddLevels();
    const double largest = std::max(std::abs(double{low_}), std::abs(double{high_}));
    const double enough = std::max(kTolerance * (double{high_} - low_), kRounding * largest);
    for (int cycle = 0; cycle < kMaxCycles && Cycle(0) > enough; ++cycle) {
    }
    ForHoles([&](float& sample) { sample = std::clamp(sample, low_, high_); });
  }

 private:
  // Starts from the middle of the known samples.
  void Start() {
    low_ = INFINITY;
    high_ = -INFINITY;
    for (const float sample : levels_[0].values) {
      if (std::isnan(sample)) continue;
      low_ = std::min(low_, sample);
      high_ = std::max(high_, sample);
    }
    const auto middle = ToFloat((double{low_} + high_) / 2);
    ForHoles([&](float& sample) { sample = middle; });
  }

  void AddLevels() {
    for (;;) {
      const HoleLevel& fine = levels_.back();
      std::vector<HoleRun> holes = CoarserHoles(fine);
      if (holes.empty() || (fine.width == 1 && fine.height == 1)) break;
      HoleLevel coarse{(fine.width + 1) / 2, (fine.height + 1) / 2, std::move(holes), {}, {}, {}};
      coarse.force.resize((Size(coarse.width) * Size(coarse.height)).bytes());
      coarse.own.resize(coarse.force.size());
      coarse.values = coarse.own;
      levels_.push_back(std::move(coarse));
    }
  }

  // Returns the largest change.
  double Cycle(std::size_t index) {
    HoleLevel& level = levels_[index];
    if (index + 1 == levels_.size()) return Relax(&level, kCoarsestSweeps);
    Relax(&level, kSweeps);
    HoleLevel& coarse = levels_[index + 1];
    Restrict(level, &coarse);
    for (int k = 0; k < kCorrections; ++k) Cycle(index + 1);
    const double correction = Correct(coarse, &level);
    return std::max(correction, Relax(&level, kSweeps));
  }

  template <typename Visit>
  void ForHoles(const Visit& visit) {
    for (const HoleRun& run : levels_[0].holes)
      for (int64_t x = run.begin; x < run.end; ++x)
        visit(levels_[0].values[levels_[0].At(x, run.y)]);
  }

  std::vector<HoleLevel> levels_;
  float low_ = 0, high_ = 0;  // of known samples
};

}  // namespace

void FillHoles(int64_t width, int64_t height, std::vector<float>* channel) {
  HoleFiller(width, height, channel).Run();
}

}  // namespace cobble
