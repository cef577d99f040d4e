// Erosion in batches: the points of the kernels of a run, octave by octave, coarse first; then its
// samples.
#include "noise/erosion/erosion.h"

#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "noise/erosion/cells.h"
#include "noise/erosion/kernels.h"

namespace cobble {
namespace {

double SmoothStep(double t) { return t * t * (3 - 2 * t); }

double Square(const std::array<double, 2>& v) { return v[0] * v[0] + v[1] * v[1]; }

class Erosion final : public Batches {
 public:
  Erosion(const ErosionArgs& args, int columns, Scratch* memory)
      : args_(&args), columns_(columns), functions_(SelectErosion(args)), cells_(args, memory) {}

  void Begin(const double* const* positions, int n, const Slot& in, const Slot& to) override {
    std::copy_n(positions, 3, positions_);
    n_ = n;
    source_ = in;
    to_ = to;
    end_ = 0;
    octave_ = args_->octaves.size();
    batch_ = batch_end_ = 0;
  }

  int Next() override {
    while (true) {
      if (octave_ == args_->octaves.size()) {
        if (end_ > 0) functions_.samples(*args_, cells_, positions_, first_, end_, source_, to_);
        if (end_ == n_) return 0;
        NextPiece();
        octave_ = 0;
        batch_ = batch_end_ = 0;
      } else if (batch_end_ < cells_.missing_count(octave_)) {
        batch_ = batch_end_;
        batch_end_ = std::min(batch_ + columns_, cells_.missing_count(octave_));
        return batch_end_ - batch_;
      } else {
        ++octave_;
        batch_ = batch_end_ = 0;
      }
    }
  }

  void Place(double* const* local) const override {
    const int count = batch_end_ - batch_, padded = (count + kPad - 1) / kPad * kPad;
    for (int k = 0; k < padded; ++k) {
      const auto& cell = cells_.missing(octave_)[batch_ + std::min(k, count - 1)];
      const std::array<double, 2> point = cells_.PointOf(octave_, cell);
      // + 0.0 turns -0 into 0: floor(-0) differs between SIMD levels.
      for (std::size_t a = 0; a < 2; ++a)
        if (local[a] != nullptr) local[a][k] = point[a] + 0.0;
      if (local[2] != nullptr) local[2][k] = positions_[2][0];
    }
  }

  void Combine(const Slot& source) override {
    for (int k = 0; k < batch_end_ - batch_; ++k) {
      std::array<double, 2> slope{};
      for (std::size_t a = 0; a < 2; ++a)
        if (source.slope[a] != nullptr) slope[a] = double{source.slope[a][k]};
      SetDirection(cells_.missing(octave_)[batch_ + k], double{source.value[k]}, slope);
    }
  }

 private:
  // Moves on to the samples after those of the last piece: as many as the cells have room for.
  void NextPiece() {
    first_ = end_;
    end_ = n_;
    while (!MoveCells()) end_ = first_ + (end_ - first_ + 1) / 2;
  }

  bool MoveCells() {
    double low[2], high[2];
    for (int a = 0; a < 2; ++a) {
      const auto [minimum, maximum] =
          std::minmax_element(positions_[a] + first_, positions_[a] + end_);
      low[a] = *minimum;
      high[a] = *maximum;
    }
    return cells_.MoveTo(low, high);
  }

  // Sets the direction and weight of a kernel. In: the source at its point.
  void SetDirection(const ErosionCells::Missing& place, double value,
                    const std::array<double, 2>& slope) {
    const std::array<double, 2> added =
        functions_.added_slope(*args_, cells_, octave_, cells_.PointOf(octave_, place),
                               cells_.PeriodsOf(octave_, place), value, slope);
    const std::array<double, 2> down{slope[0] + args_->branch * added[0],
                                     slope[1] + args_->branch * added[1]};
    const double own = Square(slope), square = Square(down);
    if (own == 0 || square == 0) return;
    const double limit = args_->steepness * args_->steepness, length = std::sqrt(square);
    ErosionCell& cell = cells_.Cell(place);
    cell.wide.weight = SmoothStep(own / (own + limit)) * (square / (square + limit / 64));
    const std::array<double, 2> across{-down[1] / length, down[0] / length};
    for (std::size_t a = 0; a < 2; ++a) {
      const double turns = kErosionWaves * across[a], per_cell = 2 * kPi * turns / kErosionSlope;
      cell.wide.turns[a] = turns;
      cell.wide.of_sin[a] = -per_cell;
      cell.wide.of_cos[a] = per_cell;
      cell.narrow.turns[a] = static_cast<float>(turns);
      cell.narrow.of_sin[a] = static_cast<float>(-per_cell);
      cell.narrow.of_cos[a] = static_cast<float>(per_cell);
    }
    cell.narrow.weight = static_cast<float>(cell.wide.weight);
  }

  const ErosionArgs* args_;
  int columns_;
  ErosionFunctions functions_;
  ErosionCells cells_;

  // Of the run.
  const double* positions_[3];
  int n_ = 0;
  Slot source_, to_;
  // Of the piece: samples first_ .. end_ - 1, and the octave whose cells are missing.
  int first_ = 0, end_ = 0;
  std::size_t octave_ = 0;
  // The batch: some of the missing cells.
  int batch_ = 0, batch_end_ = 0;
};

}  // namespace

std::shared_ptr<Batches> MakeErosion(const void* args, int columns, Scratch* memory) {
  return std::make_shared<Erosion>(*static_cast<const ErosionArgs*>(args), columns, memory);
}

}  // namespace cobble
