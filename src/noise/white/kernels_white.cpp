// The kernel of white noise, compiled once per SIMD level.
#include "noise/math/hash-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/white/white.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct WhiteCells : Stateless<WhiteArgs> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run, State&,
                             const Slot& slot) {
    const I32 di;
    const U32 du;
    const Octave& octave = args.octaves.front();
    HWY_ALIGN int32_t index[3][kMaxPiece + kPad];
    HWY_ALIGN float fraction[kMaxPiece + kPad];
    ForPieces(frame, run, args.dimensions, [&](int first, int n, const double* const* q) {
      for (int a = 0; a < args.dimensions; ++a)
        SplitRun(q[a], n, AxisOf(octave, a), index[a], fraction);
      ForVectors(n, [&](int k) {
        VU hash = hn::Set(du, octave.seed);
        for (int a = 0; a < args.dimensions; ++a)
          hash = Eat(hash, hn::BitCast(du, hn::Load(di, index[a] + k)));
        hn::Store(UnitOf(Avalanche(hash)), F32(), slot.value + first + k);
      });
    });
  }
};

Kernel SelectWhiteHere(const WhiteArgs&, Frame::Kind) { return TypedKernel<WhiteCells>::kKernel; }

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
