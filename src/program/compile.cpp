// Compiles a recipe into a Program: the traversal of its nodes.
#include "program/compile.h"

#include <algorithm>

#include "cobble/recipe_io.h"
#include "core/suggest.h"
#include "program/buffers.h"
#include "program/intervals.h"
#include "program/loop.h"
#include "program/node_type.h"
#include "program/position_axes.h"
#include "program/repeats.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// Larger values are rejected: products and powers of them would overflow float32.
constexpr double kMaxValue = 1e30;

// Nested refs and fractals can expand a recipe of a few lines exponentially. Steps bound the work
// per sample; nodes bound the walk itself, since constant nodes emit no steps.
constexpr std::size_t kMaxSteps = 10000, kMaxNodes = 100000;

// Sets the positions P of the samples: the pixel centres of a picture `samples` times as large, or
// the vertices.
void SetSamplePositions(const Recipe& recipe, Program::Impl* program) {
  const PictureSteps steps = StepsOf(recipe);
  const std::array<double, 2> size{static_cast<double>(steps.x * recipe.samples),
                                   static_cast<double>(steps.y * recipe.samples)};
  const double first = recipe.domain.grid == Grid::kVertices ? 0 : 0.5;  // in steps
  for (std::size_t a = 0; a < 2; ++a) {
    program->sample_step[a] = recipe.domain.extent[a] / size[a];
    program->sample_origin[a] = (first / size[a] - 0.5) * recipe.domain.extent[a];
  }
  program->sample_origin[2] = SliceOf(recipe);
}

}  // namespace

Compiler::Compiler(Program::Impl& program) : program_(program), recipe_(program.recipe) {
  SetSamplePositions(recipe_, &program_);
  if (program_.options.positions == CompileOptions::kPoints) program_.position_sets = 1;
}

void Compiler::Run() {
  const bool points = program_.options.positions == CompileOptions::kPoints;
  const bool has_slopes = program_.options.slopes && program_.options.value;
  int slopes = 0;
  if (has_slopes) slopes = points ? 3 : 2;
  const Domain& domain = recipe_.domain;
  Site root_site = Site().Through(MakeDomain(domain.translate, domain.rotate, domain.scale));
  if (points) root_site.base = kInputPoints;
  Compiled root;
  keeps_results_ = std::ranges::any_of(
      program_.options.maps, [](const std::string& map) { return map.starts_with("@/"); });
  try {
    if (program_.options.value)
      root = Materialized(Compile({recipe_.noise, "/noise", root_site, slopes}));
    for (const std::string& name : program_.options.maps) AddMap(name, root_site);
    for (const auto& [name, node] : recipe_.nodes) CheckNamedNode(name, node, {});
    ReportShape();
  } catch (const TooManyErrors&) {
    issues_.push_back({"", "there may be more errors", ""});
  }
  if (!issues_.empty()) throw Error(error_kind_, issues_);
  program_.cost = cost_.cost();
  program_.result = root.raw;
  program_.bounds = root.bounds;
  for (int b = 0; b < slopes; ++b) {  // readers of the result expect every slope in a buffer
    int& slope = program_.result.slope[static_cast<std::size_t>(b)];
    if (slope < 0) Emit(FillStep{0, slope = NewBuffer()});
  }
  if (program_.has_probes) KeepProbes(&program_);
  FindPositionAxes(&program_);
  ReuseBuffers(&program_);
}

