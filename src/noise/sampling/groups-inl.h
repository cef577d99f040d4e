// The strategy of noises based on nearest points (voronoi, cell) in affine frames (rotated grids)
// and at points. Each group of samples is searched in the first way that works:
//
// 1. A list of the points near the group (nearby-inl.h).
// 2. Each lane searches a few cells around its sample, which is enough for most samples.
// 3. Each lane searches all cells within reach. Samples that need this are collected over the run.
#pragma once

#include <bit>

#include "noise/sampling/nearby-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct NoTable {
  static constexpr bool kPaysOff = false;
  void Clear() {}
  void Disable() {}
};

// The Strategy (typed_kernel-inl.h). A Noise provides:
//   Args                       with octaves and offset_axis(): the axis of functions whose value is
//                              the offset from the nearest point along it, else -1
//   kDims, kSlopes
//   kPointsPerCell             maximum
//   kWindowOrder, kMaxWindow   see PointWindow; the maximum number of points in a window
//   Table                      what way 2 keeps for a group from row to row, or NoTable; Clear()
//                              empties it, Disable() keeps it empty for a run
//   Reach(args)                the number of cells to search on each side of a sample's cell
//   WithSearch(args, body)     calls body(search), of a type made for args
// A Search has:
//   kDims, kSlopes
//   args                                the Args
//   metric                              a MetricType
//   kTakesCellsInReach                  whether points outside the cells within reach of a sample,
//                                       which lists may hold, must be left out
//   list_points()                       the Points of lists (nearby-inl.h)
//   FromList(list, source)              way 1: Found, for the vector of samples of a NearbySource
//   FromNearCells(octave, s, k, table)  way 2: Found, for the vector of samples at k
//   FromAllCells(octave, s, samples)    way 3: Jet, for any samples of the run
template <class Noise>
struct AtGroups {
  using Args = typename Noise::Args;
  static constexpr int kDims = Noise::kDims, kSlopes = Noise::kSlopes;
  static constexpr int kMaxColumns = kShortRun;
  static constexpr int kLists = kShortRun / kGroup;  // per octave
  using List = NearbyPoints<kDims>;
  using Table = typename Noise::Table;

  struct State {
    PointsScratch points;
    float* jet[1 + kSlopes];  // an octave's values and slopes, by sample
    int32_t* undecided;       // numbers of samples
    PointWindow window;       // points = 0: no lists
    List* lists;              // kLists for each set
    Table* tables;            // the same, and one more that stays empty
  };

  // The number of sets of lists and tables. Beyond eight octaves, few have one, to bound memory.
  static std::size_t Sets(const Args& args) {
    const std::size_t octaves = args.octaves.size();
    return octaves <= 8 ? octaves : 3;
  }

  static void LayOut(const Args& args, const Frame&, int, Scratch& scratch, State& state) {
    constexpr std::size_t kWidth = kRunLength + kPad;
    state.points = LayOutPoints(kDims, scratch);
    for (float*& row : state.jet) row = scratch.Take<float>(kWidth);
    state.undecided = scratch.Take<int32_t>(kWidth + kPad);
    LayOutWindow(kDims, Noise::kMaxWindow, scratch, &state.window);
    state.lists = scratch.Take<List>(kLists * Sets(args));
    state.tables = scratch.Take<Table>(kLists * Sets(args) + 1);
  }

  static void Prepare(const Args& args, const Frame&, const Tile&, State& state) {
    FillWindow(kDims, Noise::Reach(args), Noise::kPointsPerCell, Noise::kWindowOrder,
               Noise::kMaxWindow, state.window);
    for (std::size_t k = 0; k < kLists * Sets(args); ++k) {
      state.lists[k].is_valid = false;
      state.lists[k].rest = 0;
      state.tables[k].Clear();
    }
  }

  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    const PointsScratch& s = state.points;
    const double* q[kDims];
    for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, s.q[a]);
    Noise::WithSearch(args, [&](const auto& search) {
      for (std::size_t o = 0; o < args.octaves.size(); ++o) {
        const Octave& octave = args.octaves[o];
        SplitByAxis<kDims>(octave, q, run.n, s);
        if (o < Sets(args)) {
          SearchOctave(search, octave, run.n, state, state.lists + o * kLists,
                       state.tables + o * kLists, kLists);
        } else {
          Table* const empty = state.tables + kLists * Sets(args);
          empty->Disable();
          SearchOctave(search, octave, run.n, state, nullptr, empty, 1);
        }
        AddJets<kSlopes>(octave, state.jet, o == 0, run.n, slot);
        if constexpr (kSlopes == 0) AddUnitSlope(octave, args.offset_axis(), o == 0, run.n, slot);
      }
    });
  }

  // Computes an octave's values and slopes for n samples. In: lists, or null; `table_count` tables.
  template <class Search>
  static HWY_NOINLINE void SearchOctave(const Search& search, const Octave& octave, int n,
                                        const State& state, List* lists, Table* tables,
                                        int table_count) {
    const PointsScratch s = state.points;  // a copy, so that stores of samples cannot alias it
    for (int k = 0; k < n && lists != nullptr; k += kGroup) {
      List& list = lists[k / kGroup % kLists];
      if (!Serves(list, s, k) && state.window.points > 0 && --list.rest <= 0)
        MakeList(search.list_points(), octave, state.window, s, k, list);
    }
    // Undecided samples, as bits: a branch per search would keep searches from overlapping.
    uint64_t undecided[kRunLength / 64 + 1] = {};
    for (int k = 0; k < n; k += kGroup) {
      const List* const list = lists == nullptr ? nullptr : lists + k / kGroup % kLists;
      for (int v = k; v < k + kGroup; v += static_cast<int>(hn::Lanes(F32()))) {
        const Found<kSlopes> found =
            list != nullptr && list->is_valid
                ? FromList(search, *list, s, v)
                : search.FromNearCells(octave, s, v, tables[k / kGroup % table_count]);
        StoreJet(found.jet, state.jet, v);
        undecided[v / 64] |= BitsOf(found.undecided) << v % 64;
      }
    }
    int count = 0;
    for (int k = 0; k < n; k += 64)
      for (uint64_t bits = undecided[k / 64]; bits != 0; bits &= bits - 1)
        state.undecided[count++] = k + std::countr_zero(bits);
    if (count == 0) return;
    std::fill_n(state.undecided + count, kPad, state.undecided[count - 1]);
    ForVectors(count, [&](int k) {
      const VI samples = hn::LoadU(I32(), state.undecided + k);
      StoreJet(search.FromAllCells(octave, s, samples), state.jet, samples);
    });
  }

  template <class Search>
  static HWY_INLINE Found<kSlopes> FromList(const Search& search, const List& list,
                                            const PointsScratch& s, int k) {
    if (list.is_one_cell)
      return search.FromList(list, NearbySource<Search, true>(search, list, s, k));
    return search.FromList(list, NearbySource<Search, false>(search, list, s, k));
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
