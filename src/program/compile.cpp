// From recipe to Program: the only place that knows both recipes and noises.
#include "program/compile.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "noise/grid_axes.h"
#include "program/noise_kernel.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

// The step from pixel to pixel and the first pixel's centre, in P.
void PlacePixels(const Recipe& recipe, Program::Impl* program) {
  const std::array<double, 2> size{static_cast<double>(recipe.width),
                                   static_cast<double>(recipe.height)};
  for (std::size_t a = 0; a < 2; ++a) {
    program->pixel_step[a] = recipe.domain.extent[a] / size[a];
    program->pixel_origin[a] = (0.5 / size[a] - 0.5) * recipe.domain.extent[a];
  }
  program->pixel_origin[2] = recipe.domain.slice;
}

// The largest magnitude of P within the recipe's own picture, on each axis.
Vector3 PictureMagnitude(const Recipe& recipe) {
  return {recipe.domain.extent[0] / 2, recipe.domain.extent[1] / 2, std::abs(recipe.domain.slice)};
}

// The frame of the pixels' positions through an affine map.
Frame PixelFrame(const Program::Impl& program, const Affine& map) {
  Frame frame;
  const Vector3 origin = map.Apply(program.pixel_origin);
  const Vector3 column = map.Linear({program.pixel_step[0], 0, 0});
  const Vector3 row = map.Linear({0, program.pixel_step[1], 0});
  std::copy(origin.begin(), origin.end(), frame.origin);
  std::copy(column.begin(), column.end(), frame.column);
  std::copy(row.begin(), row.end(), frame.row);
  if (program.recipe.tiling) {
    frame.wrap[0] = program.recipe.width;
    frame.wrap[1] = program.recipe.height;
  }
  return frame;
}

}  // namespace

Compiler::Compiler(Program::Impl& program)
    : program_(program),
      recipe_(program.recipe),
      domain_(MakeDomain(recipe_.domain.translate, recipe_.domain.rotate, recipe_.domain.scale)) {
  PlacePixels(recipe_, &program_);
  if (program_.options.positions == CompileOptions::kPoints)
    pixel_positions_ = program_.position_sets++;
}

void Compiler::Run() {
  const bool points = program_.options.positions == CompileOptions::kPoints;
  const int slopes = !program_.options.slopes ? 0 : points ? 3 : 2;
  const Site root{points ? kGivenPoints : -1};
  const Compiled whole = Compile(recipe_.noise, "/noise", root, slopes);
  if (!issues_.empty()) throw Error(kind_, issues_);
  program_.result = whole.result;
  program_.bounds = whole.bounds;
  for (int b = 0; b < slopes; ++b) {  // what reads results finds every slope in a buffer
    int& slope = program_.result.slope[static_cast<std::size_t>(b)];
    if (slope < 0) Emit(FillStep{0, slope = NewBuffer()});
  }
}

Compiled Compiler::Compile(const Node& node, const std::string& pointer, const Site& site,
                           int slopes) {
  switch (node.type) {
    case NodeType::kConstant:
      return CompileConstant(node);
    case NodeType::kAdd:
      return CompileAdd(node, pointer, site, slopes);
    case NodeType::kWarp:
      return CompileWarp(node, pointer, site, slopes);
    default:
      return CompileNoise(node, pointer, site, slopes);
  }
}

Compiled Compiler::CompileConstant(const Node& node) {
  const double value = node.Number("value");
  Compiled out;
  out.bounds = {value, value};
  Emit(FillStep{static_cast<float>(value), out.result.value = NewBuffer()});
  return out;
}

Compiled Compiler::CompileAdd(const Node& node, const std::string& pointer, const Site& site,
                              int slopes) {
  const Compiled a = Compile(node.Input("a"), pointer + "/a", site, slopes);
  const Compiled b = Compile(node.Input("b"), pointer + "/b", site, slopes);
  Compiled out;
  out.bounds = {a.bounds.low + b.bounds.low, a.bounds.high + b.bounds.high};
  const auto sum = [&](int x, int y) {
    if (x < 0 || y < 0) return std::max(x, y);  // one of them is 0 everywhere
    const int to = NewBuffer();
    Emit(AddStep{x, y, to});
    return to;
  };
  out.result.value = sum(a.result.value, b.result.value);
  for (std::size_t s = 0; s < 3; ++s)
    out.result.slope[s] = sum(a.result.slope[s], b.result.slope[s]);
  return out;
}

