// The memory of tables.
#include "noise/waves/tables.h"

namespace cobble {

WaveTables::WaveTables(std::size_t octave_count, int columns, Scratch* memory)
    : samples(Padded(columns)) {
  const auto count = static_cast<std::size_t>(samples);
  x = memory->Take<double>(count);
  for (std::size_t o = 0; o < octave_count; ++o) {
    Octave& octave = octaves[o];
    octave.vectors = memory->Take<Vector>(count / kMinLanes);
    octave.fraction = memory->Take<float>(count);
    octave.from_first = memory->Take<float>(count);
    octave.along_y = memory->Take<float>(std::size_t{kCellRows} * kAlongY * kMaxCells);
    octave.along_x = memory->Take<float>(kCellRows * 3 * kMaxMet * count);
    octave.reaching = memory->Take<Reaching>(kCellRows * kMaxMet * count / kMinLanes);
  }
}

}  // namespace cobble
