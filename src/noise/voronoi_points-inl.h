// Voronoi noise a sample a lane: for rotated grids (affine frames) and for points anywhere.
#include "noise/nearest-inl.h"
#include "noise/points-inl.h"
#include "noise/voronoi.h"
#include "noise/voronoi_cells-inl.h"

#if defined(COBBLE_NOISE_VORONOI_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_POINTS_INL_H_
#undef COBBLE_NOISE_VORONOI_POINTS_INL_H_
#else
#define COBBLE_NOISE_VORONOI_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The feature points around a vector of samples, their cells hashed as they are visited.
template <int kAxes>
class AnywhereSource {
 public:
  static constexpr int kDims = kAxes;

  HWY_INLINE AnywhereSource(const VoronoiArgs& args, const Octave& octave, const PointsScratch& s,
                            int k)
      : octave_(octave), metric_{args.metric}, jitter_(args.jitter) {
    for (int a = 0; a < kDims; ++a) {
      index_[a] = hn::Load(I32(), s.index[a] + k);
      fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
    }
  }

  template <int kReach, class Body>
  HWY_INLINE void Visit(const Body& body) const {
    VF cell[kDims];
    VisitAxis<kReach, 0>(hn::Set(U32(), octave_.seed), cell, body);
  }

 private:
  struct Candidate {
    const AnywhereSource& source;
    VU accumulator;
    int number;
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Joined() const {
      VF joined = source.metric_.First(offset[kDims - 1]);
      for (int a = kDims - 2; a >= 0; --a) joined = source.metric_.Join(offset[a], joined);
      return joined;
    }
    HWY_INLINE VF Id() const { return CellNumber(accumulator, number); }
  };

  // `cell`: the offset of the cell reached so far from the sample, by axis.
  template <int kReach, int kAxis, class Body>
  HWY_INLINE void VisitAxis(VU accumulator, VF* cell, const Body& body) const {
    if constexpr (kAxis == kDims) {
      VF point[kCellPoints<kDims>][kDims];
      CellPoints<kDims>(Avalanche(accumulator), jitter_, point);
      for (int p = 0; p < kCellPoints<kDims>; ++p) {
        Candidate candidate{*this, accumulator, p, {}};
        for (int a = 0; a < kDims; ++a) candidate.offset[a] = cell[a] + point[p][a];
        body(candidate);
      }
    } else {
      for (int by = -kReach; by <= kReach; ++by) {
        const VI index = ShiftIndex(index_[kAxis], by, octave_.period[kAxis]);
        cell[kAxis] = Splat(static_cast<float>(by)) - fraction_[kAxis];
        VisitAxis<kReach, kAxis + 1>(Eat(accumulator, hn::BitCast(U32(), index)), cell, body);
      }
    }
  }

  const Octave& octave_;
  const AnyMetric metric_;
  const float jitter_;
  VI index_[kDims];
  VF fraction_[kDims];
};

template <class How, int kDimensions, int kSlopes>
struct VoronoiPoints : SplitByAxis<kDimensions> {
  using Args = VoronoiArgs;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE Jet<kSlopes> Make(const VoronoiArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k) {
    return How::template Make<kSlopes>(args, AnywhereSource<kDims>(args, octave, s, k));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
