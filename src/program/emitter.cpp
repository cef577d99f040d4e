// Emits arithmetic and position sets.
//
// Compiled accumulates constant factors and terms; Materialized emits them as one step.
//
// Steps compute the pixels' positions and affine maps of other position sets, each distinct set
// once. Displaced positions come from nodes/warp.cpp.
//
//   PositionsOf(site)                          emits
//     base = pixels, from_base = M             PixelPositionsStep: set = M(P of the pixels)
//     base = set k,  from_base = M             TransformStep:      set = M(set k)
//     base = set k,  from_base = identity      nothing: the set is k
#include "program/emitter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/math.h"
#include "program/intervals.h"
#include "program/position_axes.h"
#include "program/repeats.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// Steps bound the work per sample.
constexpr std::size_t kMaxSteps = 10000;

// The bases of position sets that are computed from pixels, which wrap in a tiled picture.
constexpr int kPixels = -1, kWrappedPixels = -2;

// Materialized replaces larger centres by 0; no value is that large.
constexpr double kMaxCentre = 1e30;

}  // namespace

CompiledColor CompiledColor::Constant(const std::array<double, 3>& rgb) {
  return {{Compiled::Constant(rgb[0]), Compiled::Constant(rgb[1]), Compiled::Constant(rgb[2])}};
}

void CheckExpansion(const Recipe& recipe, std::size_t count, std::size_t maximum,
                    const char* unit) {
  if (count <= maximum) return;
  const std::string number = std::to_string(maximum) + " ";
  std::string hint = RepeatsHint(recipe);
  if (hint.empty()) hint = "use fewer octaves, fewer samples of blurs, or fewer refs below warps";
  throw LimitAt(recipe, "/noise", "the recipe expands to more than " + number + unit, hint);
}

// --- Arithmetic ---

Compiled Emitter::Scaled(const Compiled& a, double scale, double offset) const {
  Compiled out = a;
  out.scale *= scale;
  out.offset = out.offset * scale + offset;
  out.bounds = cobble::Scaled(a.bounds, scale, offset);
  return out;
}

Compiled Emitter::Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs,
                        const Bounds& bounds) {
  PointwiseStep step{SelectPointwise(args.op, simd_target()), std::move(args), 0, {}, {}};
  for (const Compiled& input : inputs)
    step.in[static_cast<std::size_t>(step.inputs++)] = Materialized(input).raw;
  const auto [known, is_new] = applied_.try_emplace(KeyOf(step));
  if (is_new) {
    step.to = NewResult(step.in, !IsPiecewiseConstant(step.args.op));
    known->second = step.to;
    Emit(std::move(step));
  }
  return {.raw = known->second, .bounds = bounds};
}

Emitter::AppliedKey Emitter::KeyOf(const PointwiseStep& step) {
  AppliedKey key{step.args.curve.get(), {static_cast<int>(step.args.op)}};
  auto at = key.second.begin() + 1;
  for (const float p : step.args.p) *at++ = std::bit_cast<int>(p);
  for (const Result& in : step.in) {
    *at++ = in.value;
    at = std::ranges::copy(in.slope, at).out;
  }
  return key;
}

CompiledColor Emitter::ApplyColor(const ColorArgs& args, const CompiledColor& color,
                                  const std::array<Bounds, 3>& bounds) {
  ColorStep step{
      SelectColor(args.curve, simd_target()), std::make_shared<const ColorArgs>(args), {}, {}};
  for (std::size_t c = 0; c < 3; ++c) step.in[c] = Materialized(color.channels[c]).raw;
  return EmitColor(std::move(step), bounds);
}

CompiledColor Emitter::ApplyRamp(std::shared_ptr<const RampTable> table, const Compiled& source,
                                 const std::array<Bounds, 3>& bounds) {
  ColorStep step{SelectRamp(*table, simd_target()), std::move(table), {}, {}};
  step.in[0] = Materialized(source).raw;
  return EmitColor(std::move(step), bounds);
}

Result Emitter::NewResult(const std::array<Result, 3>& inputs, bool has_slopes) {
  Result to{.value = NewBuffer()};
  for (std::size_t s = 0; s < 3 && has_slopes; ++s)
    if (std::ranges::any_of(inputs, [&](const Result& in) { return in.slope[s] >= 0; }))
      to.slope[s] = NewBuffer();
  return to;
}

