// The directions of phasor noise's kernels.
#include "noise/waves/phasor.h"

#include <algorithm>

#include "core/math.h"
#include "noise/math/hash.h"
#include "noise/waves/batches.h"
#include "noise/waves/cells.h"

namespace cobble {
namespace {

class Phasor final : public WaveBatches {
 public:
  Phasor(const PhasorArgs& args, int columns, Scratch* memory)
      : WaveBatches(args, args.has_source, columns, memory),
        args_(&args),
        function_(SelectPhasor(args)) {}

 private:
  void SetWaves(const WaveCells::Missing* batch, int count, const Slot& source) override {
    for (int k = 0; k < count; ++k) SetWave(batch[k], source, k);
  }

  void SetWave(const WaveCells::Missing& cell, const Slot& source, int k) {
    constexpr double kMaxAngle = 1e12;  // SinCosDegrees takes 2^40
    const double angle = source.value == nullptr ? args_->angle : double{source.value[k]};
    const SinCos direction =
        SinCosDegrees(std::clamp(angle, -kMaxAngle, kMaxAngle) + args_->spread * TurnOf(cell));
    cells().Cell(cell).SetWave({args_->waves * direction.cos, args_->waves * direction.sin}, 1);
  }

  // Returns the random turn of a cell, -180 to 180 degrees.
  double TurnOf(const WaveCells::Missing& cell) {
    constexpr uint32_t kTurnHash = 0;  // not the value of the point and phase
    const uint32_t hash = HashValue(HashEat(cells().AccumulatorOf(octave(), cell), kTurnHash));
    return 360 * (hash * 0x1p-32 - 0.5);
  }

  void Sum(const double* const* positions, int first, int end, const Slot&,
           const OutputSlots& to) override {
    function_(*args_, cells(), tables(), positions, first, end, to[0]);
  }

  const PhasorArgs* args_;
  PhasorFunction function_;
};

}  // namespace

std::shared_ptr<Batches> MakePhasor(const void* args, int columns, Scratch* memory) {
  return std::make_shared<Phasor>(*static_cast<const PhasorArgs*>(args), columns, memory);
}

}  // namespace cobble
