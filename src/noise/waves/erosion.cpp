// The directions of erosion's kernels.
#include "noise/waves/erosion.h"

#include <array>
#include <cmath>

#include "noise/waves/batches.h"
#include "noise/waves/cells.h"

namespace cobble {
namespace {

double SmoothStep(double t) { return t * t * (3 - 2 * t); }

double Square(const std::array<double, 2>& v) { return v[0] * v[0] + v[1] * v[1]; }

class Erosion final : public WaveBatches {
 public:
  Erosion(const ErosionArgs& args, int columns, Scratch* memory)
      : WaveBatches(args, true, columns, memory), args_(&args), functions_(SelectErosion(args)) {}

 private:
  void SetWaves(const WaveCells::Missing* batch, int count, const Slot& source) override {
    double x[kShortRun], y[kShortRun];
    functions_.added_slopes(*args_, cells(), octave(), batch, count, source, {x, y});
    for (int k = 0; k < count; ++k) {
      std::array<double, 2> slope{};
      for (std::size_t a = 0; a < 2; ++a)
        if (source.slope[a] != nullptr) slope[a] = double{source.slope[a][k]};
      SetWave(batch[k], slope, {x[k], y[k]});
    }
  }

  // In: the slopes of the source and of earlier octaves at the cell's point.
  void SetWave(const WaveCells::Missing& cell, const std::array<double, 2>& slope,
               const std::array<double, 2>& added) {
    const std::array<double, 2> down{slope[0] + args_->branch * added[0],
                                     slope[1] + args_->branch * added[1]};
    const double own = Square(slope), square = Square(down);
    if (own == 0 || square == 0) return;
    const double limit = args_->steepness * args_->steepness, length = std::sqrt(square);
    cells().Cell(cell).SetWave(
        {kErosionWaves * (-down[1] / length), kErosionWaves * (down[0] / length)},
        SmoothStep(own / (own + limit)) * (square / (square + limit / 64)));
  }

  void Sum(const double* const* positions, int first, int end, const Slot& in,
           const OutputSlots& to) override {
    functions_.samples(*args_, cells(), tables(), positions, first, end, in, to);
  }

  const ErosionArgs* args_;
  ErosionFunctions functions_;
};

}  // namespace

std::shared_ptr<Batches> MakeErosion(const void* args, int columns, Scratch* memory) {
  return std::make_shared<Erosion>(*static_cast<const ErosionArgs*>(args), columns, memory);
}

}  // namespace cobble