CompiledColor Emitter::EmitColor(ColorStep step, const std::array<Bounds, 3>& bounds) {
  CompiledColor out;
  for (std::size_t c = 0; c < 3; ++c) {
    step.to[c] = NewResult(step.in, true);
    out.channels[c] = {.raw = step.to[c], .bounds = bounds[c]};
  }
  Emit(std::move(step));
  return out;
}

// Computes scale * (raw - centre) + rest, where centre is -offset / scale rounded to float, and
// rest corrects the rounding. scale * raw + offset cancels digits when it stretches a narrow range
// far from 0.
Compiled Emitter::Materialized(const Compiled& a) {
  if (a.IsRaw()) return a;
  if (a.IsConstant()) {
    const Compiled out{.raw = {.value = NewBuffer()}, .bounds = a.bounds};
    Emit(FillStep{ToFloat(a.offset), out.raw.value});
    return out;
  }
  const bool is_near = std::abs(a.offset) <= kMaxCentre * std::abs(a.scale);
  const float centre = a.scale == 0 || !is_near ? 0 : ToFloat(-a.offset / a.scale);
  const double rest = a.offset + a.scale * double{centre};
  return Apply({PointwiseOp::kLinear, {ToFloat(a.scale), centre, ToFloat(rest)}}, {{.raw = a.raw}},
               a.bounds);
}

void Emitter::PullBack(const Affine& map, int from, int to, Result* result) {
  for (int b = 0; b < to; ++b)
    if (int& slope = result->slope[static_cast<std::size_t>(b)]; slope < 0) slope = NewBuffer();
  Emit(PullBackStep{map, from, to, result->slope});
  std::fill(result->slope.begin() + to, result->slope.end(), -1);
}

Compiled Emitter::Sum(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return Scaled(b, 1, a.offset);
  if (b.IsConstant()) return Scaled(a, 1, b.offset);
  return Apply(
      {PointwiseOp::kSum, {ToFloat(a.scale), ToFloat(b.scale), ToFloat(a.offset + b.offset)}},
      {{.raw = a.raw}, {.raw = b.raw}}, cobble::Sum(a.bounds, b.bounds));
}

Compiled Emitter::Product(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return Scaled(b, a.offset, 0);
  if (b.IsConstant()) return Scaled(a, b.offset, 0);
  return Apply({PointwiseOp::kMultiply}, {a, b}, cobble::Product(a.bounds, b.bounds));
}

Result Emitter::Tangential(const Result& result) {
  TangentStep step{.positions = kInputPoints, .from = result.slope, .to = {}};
  for (int& slope : step.from)
    if (slope < 0) Emit(FillStep{0, slope = NewBuffer()});
  for (int& slope : step.to) slope = NewBuffer();
  Emit(step);
  return {.value = result.value, .slope = step.to};
}

// --- Positions ---

Frame Emitter::PixelFrame(const Affine& map) const {
  Frame frame;
  const Vector3 origin = map.Apply(program_.sample_origin);
  const Vector3 column = map.Linear({program_.sample_step[0], 0, 0});
  const Vector3 row = map.Linear({0, program_.sample_step[1], 0});
  std::copy(origin.begin(), origin.end(), frame.origin);
  std::copy(column.begin(), column.end(), frame.column);
  std::copy(row.begin(), row.end(), frame.row);
  if (program_.recipe.tiling) {
    const PictureSteps steps = StepsOf(program_.recipe);
    frame.wrap[0] = steps.x * program_.recipe.samples;
    frame.wrap[1] = steps.y * program_.recipe.samples;
  }
  return frame;
}

int Emitter::PositionsOf(const Site& site) {
  if (site.base >= 0) return MappedPositions(site.base, site.from_base);
  const int base = program_.recipe.tiling ? kWrappedPixels : kPixels;
  const auto [entry, is_new] = position_sets_.try_emplace(PositionsKeyOf(base, site.from_base), -1);
  if (is_new) {
    Frame frame = PixelFrame(site.from_base);
    frame.kind = Frame::kAffine;
    entry->second = NewPositions();
    Emit(PixelPositionsStep{.frame = frame, .to = entry->second});
  }
  return entry->second;
}

double Emitter::AreaOfSample(const Site& site) const {
  if (program_.TakesPoints() || site.is_in_batches) return std::numeric_limits<double>::infinity();
  const auto& m = site.from_picture.m;
  return std::abs((m[0][0] * m[1][1] - m[0][1] * m[1][0]) * program_.sample_step[0] *
                  program_.sample_step[1]);
}

