// From a family's typed code to a Kernel: the casts, and the two passes over scratch, of which the
// first counts bytes and the second hands out arrays.
#include <type_traits>

#include "core/simd-inl.h"
#include "noise/kernel.h"
#include "noise/sampling/scratch.h"

#if defined(COBBLE_NOISE_SAMPLING_TYPED_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_TYPED_KERNEL_INL_H_
#undef COBBLE_NOISE_SAMPLING_TYPED_KERNEL_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_TYPED_KERNEL_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A strategy, one way in which a family makes its samples, has
//   Args                                        the family's arguments
//   State                                       what is kept of a tile: numbers, and pointers to
//                                               arrays in the scratch
//   kMaxColumns                                 the widest tile of a grid
//   LayOut(args, frame, columns, scratch, state)
//       takes the arrays. What it takes follows from args, frame and columns alone: it runs once
//       to count bytes, with a state that is thrown away and null arrays, and once for every tile.
//   Prepare(args, frame, tile, state)           after LayOut for the tile
//   Run(args, frame, run, state, slot)          HWY_INLINE, so that it costs no second call
// The state stands first in the scratch and lasts until the next tile.
template <class Strategy>
struct TypedKernel {
  using Args = typename Strategy::Args;
  using State = typename Strategy::State;
  static_assert(std::is_trivially_copyable_v<State>, "nothing destroys a state");

  static std::size_t ScratchBytes(const void* args, const Frame& frame, int columns) noexcept {
    Scratch counted(nullptr);
    counted.Take<State>(1);
    State state{};
    Strategy::LayOut(*static_cast<const Args*>(args), frame, columns, counted, state);
    return counted.used();
  }

  static void Prepare(const void* untyped_args, const Frame& frame, const Tile& tile,
                      void* memory) noexcept {
    const auto& args = *static_cast<const Args*>(untyped_args);
    Scratch scratch(memory);
    State& state = *scratch.Take<State>(1);
    Strategy::LayOut(args, frame, tile.columns, scratch, state);
    Strategy::Prepare(args, frame, tile, state);
  }

  // scripts/count-kernels counts these.
  static void Run(const void* args, const Frame& frame, const cobble::Run& run, void* memory,
                  const Slot& slot) noexcept {
    Strategy::Run(*static_cast<const Args*>(args), frame, run, *static_cast<State*>(memory), slot);
  }

  static constexpr Kernel kKernel{&ScratchBytes, &Prepare, &Run, Strategy::kMaxColumns};
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
