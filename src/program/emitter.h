// Emits the steps of a program: arithmetic on values and colours, and position sets. The compiler
// is an Emitter; the files of node types call these functions on it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "noise/steps/ramp_step.h"
#include "program/cost.h"
#include "program/program_impl.h"
#include "program/site.h"

namespace cobble {

// The result of compiling a node: scale * raw + offset, or the constant `offset` without raw. raw
// is in buffers; Materialized does the arithmetic. `bounds` bound the node's value, not raw.
struct Compiled {
  Result raw;
  double scale = 1, offset = 0;
  Bounds bounds = {};

  bool IsConstant() const { return raw.value < 0; }
  bool IsRaw() const { return !IsConstant() && scale == 1 && offset == 0; }

  static Compiled Constant(double value) { return {{}, 0, value, {value, value}}; }
};

// Linear red, green and blue.
struct CompiledColor {
  std::array<Compiled, 3> channels;

  static CompiledColor Constant(const std::array<double, 3>& rgb);
  static CompiledColor Grey(const Compiled& value) { return {{value, value, value}}; }
};

// Identifies the positions of a site: their base and the map from it.
using PositionsKey = std::tuple<int, std::array<Vector3, 3>, Vector3>;
inline PositionsKey PositionsKeyOf(int base, const Affine& map) { return {base, map.m, map.t}; }

// Throws Error kLimit if count exceeds the maximum: nested refs and fractals can expand a recipe of
// a few lines exponentially. In: unit, what is counted, such as "steps".
void CheckExpansion(const Recipe& recipe, std::size_t count, std::size_t maximum, const char* unit);

class Emitter {
 public:
  explicit Emitter(Program::Impl& program) : program_(program) {}

  int64_t simd_target() const { return program_.level->target; }

  // Arithmetic. Adding or multiplying by a constant emits nothing.
  Compiled Scaled(const Compiled& a, double scale, double offset) const;
  Compiled Sum(const Compiled& a, const Compiled& b);
  Compiled Product(const Compiled& a, const Compiled& b);
  // Emit one step over the materialized inputs; Apply, only if there is none that computes the
  // same.
  Compiled Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs, const Bounds& bounds);
  CompiledColor ApplyColor(const ColorArgs& args, const CompiledColor& color,
                           const std::array<Bounds, 3>& bounds);
  CompiledColor ApplyRamp(std::shared_ptr<const RampTable> table, const Compiled& source,
                          const std::array<Bounds, 3>& bounds);
  // Emits the deferred arithmetic, if any, and returns the value in a buffer.
  Compiled Materialized(const Compiled& a);
  // Converts the first `from` slopes of a result, by map(p), to `to` slopes by p.
  void PullBack(const Affine& map, int from, int to, Result* result);

  // Returns a result with all three slopes, by the P of a sphere, in its tangent planes.
  Result Tangential(const Result& result);

  // Returns the frame of the samples' positions under a map. The caller sets its kind.
  Frame PixelFrame(const Affine& map) const;
  // Returns the number of a site's position set; emits the step that computes it unless it exists.
  int PositionsOf(const Site& site);
  // The same for map(p), where p are the positions of set `base`.
  int MappedPositions(int base, const Affine& map);
  // Returns a sample's mean area, in square units of the site's positions; infinite for points.
  double AreaOfSample(const Site& site) const;
  // Returns how wide a pixel is along x and y of the site's positions; infinite for points.
  std::array<double, 2> PixelAt(const Site& site) const;
  // Returns whether samples at a site can differ in z.
  bool VariesInZ(const Site& site) const;
  // Returns whether the steps from number `first` on read an axis of a position set.
  bool ReadsAxis(int positions, std::size_t axis, std::size_t first) const;

  // Returns the arguments of an earlier node with one more output, or null if its batches have
  // other positions. In: known, its arguments.
  using JoinArgs = std::function<std::shared_ptr<const void>(const void* known)>;
  // Emits the steps of a node with batches. If there is an earlier node with the same samples whose
  // arguments `join` extends, its steps get one more output instead. In: own, with one output and
  // no local positions; source, which compiles the source at local positions.
  void EmitBatches(BatchStep own, const JoinArgs& join,
                   const std::function<Result(int local)>& source);

  // The cost of the steps emitted so far.
  CostCounter& cost() { return cost_; }

  std::size_t step_count() const { return program_.steps.size(); }
  int NewBuffer() { return program_.buffers++; }
  int NewPositions() { return program_.position_sets++; }
  template <typename S>
  void Emit(S step) {
    CheckStepCount();
    if constexpr (!std::is_same_v<S, NoiseStep>) cost_.AddStep();
    program_.steps.emplace_back(std::move(step));
  }

 protected:
  Program::Impl& program_;

 private:
  // Returns new buffers for an operation's value, and for the slopes that any input has.
  Result NewResult(const std::array<Result, 3>& inputs, bool has_slopes);
  CompiledColor EmitColor(ColorStep step, const std::array<Bounds, 3>& bounds);
  // Returns the BatchStep that own's output has been added to; null if there is none.
  const BatchStep* Joined(const BatchStep& own, const JoinArgs& join);
  void CheckStepCount() const;

  // Identifies what a step computes: its curve, operation, parameters and inputs.
  using AppliedKey = std::pair<const void*, std::array<int, 17>>;
  static AppliedKey KeyOf(const PointwiseStep& step);

  CostCounter cost_;
  std::map<AppliedKey, Result> applied_;
  std::map<PositionsKey, int> position_sets_;
};

}  // namespace cobble
