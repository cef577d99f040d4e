// The buffers and position sets that a step reads and writes.
#pragma once

#include <array>
#include <cstddef>
#include <variant>

#include "program/program_impl.h"

namespace cobble {

// Calls use(number, is_output) for every buffer that a step reads or writes. A PullBackStep, which
// works in place, lists its buffers as outputs.
template <typename Use>
struct BufferUses {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(DisplaceStep& step) const { In(step.by); }
  void operator()(NoiseStep& step) const { Out(step.to); }
  void operator()(PullBackStep& step) const { Out(step.slope); }
  void operator()(FillStep& step) const { Out(step.to); }
  void operator()(TangentStep& step) const { In(step.from).Out(step.to); }
  void operator()(PictureStep& step) const { Out(step.to); }
  void operator()(PointwiseStep& step) const { In(step.in).Out(step.to); }
  void operator()(ColorStep& step) const { In(step.in).Out(step.to); }
  void operator()(WarpSlopeStep& step) const { In(step.source, step.by).Out(step.to); }
  void operator()(BranchStep& step) const { In(step.mask); }
  // Stays with its CombineStep, which reads `local`.
  void operator()(BatchStep& step) const { In(step.in, step.to); }
  void operator()(CombineStep& step) const { In(step.source, step.in).Out(step.to); }

 private:
  template <typename... Parts>
  const BufferUses& In(Parts&... parts) const {
    (Add(parts, false), ...);
    return *this;
  }
  template <typename Part>
  void Out(Part& part) const {
    Add(part, true);
  }
  void Add(int& number, bool is_output) const {
    if (number >= 0) use(number, is_output);
  }
  void Add(Result& result, bool is_output) const {
    Add(result.value, is_output);
    Add(result.slope, is_output);
  }
  template <typename Part, std::size_t kCount>
  void Add(std::array<Part, kCount>& parts, bool is_output) const {
    for (Part& part : parts) Add(part, is_output);
  }
};

// The same for every position set.
template <typename Use>
struct PositionUses {
  const Use& use;

  template <typename OtherStep>
  void operator()(OtherStep&) const {}
  void operator()(PixelPositionsStep& step) const { use(step.to, true); }
  void operator()(TransformStep& step) const { Both(step.from, step.to, true); }
  void operator()(DisplaceStep& step) const { Both(step.from, step.to, true); }
  void operator()(NoiseStep& step) const {
    if (step.positions >= 0) use(step.positions, false);
  }
  void operator()(TangentStep& step) const { use(step.positions, false); }
  void operator()(BatchStep& step) const { Both(step.from, step.local, true); }
  void operator()(CombineStep& step) const { Both(step.from, step.local, false); }

 private:
  void Both(int& from, int& to, bool is_output) const {
    use(from, false);
    use(to, is_output);
  }
};

// Calls use(number, is_output) for the numbers that Uses enumerates.
template <template <typename> class Uses, typename Use>
void ForEach(Step& step, const Use& use) {
  std::visit(Uses<Use>{use}, step);
}

}  // namespace cobble