Compiled Compiler::CompileWarp(const Node& node, const std::string& pointer, const Site& site,
                               int slopes) {
  const double amount = node.Number("amount");
  const Displacement displacement = CompileBy(node, pointer, site, slopes);
  const Site displaced = Displaced(site, displacement, amount, pointer);
  const int inner = slopes == 0 ? 0 : std::max(slopes, displacement.axes);
  Compiled out = Compile(node.Input("source"), pointer + "/source", displaced, inner);
  out.result = WarpSlopes(out.result, displacement, amount, slopes);
  return out;
}

Compiler::Displacement Compiler::CompileBy(const Node& node, const std::string& pointer,
                                           const Site& site, int slopes) {
  Displacement out;
  const std::vector<Node>& inputs = node.Inputs("by");
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::string at = pointer + "/by/" + std::to_string(k);
    const Compiled by = Compile(inputs[k], at, site, slopes);
    out.by[k] = by.result;
    out.value[k] = by.result.value;
    out.most = std::max({out.most, std::abs(by.bounds.low), std::abs(by.bounds.high)});
    if (by.result.slope != std::array{-1, -1, -1}) out.axes = static_cast<int>(k) + 1;
  }
  return out;
}

Site Compiler::Displaced(const Site& site, const Displacement& displacement, double amount,
                         const std::string& pointer) {
  const int from = PositionsOf(site);
  const int to = program_.position_sets++;
  Emit(DisplaceStep{from, displacement.value, amount, to});
  return {to, site.drift + std::abs(amount) * displacement.most, pointer};
}

// J^T g for J = 1 + amount * (slopes of by).
Result Compiler::WarpSlopes(const Result& source, const Displacement& displacement, double amount,
                            int slopes) {
  Result out;
  out.value = source.value;
  for (std::size_t b = 0; b < static_cast<std::size_t>(slopes); ++b) {
    WarpSlopeStep step{source.slope[b], {-1, -1, -1}, {-1, -1, -1}, static_cast<float>(amount), -1};
    bool moves = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const int by = displacement.by[k].slope[b];
      if (by < 0 || source.slope[k] < 0) continue;
      step.source[k] = source.slope[k];
      step.by[k] = by;
      moves = true;
    }
    out.slope[b] = step.own;
    if (!moves) continue;
    if (step.own < 0) Emit(FillStep{0, step.own = NewBuffer()});
    out.slope[b] = step.to = NewBuffer();
    Emit(step);
  }
  return out;
}

int Compiler::PositionsOf(const Site& site) {
  if (site.positions >= 0) return site.positions;
  if (pixel_positions_ < 0) {
    Frame frame = PixelFrame(program_, Affine());
    frame.form = Frame::kAffine;
    pixel_positions_ = program_.position_sets++;
    Emit(PixelPositionsStep{frame, pixel_positions_});
  }
  return pixel_positions_;
}

// All three axes, so that noises of different dimensions share them.
int Compiler::TransformedPositions(int from) {
  const auto [entry, is_new] = transformed_.try_emplace(from, -1);
  if (is_new) {
    entry->second = program_.position_sets++;
    Emit(TransformStep{domain_, from, entry->second});
  }
  return entry->second;
}

// What a noise is refused for is told with all others' at the end of Run.
Compiled Compiler::CompileNoise(const Node& node, const std::string& pointer, const Site& site,
                                int slopes) try {
  return CompileSound({recipe_, node, pointer, domain_}, site, slopes);
} catch (const Error& error) {
  Collect(error);
  return CompileConstant(Node::Constant(0));
}

void Compiler::Collect(const Error& error) {
  if (issues_.empty()) kind_ = error.kind();
  for (const Issue& issue : error.issues()) {
    const bool is_known = std::any_of(issues_.begin(), issues_.end(), [&](const Issue& known) {
      return known.Text() == issue.Text();
    });
    if (!is_known) issues_.push_back(issue);
  }
}

