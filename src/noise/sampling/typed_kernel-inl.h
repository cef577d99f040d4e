// Wraps a noise family's typed code in the untyped Kernel interface: casts from void*, and lays out
// the scratch in two passes, one to count bytes and one to hand out arrays.
#pragma once

#include <type_traits>

#include "core/simd-inl.h"
#include "noise/kernel.h"
#include "noise/sampling/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A Strategy is one algorithm of a noise family. It provides:
//   Args                                the family's arguments
//   State                               per tile: numbers, and pointers to arrays in scratch
//   kMaxColumns                         maximum tile width on a grid
//   LayOut(args, frame, columns, scratch, state)
//       Takes the arrays from scratch. Their sizes depend only on args, frame and columns: it runs
//       once to count bytes, with a dummy state and null arrays, and once per tile.
//   Prepare(args, frame, tile, state)   per tile, after LayOut
//   Run(args, frame, run, state, slot)  must be HWY_INLINE, to save a call
// The State is at the start of the scratch and lives until the next tile.
template <class Strategy>
struct TypedKernel {
  using Args = typename Strategy::Args;
  using State = typename Strategy::State;
  static_assert(std::is_trivially_copyable_v<State>, "State is never destroyed");

  static std::size_t ScratchBytes(const void* args, const Frame& frame, int columns) noexcept {
    Scratch counted(nullptr);
    counted.Take<State>(1);
    State state{};
    Strategy::LayOut(*static_cast<const Args*>(args), frame, columns, counted, state);
    return static_cast<std::size_t>(counted.used());
  }

  static void Prepare(const void* untyped_args, const Frame& frame, const Tile& tile,
                      void* memory) noexcept {
    const auto& args = *static_cast<const Args*>(untyped_args);
    Scratch scratch(memory);
    State& state = *scratch.Take<State>(1);
    Strategy::LayOut(args, frame, tile.columns, scratch, state);
    Strategy::Prepare(args, frame, tile, state);
  }

  // scripts/count-kernels counts the instances of this function.
  static void Run(const void* args, const Frame& frame, const cobble::Run& run, void* memory,
                  const Slot& slot) noexcept {
    Strategy::Run(*static_cast<const Args*>(args), frame, run, *static_cast<State*>(memory), slot);
  }

  static constexpr Kernel kKernel{&ScratchBytes, &Prepare, &Run, Strategy::kMaxColumns};
};

// Selects by the number of slopes. At the scalar level, slopes are always computed, to save code.
template <class WithSlopes, class ValueOnly>
Kernel SelectBySlopes(int slopes) {
  if constexpr (!kIsScalar)
    if (slopes == 0) return TypedKernel<ValueOnly>::kKernel;
  return TypedKernel<WithSlopes>::kKernel;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
