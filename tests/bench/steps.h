// Benchmarks of single operations: one step over runs that stay in the L1 cache.
#pragma once

#include <string>
#include <vector>

#include "core/simd_level.h"
#include "noise/steps/pointwise.h"

namespace cobble::bench {

struct StepRow {
  PointwiseOp op = PointwiseOp::kLinear;
  std::string op_name;
  int inputs = 1;
  int slopes = 0;
  std::string level = "auto";

  // step/operation/slopes/level: "step/multiply/2/avx2".
  std::string Name() const;
};

std::vector<StepRow> StepRows(const std::vector<std::string>& levels);

class StepRun {
 public:
  explicit StepRun(const StepRow& row);

  void Once() { run_(args_, in_.data(), kShortRun, out_); }
  double samples() const { return kShortRun; }
  double buffers() const { return static_cast<double>(rows_.size()); }

 private:
  struct alignas(kAlign) Row {
    std::array<float, kRunLength + kPad> x;
  };

  PointwiseRun run_;
  PointwiseArgs args_;
  std::vector<Row> rows_;
  std::array<Slot, 3> in_;
  Slot out_{};
};

}  // namespace cobble::bench
