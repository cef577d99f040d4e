// Arithmetic on values. Multiplication by and addition of constants are deferred: Compiled
// accumulates them as scale and offset, and Materialized emits a chain of them as one step.
#include <algorithm>
#include <cmath>

#include "core/math.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "recipe/reading/faults.h"

namespace cobble {
namespace {

// Materialized replaces larger centres by 0; no value is that large.
constexpr double kMaxCentre = 1e30;

constexpr std::size_t kMaxProbes = 128;  // of each kind

}  // namespace

Compiled Compiler::Scaled(const Compiled& a, double scale, double offset) const {
  Compiled out = a;
  out.scale *= scale;
  out.offset = out.offset * scale + offset;
  out.bounds = cobble::Scaled(a.bounds, scale, offset);
  return out;
}

Compiled Compiler::Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs,
                         const Bounds& bounds) {
  PointwiseStep step{SelectPointwise(args.op, program_.level->target), std::move(args), 0, {}, {}};
  for (const Compiled& input : inputs)
    step.in[static_cast<std::size_t>(step.inputs++)] = Materialized(input).raw;
  step.to.value = NewBuffer();
  for (std::size_t s = 0; s < 3; ++s) {
    bool varies = false;
    for (const Result& in : step.in) varies |= in.slope[s] >= 0;
    if (varies && !IsPiecewiseConstant(step.args.op)) step.to.slope[s] = NewBuffer();
  }
  Compiled out;
  out.raw = step.to;
  out.bounds = bounds;
  Emit(std::move(step));
  return out;
}

CompiledColor Compiler::ApplyColor(const ColorArgs& args, const CompiledColor& color,
                                   const std::array<Bounds, 3>& bounds) {
  ColorStep step{SelectColor(args.curve, program_.level->target),
                 std::make_shared<const ColorArgs>(args),
                 {},
                 {}};
  for (std::size_t c = 0; c < 3; ++c) step.in[c] = Materialized(color.channels[c]).raw;
  return EmitColor(std::move(step), bounds);
}

CompiledColor Compiler::ApplyRamp(std::shared_ptr<const RampTable> table, const Compiled& source,
                                  const std::array<Bounds, 3>& bounds) {
  ColorStep step{SelectRamp(*table, program_.level->target), std::move(table), {}, {}};
  step.in[0] = Materialized(source).raw;
  return EmitColor(std::move(step), bounds);
}

CompiledColor Compiler::EmitColor(ColorStep step, const std::array<Bounds, 3>& bounds) {
  CompiledColor out;
  for (std::size_t c = 0; c < 3; ++c) {
    step.to[c].value = NewBuffer();
    for (std::size_t s = 0; s < 3; ++s) {
      const auto has_slope = [&](const Result& in) { return in.slope[s] >= 0; };
      if (std::ranges::any_of(step.in, has_slope)) step.to[c].slope[s] = NewBuffer();
    }
    out.channels[c].raw = step.to[c];
    out.channels[c].bounds = bounds[c];
  }
  Emit(std::move(step));
  return out;
}

// Computes scale * (raw - centre) + rest, where centre is -offset / scale rounded to float, and
// rest corrects the rounding. scale * raw + offset would lose its digits to cancellation if a
// narrow range far from 0 is stretched.
Compiled Compiler::Materialized(const Compiled& a) {
  if (a.IsRaw()) return a;
  Compiled out;
  out.bounds = a.bounds;
  if (a.IsConstant()) {
    Emit(FillStep{ToFloat(a.offset), out.raw.value = NewBuffer()});
    return out;
  }
  Compiled raw;
  raw.raw = a.raw;
  const bool is_near = std::abs(a.offset) <= kMaxCentre * std::abs(a.scale);
  const float centre = a.scale == 0 || !is_near ? 0 : ToFloat(-a.offset / a.scale);
  const double rest = a.offset + a.scale * double{centre};
  return Apply({PointwiseOp::kLinear, {ToFloat(a.scale), centre, ToFloat(rest)}, {}}, {raw},
               a.bounds);
}

Compiled Compiler::Sum(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return Scaled(b, 1, a.offset);
  if (b.IsConstant()) return Scaled(a, 1, b.offset);
  Compiled x, y;
  x.raw = a.raw;
  y.raw = b.raw;
  return Apply(
      {PointwiseOp::kSum, {ToFloat(a.scale), ToFloat(b.scale), ToFloat(a.offset + b.offset)}, {}},
      {x, y}, cobble::Sum(a.bounds, b.bounds));
}

Compiled Compiler::Product(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return Scaled(b, a.offset, 0);
  if (b.IsConstant()) return Scaled(a, b.offset, 0);
  return Apply({PointwiseOp::kMultiply, {}, {}}, {a, b}, cobble::Product(a.bounds, b.bounds));
}

void Compiler::NoteSourceRange(const NodeContext& context, double low, double high,
                               const Result& source) {
  program_.has_source_ranges = true;
  const bool is_probed = program_.has_probes && !context.site.is_in_batches;
  if (is_probed && program_.source_probes.size() < kMaxProbes)
    program_.source_probes.push_back(
        {ChildPointer(context.pointer, "range"), low, high, source.value});
}

Compiled Compiler::Clipped(const NodeContext& context, const Compiled& value, double scale) {
  program_.has_clipped_nodes = true;
  // In batches, results are not those of the samples.
  if (context.site.IsInStamp()) program_.clipped_in_stamps.insert(context.pointer);
  const bool is_probed = program_.has_probes && !context.site.is_in_batches && value.offset == 0;
  if (is_probed && program_.clip_probes.size() < kMaxProbes)
    program_.clip_probes.push_back({context.pointer, scale, value.scale, value.raw.value});
  return Apply({PointwiseOp::kClamp, {-1, 1}, {}}, {value}, {-1, 1});
}

}  // namespace cobble
