// From recipe to Program: the walk over the nodes.
#include "program/compile.h"

#include <algorithm>
#include <cmath>

#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "program/buffers.h"
#include "program/intervals.h"
#include "program/node_type.h"
#include "recipe/faults.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

// Larger values are refused: products and powers of them would leave float32.
constexpr double kMaxValue = 1e30;

// A recipe of a few lines could otherwise ask for more work than ends: steps of a sample, and nodes
// visited, of which those that are constant make no steps.
constexpr std::size_t kMaxSteps = 10000, kMaxVisits = 100000;

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

}  // namespace

Compiler::Compiler(Program::Impl& program)
    : program_(program),
      recipe_(program.recipe),
      domain_(MakeDomain(recipe_.domain.translate, recipe_.domain.rotate, recipe_.domain.scale)) {
  PlacePixels(recipe_, &program_);
  if (program_.options.positions == CompileOptions::kPoints) program_.position_sets = 1;
}

void Compiler::Run() {
  const bool points = program_.options.positions == CompileOptions::kPoints;
  const int slopes = !program_.options.slopes ? 0 : points ? 3 : 2;
  Site root;
  if (points) root.positions = kGivenPoints;
  Compiled whole;
  try {
    whole = Settled(Compile({recipe_.noise, "/noise", root, slopes}));
    for (const auto& [name, node] : recipe_.nodes) CheckNamed(name, node, {});
  } catch (const EnoughFaults&) {
    issues_.push_back({"", "there may be more faults", ""});
  }
  if (!issues_.empty()) throw Error(kind_, issues_);
  program_.cost = cost_.cost();
  program_.result = whole.raw;
  program_.bounds = whole.bounds;
  for (int b = 0; b < slopes; ++b) {  // what reads results finds every slope in a buffer
    int& slope = program_.result.slope[static_cast<std::size_t>(b)];
    if (slope < 0) Emit(FillStep{0, slope = NewBuffer()});
  }
  ReuseBuffers(&program_);
}

// What a node is refused for is collected, and thrown at the end of Run.
Compiled Compiler::Compile(const Visit& visit) {
  Count(++visits_, kMaxVisits, "nodes");
  Compiled out = Compiled::Constant(0);
  if (faulty_.contains(visit.pointer)) return out;
  const std::size_t place = PlaceOf(visit);
  ++depth_;
  try {
    if (depth_ > kMaxRecipeDepth) {
      reported_too_deep_ = true;
      throw TooDeep(visit.pointer);
    }
    const NodeType* const type = FindNodeType(visit.node.type);
    if (!type)
      throw FaultAt(recipe_, visit.pointer, "no type of node is called " + Quoted(visit.node.type));
    out = type->noise ? Noise(visit, *type->noise) : type->compile(*this, visit);
    if (!(Size(out.bounds) <= kMaxValue))
      throw FaultAt(recipe_, visit.pointer,
                    "its values can reach " + Shortest(Size(out.bounds)) + ", must be at most " +
                        Shortest(kMaxValue));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kLimit) throw;
    faulty_.insert(visit.pointer);
    Collect(error);
    out = Compiled::Constant(0);
  }
  --depth_;
  program_.node_bounds[place].low = out.bounds.low;
  program_.node_bounds[place].high = out.bounds.high;
  return out;
}

std::size_t Compiler::PlaceOf(const Visit& visit) {
  const auto [entry, is_new] = places_.try_emplace(visit.pointer, program_.node_bounds.size());
  if (is_new) program_.node_bounds.push_back({visit.pointer, visit.node.type});
  return entry->second;
}

Compiled Compiler::Input(const Visit& visit, std::string_view key) {
  return InputAt(visit, key, visit.site, visit.slopes);
}

Compiled Compiler::InputAt(const Visit& visit, std::string_view key, const Site& site, int slopes) {
  return Compile({visit.node.Input(key), Below(visit.pointer, key), site, slopes});
}

Compiled Compiler::Item(const Visit& visit, std::string_view key, std::size_t index) {
  const std::string pointer = Below(Below(visit.pointer, key), index);
  return Compile({visit.node.Inputs(key)[index], pointer, visit.site, visit.slopes});
}

void Compiler::Collect(const Error& error) {
  if (issues_.empty()) kind_ = error.kind();
  for (const Issue& issue : error.issues()) {
    const bool is_known = std::any_of(issues_.begin(), issues_.end(), [&](const Issue& known) {
      return known.Text() == issue.Text();
    });
    if (is_known) continue;
    if (issues_.size() == kMaxReported) throw EnoughFaults();
    issues_.push_back(issue);
  }
}

void Compiler::Fail(const Visit& visit, std::string_view key, const std::string& message) const {
  throw FaultAt(recipe_, Below(visit.pointer, key), message);
}

void Compiler::CountStep() const { Count(program_.steps.size() + 1, kMaxSteps, "steps"); }

void Compiler::Count(std::size_t count, std::size_t maximum, const char* things) const {
  if (count <= maximum) return;
  const std::string number = std::to_string(maximum) + " ";
  throw Error(ErrorKind::kLimit,
              FaultAt(recipe_, "/noise", "the recipe unfolds into more than " + number + things,
                      "fewer octaves, or fewer refs below warps, would do")
                  .issues());
}

}  // namespace cobble
