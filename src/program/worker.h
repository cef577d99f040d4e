// Runs a Program: one worker's buffers, positions and scratch, allocated once.
#ifndef COBBLE_PROGRAM_WORKER_H_
#define COBBLE_PROGRAM_WORKER_H_

#include <memory>
#include <new>
#include <span>
#include <vector>

#include "noise/sampling/scratch.h"
#include "program/program_impl.h"

namespace cobble {

class Worker {
 public:
  // The widest tile of pixels that the program's steps take, and whose memory is near enough.
  static int MaxColumns(const Program::Impl& program);

  // What a worker for tiles of `columns` columns, or points, takes.
  static std::size_t Bytes(const Program::Impl& program, int columns);

  // For tiles of at most `columns` columns (1 to MaxColumns), or points.
  Worker(const Program::Impl& program, int columns);

  // kPixels: readies the noises for the tile, whose rows then come in rising order.
  void BeginTile(const Tile& tile) noexcept;
  // kPoints: the points of the next run, at most kRunLength, all spans of one length.
  void SetPoints(std::span<const double> x, std::span<const double> y,
                 std::span<const double> z) noexcept;

  // Runs every step. The result stands until the next run; slopes as the program was compiled.
  Slot Evaluate(const Run& run) noexcept;

 private:
  float* Buffer(int number) { return number < 0 ? nullptr : parts_.buffers + number * kRowSize; }
  double* Positions(int set, int axis) {
    return parts_.positions + (set * 3 + axis) * static_cast<int>(kRowSize);
  }
  std::array<double*, 3> Positions(int set);
  std::array<float*, 3> Buffers(const std::array<int, 3>& numbers);
  Slot SlotOf(const Result& result);

  void Do(const PixelPositionsStep& step, const Run& run);
  void Do(const DisplaceStep& step, const Run& run);
  void Do(const TransformStep& step, const Run& run);
  void Do(const NoiseStep& step, const Run& run);
  void Do(const PullBackStep& step, const Run& run);
  void Do(const FillStep& step, const Run& run);
  void Do(const PointwiseStep& step, const Run& run);
  void Do(const WarpSlopeStep& step, const Run& run);

  static constexpr int kRowSize = kRunLength + kPad;

  // What its memory is made of.
  struct Parts {
    float* buffers = nullptr;
    double* positions = nullptr;
    std::vector<std::byte*> scratch{};  // by step; null where it needs none
  };
  static Parts Carve(const Program::Impl& program, int columns, Scratch* memory);

  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t{kAlign});
    }
  };
  const Program::Impl& program_;
  std::unique_ptr<std::byte[], Free> memory_;
  Parts parts_;
  std::vector<Frame> frames_;  // by step, with the positions of kPoints frames filled in
  std::size_t step_ = 0;       // the one that runs
};

}  // namespace cobble

#endif  // COBBLE_PROGRAM_WORKER_H_