std::array<double, 2> Emitter::PixelAt(const Site& site) const {
  std::array<double, 2> pixel;
  pixel.fill(std::numeric_limits<double>::infinity());
  const bool are_pixels = !site.is_in_batches || site.IsInStamp();
  const bool is_sphere = program_.recipe.domain.IsSphere();
  if (is_sphere && program_.options.positions == CompileOptions::kPixels) {
    for (std::size_t a = 0; a < 2; ++a) {
      const auto& [x, y, z] = site.from_picture.m[a];
      const double length = std::sqrt(x * x + y * y + z * z);
      pixel[a] = length / static_cast<double>(StepsOf(program_.recipe).x);
    }
    return pixel;
  }
  if (program_.TakesPoints() || !are_pixels) return pixel;
  for (std::size_t a = 0; a < 2; ++a) {
    const Vector3& row = site.from_picture.m[a];
    pixel[a] = 0;
    for (std::size_t b = 0; b < 2; ++b) {
      const double base =
          site.IsInStamp() ? site.stamp_pixel : program_.sample_step[b] * program_.recipe.samples;
      pixel[a] = std::max(pixel[a], std::abs(row[b] * base));
    }
  }
  return pixel;
}

bool Emitter::VariesInZ(const Site& site) const {
  const Vector3& z = site.from_picture.m[2];
  const bool are_any = program_.TakesPoints() && !program_.points_share_z;
  return are_any || site.IsInStamp() || z[0] != 0 || z[1] != 0 || site.bound.displacement[2] != 0;
}

bool Emitter::ReadsAxis(int positions, std::size_t axis, std::size_t first) const {
  return AxesRead(program_, positions, first)[axis];
}

// --- Batches ---

const BatchStep* Emitter::Joined(const BatchStep& own, const JoinArgs& join) {
  for (Step& step : program_.steps) {
    auto* const known = std::get_if<BatchStep>(&step);
    if (known == nullptr || known->make != own.make || known->from != own.from ||
        known->in.value != own.in.value)
      continue;
    const auto free = std::ranges::find(known->to, -1, &Result::value);
    if (free == known->to.end()) continue;
    if (auto args = join(known->args.get())) {
      known->args = std::move(args);
      *free = own.to[0];
      return known;
    }
  }
  return nullptr;
}

// The steps of another source are emitted apart, then inserted before the CombineStep.
void Emitter::EmitBatches(BatchStep own, const JoinArgs& join,
                          const std::function<Result(int local)>& source) {
  if (const BatchStep* const joined = Joined(own, join)) {
    const int local = joined->local;
    const Outputs to = joined->to;
    std::vector<Step> steps = std::exchange(program_.steps, {});
    const Result result = source(local);
    const auto end = std::ranges::find_if(steps, [&](const Step& step) {
      const auto* const combine = std::get_if<CombineStep>(&step);
      return combine != nullptr && combine->local == local;
    });
    auto& combine = std::get<CombineStep>(*end);
    *std::ranges::find(combine.source, -1, &Result::value) = result;
    combine.to = to;
    steps.insert(end, std::make_move_iterator(program_.steps.begin()),
                 std::make_move_iterator(program_.steps.end()));
    program_.steps = std::move(steps);
    return CheckStepCount();
  }
  own.local = NewPositions();
  CombineStep combine{own.from, own.local, {}, own.in, own.to};
  Emit(std::move(own));
  combine.source[0] = source(combine.local);
  Emit(combine);
}

// Noises with different dimensions share a set: FindPositionAxes unites the axes they need.
int Emitter::MappedPositions(int base, const Affine& map) {
  if (map == Affine()) return base;
  const auto [entry, is_new] = position_sets_.try_emplace(PositionsKeyOf(base, map), -1);
  if (is_new) {
    entry->second = NewPositions();
    Emit(TransformStep{.map = map, .from = base, .to = entry->second});
  }
  return entry->second;
}

// --- Steps ---

// Probes do not count: they are not part of the recipe. While steps are made for an earlier node,
// there can be fewer of them than probes.
void Emitter::CheckStepCount() const {
  const std::size_t probes = program_.probes.size();
  CheckExpansion(program_.recipe, std::max(program_.steps.size() + 1, probes) - probes, kMaxSteps,
                 "steps");
}

}  // namespace cobble