bool Compiler::Guarded(const NodeContext& context, const std::function<Bounds()>& compile) {
  CheckCount(++compiled_nodes_, kMaxNodes, "nodes");
  if (failed_nodes_.contains(context.pointer)) return false;
  const std::size_t index = NodeBoundsIndex(context);
  bool is_valid = true;
  Bounds bounds{0, 0};
  // Refs have a limit of their own (compile_refs.cpp), so that a chain of named nodes is as deep as
  // one node with the same operators.
  const int levels = context.node.type == kRefType ? 0 : 1;
  depth_ += levels;
  try {
    if (depth_ > kMaxRecipeDepth) {
      reported_too_deep_ = true;
      throw TooDeep(context.pointer);
    }
    bounds = compile();
    if (!(MaxMagnitude(bounds) <= kMaxValue))
      throw FaultAt(recipe_, context.pointer,
                    "its values can reach " + LimitText(MaxMagnitude(bounds)) +
                        "; the maximum is " + LimitText(kMaxValue));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kLimit) throw;
    failed_nodes_.insert(context.pointer);
    Collect(error);
    is_valid = false;
    bounds = {0, 0};
  }
  depth_ -= levels;
  program_.node_bounds[index].low = bounds.low;
  program_.node_bounds[index].high = bounds.high;
  return is_valid;
}

// Compiles a node. An invalid node compiles to 0; its errors are collected and thrown at the end of
// Run.
Compiled Compiler::Compile(const NodeContext& context) {
  if (!keeps_results_) return CompileAnew(context);
  if (const auto known = KnownResult(context.pointer, context)) return *known;
  const Compiled out = CompileAnew(context);
  ref_results_.emplace(RefKeyOf(context.pointer, context.site, context.slopes), out);
  return out;
}

Compiled Compiler::CompileAnew(const NodeContext& context) {
  Compiled out;
  const bool is_valid = Guarded(context, [&] {
    const NodeType* const type = FindNodeType(context.node.type);
    if (!type)
      throw FaultAt(recipe_, context.pointer, "unknown node type " + Quoted(context.node.type));
    out = type->noise ? Noise(context, *type->noise) : type->compile(*this, context);
    return out.bounds;
  });
  return is_valid ? out : Compiled::Constant(0);
}

std::size_t Compiler::NodeBoundsIndex(const NodeContext& context) {
  const auto [entry, is_new] =
      node_bounds_index_.try_emplace(context.pointer, program_.node_bounds.size());
  if (is_new) program_.node_bounds.push_back({context.pointer, context.node.type});
  return entry->second;
}

Compiled Compiler::Input(const NodeContext& context, std::string_view key) {
  return InputAt(context, key, context.site, context.slopes);
}

Compiled Compiler::InputAt(const NodeContext& context, std::string_view key, const Site& site,
                           int slopes) {
  return Compile({context.node.Input(key), ChildPointer(context.pointer, key), site, slopes});
}

Compiled Compiler::Item(const NodeContext& context, std::string_view key, std::size_t index) {
  const std::string pointer = ChildPointer(ChildPointer(context.pointer, key), index);
  return Compile({context.node.Inputs(key)[index], pointer, context.site, context.slopes});
}

void Compiler::Collect(const Error& error) {
  if (issues_.empty()) error_kind_ = error.kind();
  for (const Issue& issue : error.issues()) {
    if (std::ranges::count(issues_, issue) > 0) continue;
    if (issues_.size() == kMaxReported) throw TooManyErrors();
    issues_.push_back(issue);
  }
}

void Compiler::FailNode(const NodeContext& context, const std::string& message,
                        const std::string& hint) const {
  throw FaultAt(recipe_, context.pointer, message, hint);
}

void Compiler::Fail(const NodeContext& context, std::string_view key, const std::string& message,
                    const std::string& hint) const {
  throw FaultAt(recipe_, ChildPointer(context.pointer, key), message, hint);
}

// Probes do not count: they are not part of the recipe.
void Compiler::CheckStepCount() const {
  CheckCount(program_.steps.size() + 1 - program_.probes.size(), kMaxSteps, "steps");
}

void Compiler::CheckCount(std::size_t count, std::size_t maximum, const char* unit) const {
  if (count <= maximum) return;
  const std::string number = std::to_string(maximum) + " ";
  std::string hint = RepeatsHint(recipe_);
  if (hint.empty()) hint = "use fewer octaves, fewer samples of blurs, or fewer refs below warps";
  throw LimitAt(recipe_, "/noise", "the recipe expands to more than " + number + unit, hint);
}

}  // namespace cobble
