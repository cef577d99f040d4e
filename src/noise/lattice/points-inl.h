// Lattice noise with one sample per lane: one octave of a run, at arbitrary points or in a rotated
// picture.
//
// Neighbouring samples are mostly in the same cell or in cells near each other, so a vector of
// samples takes the gradients of its cells' corners from the first of these Corners
// (interpolate-inl.h) that holds them all:
//   OneCellCorners  numbers from a table, if all lanes are in one cell
//   TableCorners    a table of corners in registers
//   CellCorners     a cached cell; on targets whose vectors are too short for tables
//   HashedCorners   hashes, a cell per lane
// All return the same values, so the result is bit-identical.
#include <algorithm>
#include <type_traits>

#include "noise/lattice/corner_table-inl.h"
#include "noise/lattice/corners-inl.h"
#include "noise/lattice/interpolate-inl.h"
#include "noise/lattice/lattice.h"
#include "noise/sampling/fixed_points-inl.h"
#include "noise/sampling/points-inl.h"

#if defined(COBBLE_NOISE_LATTICE_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#undef COBBLE_NOISE_LATTICE_POINTS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// What an octave keeps from one vector and row to the next.
template <class Gradient, int kDims>
struct LatticeCache {
  static constexpr bool kUsesTables = CornerTable<Gradient, kDims>::kPaysOff;
  std::conditional_t<kUsesTables, CornerTables<Gradient, kDims>, CachedCell<Gradient, kDims>> data;
  int paused;

  void Clear() {
    paused = 0;
    if constexpr (kUsesTables)
      data.Clear();
    else
      data.is_valid = false;
  }

  void StartRow() {
    if constexpr (kUsesTables) data.StartRow();
  }

  // Returns how many of the next `count` vectors should be hashed lane by lane, after one whose
  // corners could not be shared.
  HWY_INLINE int TakePaused(int count) {
    const int taken = std::min(count, paused);
    paused -= taken;
    return taken;
  }
};

// Adds one octave of a run to the slot, vector by vector.
template <class Gradient, int kDims, int kSlopes>
class LatticeOctave {
 public:
  using Cache = LatticeCache<Gradient, kDims>;

  // In: `shift` and `base`, see OctavePoints; n samples.
  HWY_INLINE LatticeOctave(const LatticeArgs& args, std::size_t o, int shift,
                           const FixedPoints& base, int n, Cache& cache, const Slot& slot)
      : turbulence_(args.turbulence),
        octave_(args.octaves[o]),
        is_first_(o == 0),
        points_(octave_, shift, base),
        n_(n),
        cache_(cache),
        slot_(slot) {}

  HWY_INLINE void Add() {
    cache_.StartRow();
    for (int k = 0; k < n_;) {
      const int paused = cache_.TakePaused((n_ - k + kLanes - 1) / kLanes);
      k = paused > 0 ? AddHashed(k, paused) : AddShared(k);
    }
  }

 private:
  // Computes the vectors from k on, while the cache has the corners of their cells. Returns the
  // first vector that remains.
  HWY_NOINLINE int AddShared(int k) {
    for (; k < n_; k += kLanes) {
      VI index[kDims];
      const Offsets<kDims> o = At(k, index);
      if constexpr (Cache::kUsesTables) {
        const auto cells_at = [&](int at, VI* cells) HWY_ATTR { points_.CellsAt(at, cells); };
        VI entry;
        const auto* const table = cache_.data.Find(octave_, k, n_, index, cells_at, &entry);
        if (table == nullptr) {
          cache_.paused = cache_.data.pause();
          break;
        }
        if (cache_.data.AreInOneCell(entry))
          AddVector(Interpolate<Gradient, kDims, kSlopes>(
                        o, OneCellCorners<Gradient, kDims>(*table, hn::GetLane(entry))),
                    k);
        else
          AddVector(Interpolate<Gradient, kDims, kSlopes>(
                        o, TableCorners<Gradient, kDims>(*table, entry)),
                    k);
      } else {
        if (!cache_.data.TryMoveTo(octave_, index)) {
          cache_.paused = 1;
          break;
        }
        AddVector(
            Interpolate<Gradient, kDims, kSlopes>(o, CellCorners<Gradient, kDims>(cache_.data)), k);
      }
    }
    return k;
  }

  // Computes `count` vectors from k on, each lane with its own hashes.
  HWY_NOINLINE int AddHashed(int k, int count) {
    const int end = std::min(n_, k + count * kLanes);
    for (; k < end; k += kLanes) {
      VI index[kDims];
      const Offsets<kDims> o = At(k, index);
      AddVector(
          Interpolate<Gradient, kDims, kSlopes>(o, HashedCorners<Gradient, kDims>(octave_, index)),
          k);
    }
    return k;
  }

  HWY_INLINE Offsets<kDims> At(int k, VI* index) const {
    VF centred[kDims];
    points_.At(k, index, centred);
    Offsets<kDims> o;
    o.template Set<kSlopes>(centred);
    return o;
  }

  // In: unscaled.
  HWY_INLINE void AddVector(Jet<kSlopes> jet, int k) const {
    constexpr float kScale = Gradient::template kScale<kDims>;
    if constexpr (kScale != 1) {
      jet.v = jet.v * Broadcast(kScale);
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = jet.g[a] * Broadcast(kScale);
    }
    ApplyTurbulence(turbulence_, jet);
    AddContribution(octave_, jet, is_first_, slot_, k);
  }

  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));

  const Turbulence turbulence_;
  const Octave& octave_;
  const bool is_first_;
  const OctavePoints<kDims> points_;
  const int n_;
  Cache& cache_;
  const Slot slot_;
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
