// One octave of a noise computed from the corners of lattice cells, one sample per lane, at
// arbitrary points or in a rotated picture.
//
// Neighbouring samples are mostly in the same cell or in nearby ones. A vector of samples reads its
// cells' corners from the first of these Corners (corners-inl.h) that holds them all:
//   OneCellCorners  numbers from a table, if all lanes are in one cell
//   TableCorners    a table of corners in registers
//   CellCorners     a cached cell; on targets whose vectors are too short for tables
//   HashedCorners   hashes, a cell per lane
// All return the same values, so the result is bit-identical.
#pragma once

#include <algorithm>
#include <type_traits>

#include "noise/sampling/corner_table-inl.h"
#include "noise/sampling/corners-inl.h"
#include "noise/sampling/fixed_points-inl.h"
#include "noise/sampling/points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// State of an octave, kept from one vector and row to the next.
template <class Gradient, int kDims>
using CornerCache = std::conditional_t<CornerTable<Gradient, kDims>::kPaysOff,
                                       CornerTables<Gradient, kDims>, CachedCell<Gradient, kDims>>;

// Adds one octave of a run to the slot, vector by vector. A Noise provides:
//   Gradient, kDims
//   Hashed                             the Corners of a cell per lane, made from Hashed::Hashes
//   Hash(octave, index, centred, hashes)
//                                      fills in the Hashes of a vector of samples
//   kCells                             see OctavePoints; then Make also takes OneCellCorners and
//                                      CellCorners
//   kSlopes                            slopes computed, by axis: 0 or kDims
//   Make(args, centred, corners)       a vector of samples; `centred` as of OctavePoints::At
template <class Noise>
class CornerOctave {
 public:
  using Args = typename Noise::Args;
  using Gradient = typename Noise::Gradient;
  static constexpr int kDims = Noise::kDims;
  using Cache = CornerCache<Gradient, kDims>;
  using Points = OctavePoints<kDims, Noise::kCells>;

  // In: n samples. Slopes are written by axis.
  HWY_INLINE CornerOctave(const Args& args, const Octave& octave, bool is_first,
                          const Points& points, int n, Cache& cache, const Slot& slot)
      : args_(args),
        octave_(octave),
        is_first_(is_first),
        points_(points),
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
  static constexpr bool kUsesTables = CornerTable<Gradient, kDims>::kPaysOff;
  static constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));
  static constexpr int kBatch = 16;  // vectors

  // Computes vectors from k on while the cache has their corners. Returns the first that remains.
  HWY_NOINLINE int AddShared(int k) {
    if constexpr (kUsesTables)
      return AddFromTables(k);
    else if constexpr (Noise::kCells)
      return AddFromCells(k);
    else
      return AddHashed(k, n_);
  }

  HWY_INLINE int AddFromTables(int k) {
    for (; k < n_; k += kLanes) {
      VI index[kDims], entry;
      VF centred[kDims];
      points_.At(k, index, centred);
      const auto cells_at = [&](int at, VI* cells) HWY_ATTR { points_.CellsAt(at, cells); };
      const auto* const table = cache_.Find(octave_, k, n_, index, cells_at, &entry);
      if (table == nullptr) break;
      if constexpr (Noise::kCells) {
        if (cache_.AreInOneCell(entry)) {
          AddVector(centred, OneCellCorners<Gradient, kDims>{*table, hn::GetLane(entry)}, k);
          continue;
        }
      }
      AddVector(centred, TableCorners<Gradient, kDims>{*table, entry}, k);
    }
    return k;
  }

  HWY_INLINE int AddFromCells(int k) {
    for (; k < n_; k += kLanes) {
      VI index[kDims];
      VF centred[kDims];
      points_.At(k, index, centred);
      if (!cache_.TryMoveTo(octave_, index)) break;
      AddVector(centred, CellCorners<Gradient, kDims>{cache_}, k);
    }
    return k;
  }

  // Computes up to `count` vectors from k on, each lane with its own hashes. A batch of vectors
  // goes through three short loops, in which products of several vectors run at the same time.
  HWY_NOINLINE int AddHashed(int k, int count) {
    HWY_ALIGN int32_t index[kBatch][kDims][kLanes];
    HWY_ALIGN float centred[kBatch][kDims][kLanes];
    typename Noise::Hashed::Hashes hashes[kBatch];
    const int end = std::min(n_, k + count * kLanes);
    while (k < end) {
      const int vectors = std::min(kBatch, (end - k + kLanes - 1) / kLanes);
      for (int v = 0; v < vectors; ++v) {
        VI cell[kDims];
        VF rest[kDims];
        points_.At(k + v * kLanes, cell, rest);
        for (int a = 0; a < kDims; ++a) {
          hn::Store(cell[a], I32(), index[v][a]);
          hn::Store(rest[a], F32(), centred[v][a]);
        }
      }
      for (int v = 0; v < vectors; ++v) {
        VI cell[kDims];
        VF rest[kDims];
        for (int a = 0; a < kDims; ++a) cell[a] = hn::Load(I32(), index[v][a]);
        for (int a = 0; a < kDims; ++a) rest[a] = hn::Load(F32(), centred[v][a]);
        Noise::Hash(octave_, cell, rest, hashes[v]);
      }
      for (int v = 0; v < vectors; ++v, k += kLanes) {
        VF rest[kDims];
        for (int a = 0; a < kDims; ++a) rest[a] = hn::Load(F32(), centred[v][a]);
        AddVector(rest, typename Noise::Hashed{hashes[v]}, k);
      }
    }
    return k;
  }

  template <class Corners>
  HWY_INLINE void AddVector(const VF* centred, const Corners& corners, int k) const {
    AddContribution(octave_, Noise::Make(args_, centred, corners), is_first_, slot_, k);
  }

  const Args& args_;
  const Octave& octave_;
  const bool is_first_;
  const Points points_;
  const int n_;
  Cache& cache_;
  const Slot slot_;
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
