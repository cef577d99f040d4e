// Runs a Program. A worker owns one thread's buffers, positions and scratch memory, allocated once.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/size.h"
#include "noise/sampling/scratch.h"
#include "program/branches.h"
#include "program/program_impl.h"

namespace cobble {

class Worker {
 public:
  // Returns the maximum tile width, in pixels, that all kernels support and that fits in the cache.
  static int MaxColumns(const Program::Impl& program);

  // Returns the bytes that a worker needs for tiles of `columns` columns or runs of as many points.
  static Size Bytes(const Program::Impl& program, int columns);

  // Allocates memory for tiles of up to `columns` (1 to MaxColumns), or runs of as many points.
  Worker(const Program::Impl& program, int columns);

  // kPixels only: prepares noises for a tile. Its rows must be evaluated in ascending order.
  void BeginTile(const Tile& tile) noexcept;
  // kPoints only: sets the points of the next run. The spans have one length, at most `columns`.
  void SetPoints(std::span<const double> x, std::span<const double> y,
                 std::span<const double> z) noexcept;

  // Sets what PictureSteps copy in the next run: arrays that are readable up to its length rounded
  // up to kPad.
  void SetPictureRows(const PictureRows& rows) noexcept { picture_rows_ = rows; }

  // Returns the values of a buffer after the last run.
  const float* Value(int buffer) { return Buffer(buffer); }

  // Runs every step. The result is valid until the next call; it has the program's slopes.
  Slot Evaluate(const Run& run) noexcept;

 private:
  static std::size_t Index(int number) { return static_cast<std::size_t>(number); }
  float* Buffer(int number) {
    return number < 0 ? nullptr : parts_.buffers + number * parts_.row_size + first_;
  }
  double* Positions(int set, int axis) {
    return parts_.positions + (set * 3 + axis) * parts_.row_size + first_;
  }
  std::array<double*, 3> Positions(int set);
  // Null for axes that the step does not write.
  std::array<double*, 3> Positions(int set, const PositionAxes& axes);
  std::array<float*, 3> Buffers(const std::array<int, 3>& numbers);
  Slot SlotOf(const Result& result);

  void Do(const PixelPositionsStep& step, const Run& run);
  void Do(const DisplaceStep& step, const Run& run);
  void Do(const TransformStep& step, const Run& run);
  void Do(const NoiseStep& step, const Run& run);
  void Do(const PullBackStep& step, const Run& run);
  void Do(const FillStep& step, const Run& run);
  void Do(const TangentStep& step, const Run& run);
  void Do(const PictureStep& step, const Run& run);
  void Do(const PointwiseStep& step, const Run& run);
  void Do(const ColorStep& step, const Run& run);
  void Do(const WarpSlopeStep& step, const Run& run);
  void Do(const BranchStep& step, const Run& run);
  void Do(const BatchStep& step, const Run& run);
  void Do(const CombineStep& step, const Run& run);

  void RunSteps(std::size_t first, std::size_t end, const Run& run) noexcept;

  // The arrays of a step that reads or writes samples.
  struct StepSlots {
    std::array<Slot, 3> in, to;
  };
  StepSlots SlotsOf(const Step& step);
  // Returns the current step's arrays, from first_ on.
  const StepSlots& Slots();

  // Sets ends_, and the batches of CombineSteps.
  void PairBatchSteps();

  // The parts of memory_.
  struct Parts {
    // Elements of a row: no more than tiles need, which spreads short rows over the sets of L1.
    int row_size = 0;
    float* buffers = nullptr;
    double* positions = nullptr;
    std::vector<std::byte*> scratch{};  // by step; null if it needs none
    // By step: of a BatchStep and of its CombineStep.
    std::vector<std::shared_ptr<Batches>> batches{};
  };
  // Lays out the parts in `memory`; a Scratch without memory only counts bytes.
  static Parts Carve(const Program::Impl& program, int columns, Scratch* memory);

  struct AlignedDelete {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t{kAlign});
    }
  };
  const Program::Impl& program_;
  std::unique_ptr<std::byte[], AlignedDelete> memory_;
  Parts parts_;
  std::vector<Frame> frames_;      // by step, with the positions of kPoints frames filled in
  std::vector<StepSlots> slots_;   // by step
  std::vector<std::size_t> ends_;  // by step: of a BatchStep, the index of its CombineStep
  std::size_t step_ = 0;           // index of the current step
  int first_ = 0;                  // the first sample of the run that the current steps compute
  StepSlots part_slots_;           // the last result of Slots
  Run run_;                        // all of it
  PictureRows picture_rows_{};
};

}  // namespace cobble
