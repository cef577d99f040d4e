// Tests that Voronoi noise at arbitrary positions does not depend on how samples share the search:
// alone, in runs of neighbours, row after row, or beside samples elsewhere.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "noise/cell/cell.h"
#include "noise/math/hash.h"
#include "noise/voronoi/voronoi.h"
#include "support/random/recipe.h"
#include "support/sanitizers.h"
#include "support/simd_levels.h"

namespace cobble {
namespace {

using test::Random;
using Position = std::array<double, 3>;

constexpr int kColumns = 56;  // not a whole number of groups
constexpr int kRows = test::kUnderSanitizer ? 2 : 5;

struct Aligned {
  void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{kAlign}); }
};

// Evaluates points with a kernel that keeps its state from run to run.
class Sampler {
 public:
  template <class Args>
  Sampler(const Args& args, int64_t target)
      : args_(&args), slopes_(args.slopes), kernel_(KernelOf(args, target)) {
    frame_.kind = Frame::kPoints;
    for (std::size_t a = 0; a < 3; ++a) {
      q_[a].resize(kRunLength + kPad);
      frame_.q[a] = q_[a].data();
    }
    const std::size_t bytes = kernel_.scratch_bytes(args_, frame_, kShortRun);
    scratch_.reset(new (std::align_val_t{kAlign}) std::byte[bytes]());
    Forget();
  }

  // Returns to the state before the first run.
  void Forget() { kernel_.prepare(args_, frame_, {}, scratch_.get()); }

  // Appends each point's value and slopes.
  void Run(const std::vector<Position>& points, std::vector<float>* results) {
    const auto n = static_cast<int>(points.size());
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t k = 0; k < points.size() + 2 * kPad && k < q_[a].size(); ++k)
        q_[a][k] = points[std::min(k, points.size() - 1)][a];
    Slot slot{out_[0], {out_[1], out_[2], out_[3]}};
    kernel_.run(args_, frame_, {0, 0, n}, scratch_.get(), slot);
    for (int k = 0; k < n; ++k)
      for (int row = 0; row <= slopes_; ++row) results->push_back(out_[row][k]);
  }

 private:
  static Kernel KernelOf(const VoronoiArgs& args, int64_t target) {
    return SelectVoronoi(args, Frame::kPoints, target);
  }
  static Kernel KernelOf(const CellArgs& args, int64_t target) {
    return SelectCell(args, Frame::kPoints, target);
  }

  const void* args_;
  const int slopes_;
  const Kernel kernel_;
  Frame frame_;
  std::vector<double> q_[3];
  std::unique_ptr<std::byte, Aligned> scratch_;
  alignas(kAlign) float out_[4][kRunLength + kPad];
};

bool SameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// `step` cells from sample to sample, around `origin`.
struct Scene {
  double step;
  double origin;
  int64_t period;  // in cells; 0: not tiled
};
constexpr Scene kScenes[] = {
    {0.002, 0, 0},    {0.002, 0x1p39, 0}, {0.03, -7, 0}, {0.03, -0x1p39 + 0.3, 0},
    {0.1, 0x1p32, 0}, {0.3, 0, 0},        {3.7, 1e6, 0}, {0.02, 0, 1},
    {0.004, 0, 2},    {0.04, 0, 3},       {0.3, 0, 3},   {0.05, 0x1p31 - 4, 0},
};

// Returns rows of points. Each row moves on by a step, sideways as well. Some points are exactly on
// cell borders; in the last rows some jump far away, or by multiples of 2^32 cells.
std::vector<std::vector<Position>> RowsOf(const Scene& scene, Random& random) {
  const double angle = random.Uniform(0, 6.28);
  std::vector<std::vector<Position>> rows(kRows);
  for (int j = 0; j < kRows; ++j)
    for (int i = 0; i < kColumns; ++i) {
      const double x = i * scene.step, y = j * scene.step;
      Position p{scene.origin + x * std::cos(angle) - y * std::sin(angle),
                 scene.origin + x * std::sin(angle) + y * std::cos(angle),
                 scene.origin + 0.3 * x + 0.1 * y};
      if (i % 16 == 3) p[static_cast<std::size_t>(j % 3)] = std::round(p[0]);
      if (j == 3 && i % 40 == 7) p[0] += 0x1p32;
      if (j == 4 && i % 25 == 9) p[1] -= 1e6 + 0.37;
      rows[static_cast<std::size_t>(j)].push_back(p);
    }
  return rows;
}

std::vector<Octave> OctavesOf(const Scene& scene) {
  std::vector<Octave> octaves(2);
  for (std::size_t o = 0; o < 2; ++o) {
    octaves[o].seed = HashSeed(static_cast<uint32_t>(7 + o));
    octaves[o].amplitude = o == 0 ? 0.625f : 0.375f;
    for (std::size_t a = 0; a < 3; ++a) {
      octaves[o].frequency[a] = o == 0 ? 1 : 2;
      octaves[o].period[a] = scene.period << o;
      octaves[o].slope_scale[a] = 1.5f;
    }
  }
  return octaves;
}