Compiled Compiler::CompileSound(const NoisePlace& place, const Site& site, int slopes) {
  const Node& node = place.node;
  const int dimensions = static_cast<int>(node.Number("dimensions"));
  std::vector<Octave> octaves = MakeOctaves(place);
  CheckReach(place, site, octaves);

  NoiseStep step;
  step.frame = NoiseFrame(node, site, &step);
  const bool is_grid = step.frame.form == Frame::kGrid;
  const bool is_diagonal = domain_.IsDiagonal(dimensions);
  if (!HasSlopes(node)) slopes = 0;
  FoldSlopeScale(step.frame, dimensions, is_diagonal, octaves);

  // On grids in one dimension no slope follows the rows.
  const int written = is_grid ? std::min(dimensions, 2) : dimensions;
  const bool pulls = !is_grid && !is_diagonal && slopes > 0;
  step.to.value = NewBuffer();
  for (int a = 0; a < written && slopes > 0; ++a)
    if (pulls || a < slopes) step.to.slope[static_cast<std::size_t>(a)] = NewBuffer();

  Compiled out;
  out.result = step.to;
  out.bounds = NoiseBounds(node);
  const int kernel_slopes = slopes == 0 ? 0 : is_grid ? 2 : dimensions;
  std::tie(step.args, step.kernel) =
      MakeKernel(place, std::move(octaves), kernel_slopes, step.frame.form, program_.level->target);
  Emit(std::move(step));
  if (!pulls) return out;
  for (int b = 0; b < slopes; ++b)
    if (int& slope = out.result.slope[static_cast<std::size_t>(b)]; slope < 0) slope = NewBuffer();
  Emit(PullBackStep{domain_, written, slopes, out.result.slope});
  for (int b = slopes; b < 3; ++b) out.result.slope[static_cast<std::size_t>(b)] = -1;
  return out;
}

Frame Compiler::NoiseFrame(const Node& node, const Site& site, NoiseStep* step) {
  Frame frame;
  if (site.positions >= 0) {
    frame.form = Frame::kPoints;
    step->positions = TransformedPositions(site.positions);
  } else {
    frame = PixelFrame(program_, domain_);
    frame.form = FindNoise(node.type)->has_grids
                     ? FormOf(frame, static_cast<int>(node.Number("dimensions")))
                     : Frame::kAffine;
  }
  return frame;
}

// Grids write slopes in P's x and y; a diagonal map is a scale an axis; for the others slopes are
// with respect to q, and a PullBackStep follows.
void Compiler::FoldSlopeScale(const Frame& frame, int dimensions, bool is_diagonal,
                              std::vector<Octave>& octaves) const {
  const auto& m = domain_.m;
  for (Octave& octave : octaves) {
    const auto scale = [&](std::size_t axis, double by) {
      return static_cast<float>(double{octave.amplitude} * octave.frequency[axis] * by);
    };
    if (frame.form == Frame::kGrid) {
      const GridAxes axes = GridAxesOf(frame, dimensions);
      const auto column = static_cast<std::size_t>(axes.column);
      const auto row = static_cast<std::size_t>(axes.row);
      octave.slope_scale[0] = scale(column, m[column][0]);
      octave.slope_scale[1] = scale(row, m[row][1]);
    } else {
      for (std::size_t a = 0; a < 3; ++a)
        octave.slope_scale[a] = scale(a, is_diagonal ? m[a][a] : 1);
    }
  }
}

// Throws Error at the field to lower where cell indices can pass 2^40 within the picture.
void Compiler::CheckReach(const NoisePlace& place, const Site& site,
                          const std::vector<Octave>& octaves) {
  const Vector3 magnitude = PictureMagnitude(recipe_);
  for (const Reach& reach : ReachesOf(place, octaves, site.drift)) {
    if (!reach.Holds(magnitude)) {
      throw FaultAt(recipe_, FieldToLower(place, octaves, magnitude, site.drift, site.warp),
                    "the picture reaches cells farther than 2^40 from the origin, where their "
                    "fractions are lost; lower it");
    }
    program_.reaches.push_back(reach);
  }
}

}  // namespace cobble
