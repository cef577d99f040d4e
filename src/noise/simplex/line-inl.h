// Simplex noise in 1D with one sample per lane: the kernels of the two lattice points around it.
#pragma once

#include "noise/sampling/points-inl.h"
#include "noise/simplex/kernel_sum-inl.h"
#include "noise/simplex/simplex.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <class Gradient, int kSlopes>
struct SimplexLine {
  static HWY_INLINE Jet<kSlopes> Make(const SimplexArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    const SimplexShape<1> shape(IsTiled<1>(octave));
    KernelSum<Gradient, 1, kSlopes> sum(shape);
    const VF offset = hn::Load(F32(), s.fraction[0] + k);
    const VI index = hn::Load(I32(), s.index[0] + k);
    Add(octave, shape, offset, index, sum);
    Add(octave, shape, offset - Broadcast(1.0f), NextIndex(index, octave.period[0]), sum);
    Jet<kSlopes> jet = sum.jet();
    ApplyTurbulence(args.turbulence, jet);
    return jet;
  }

 private:
  static HWY_INLINE void Add(const Octave& octave, const SimplexShape<1>& shape, VF offset,
                             VI index, KernelSum<Gradient, 1, kSlopes>& sum) {
    const VU hash = Eat(hn::Set(U32(), octave.seed), hn::BitCast(U32(), index));
    VF g[3];
    Gradient::template Vector<1>(Avalanche(hash), shape, g);
    sum.Add(&offset, g);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