// Returns the results of each sample in its own run. Checks that they equal whole rows', and rows'
// with a far sample after every sample, so that no group is narrow.
template <class Args>
std::vector<float> CheckedResults(const Args& args, const std::vector<std::vector<Position>>& rows,
                                  int64_t target) {
  std::vector<float> alone, together, apart;
  Sampler one_by_one(args, target), by_row(args, target), with_far(args, target);
  for (const std::vector<Position>& row : rows) {
    for (const Position& p : row) {
      one_by_one.Forget();
      one_by_one.Run({p}, &alone);
    }
    by_row.Run(row, &together);
    std::vector<Position> mixed;
    for (const Position& p : row) {
      mixed.push_back(p);
      mixed.push_back({p[0] + 1000.3 * static_cast<double>(mixed.size()), p[1] - 77, p[2]});
    }
    std::vector<float> results;
    with_far.Run(mixed, &results);
    const auto each = static_cast<std::size_t>(args.slopes + 1);
    for (std::size_t k = 0; k < results.size(); k += 2 * each)
      apart.insert(apart.end(), results.begin() + static_cast<std::ptrdiff_t>(k),
                   results.begin() + static_cast<std::ptrdiff_t>(k + each));
  }
  CHECK(SameBits(together, alone));
  CHECK(SameBits(apart, alone));
  return alone;
}

template <class Args>
void CheckResults(const Args& args, const Scene& scene, Random& random) {
  INFO("step ", scene.step, ", origin ", scene.origin, ", period ", scene.period, ", ",
       Name(args.metric), ", dimensions ", args.dimensions, ", slopes ", args.slopes, ", limit ",
       args.limit);
  const auto rows = RowsOf(scene, random);
  std::vector<float> best;
  test::ForRunningLevels([&](const SimdLevel& level) {
    const std::vector<float> results = CheckedResults(args, rows, level.target);
    if (best.empty()) best = results;
    CHECK(SameBits(results, best));
  });
}

TEST_CASE("the bits of a voronoi sample do not depend on the samples around it") {
  Random random(11);
  for (const Scene& scene : kScenes)
    for (const VoronoiFunction function :
         {VoronoiFunction::kF1, VoronoiFunction::kF2, VoronoiFunction::kQuotient,
          VoronoiFunction::kCellId, VoronoiFunction::kU, VoronoiFunction::kW})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        const bool is_id = function == VoronoiFunction::kCellId;
        VoronoiArgs args;
        args.function = function;
        if (args.offset_axis() >= dimensions) continue;
        args.metric = static_cast<Metric>(random.Integer(0, 3));
        args.dimensions = dimensions;
        args.slopes = is_id || random.Chance(0.4) ? 0 : dimensions;
        args.jitter = random.OneOf({0.0f, 0.6f, 1.0f, 1.0f});
        args.limit = args.is_of_nearest() ? 1 : random.OneOf({1.0f, 1.0f, 1.3f, 2.0f, 3.0f});
        args.octaves = OctavesOf(scene);
        INFO(Name(function), ", jitter ", args.jitter);
        CheckResults(args, scene, random);
      }
}

// These depend on a varying number of points near the sample.
TEST_CASE("the bits of an edge or a smooth distance do not depend on the samples around it") {
  Random random(13);
  for (const Scene& scene : kScenes)
    for (const Smooth smooth : {Smooth::kNone, Smooth::kLse, Smooth::kPoly})
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        VoronoiArgs args;
        args.smooth = smooth;
        if (smooth == Smooth::kNone) args.function = VoronoiFunction::kEdge;
        args.dimensions = dimensions;
        args.slopes = random.Chance(0.3) ? 0 : dimensions;
        args.jitter = random.OneOf({0.0f, 0.5f, 1.0f, 1.0f});
        args.octaves = OctavesOf(scene);
        INFO(Name(args.function), ", smooth ", Name(smooth), ", jitter ", args.jitter);
        CheckResults(args, scene, random);
      }
}

TEST_CASE("the bits of a cell sample do not depend on the samples around it") {
  constexpr std::array<float, 4> kWeights[] = {{1, 0, 0, 0}, {-1, 1, 0, 0}, {0, 0, 0, 1}};
  constexpr CellFunction kOfNearest[] = {CellFunction::kCellId, CellFunction::kU, CellFunction::kV,
                                         CellFunction::kW};
  Random random(12);
  for (const Scene& scene : kScenes)
    for (int function = 0; function < 7; ++function)  // weights, then the nearest point's functions
      for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        CellArgs args;
        if (function < 3) args.weights = kWeights[function];
        if (function >= 3) args.function = kOfNearest[function - 3];
        if (args.offset_axis() >= dimensions) continue;
        args.metric = static_cast<Metric>(random.Integer(0, 3));
        args.dimensions = dimensions;
        args.slopes = args.function == CellFunction::kCellId || random.Chance(0.4) ? 0 : dimensions;
        args.limit = dimensions == 3 ? 1 : random.OneOf({1.0f, 1.0f, 1.3f, 2.0f});
        const double density = random.OneOf({0.1, 1.0, 4.0, 16.0});
        args.thresholds = CountThresholds(density);
        args.octaves = OctavesOf(scene);
        INFO("function ", function, ", density ", density);
        CheckResults(args, scene, random);
      }
}

}  // namespace
}  // namespace cobble
