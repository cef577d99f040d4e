// Cuts runs into pieces, and puts the cells that each is missing into batches.
#include "noise/waves/batches.h"

#include <algorithm>
#include <array>

namespace cobble {

void WaveBatches::Begin(const double* const* positions, int n, const Slot& in,
                        const OutputSlots& to) {
  std::copy_n(positions, 3, positions_);
  n_ = n;
  in_ = in;
  to_ = to;
  end_ = 0;
  octave_ = args_->octaves.size();
  batch_ = batch_end_ = 0;
}

int WaveBatches::Next() {
  while (true) {
    if (octave_ == args_->octaves.size()) {
      if (end_ > 0) Sum(positions_, first_, end_, in_, to_);
      if (end_ == n_) return 0;
      NextPiece();
      octave_ = 0;
      batch_ = batch_end_ = 0;
    } else if (batch_end_ < cells_.missing_count(octave_)) {
      batch_ = batch_end_;
      batch_end_ = std::min(batch_ + columns_, cells_.missing_count(octave_));
      if (has_source_) return batch_end_ - batch_;
      Combine({});
    } else {
      ++octave_;
      batch_ = batch_end_ = 0;
    }
  }
}

void WaveBatches::Place(double* const* local) const {
  const int count = batch_end_ - batch_, padded = Padded(count);
  for (int k = 0; k < padded; ++k) {
    const auto& cell = cells_.missing(octave_)[batch_ + std::min(k, count - 1)];
    const std::array<double, 2> point = cells_.PointOf(octave_, cell);
    // + 0.0 turns -0 into 0: floor(-0) differs between SIMD levels.
    for (std::size_t a = 0; a < 2; ++a)
      if (local[a] != nullptr) local[a][k] = point[a] + 0.0;
    if (local[2] != nullptr) local[2][k] = positions_[2][0];
  }
}

// All outputs have one source.
void WaveBatches::Combine(const OutputSlots& sources) {
  SetWaves(cells_.missing(octave_) + batch_, batch_end_ - batch_, sources[0]);
}

void WaveBatches::NextPiece() {
  first_ = end_;
  end_ = n_;
  while (!cells_.MoveTo(positions_[0] + first_, positions_[1] + first_, end_ - first_))
    end_ = first_ + (end_ - first_ + 1) / 2;
}

}  // namespace cobble
