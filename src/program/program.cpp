// Program: the public interface of a compiled recipe.
#include "cobble/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "program/compile.h"
#include "program/program_impl.h"
#include "program/tiling.h"
#include "program/worker.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "recipe/images/image_place.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

void CheckPositions(CompileOptions::Positions positions) {
  if (positions == CompileOptions::kPixels || positions == CompileOptions::kPoints) return;
  throw Error(ErrorKind::kUsage, "",
              "CompileOptions::positions must be kPixels or kPoints, got " +
                  std::to_string(static_cast<int>(positions)));
}

// What a thread may use for its steps at the minimum tile width. Most recipes need far less.
constexpr std::size_t kMaxWorkerBytes = std::size_t{1} << 30;

void CheckMemory(const Program::Impl& program) {
  const Size bytes = Worker::Bytes(program, kShortRun);
  if (program.second) CheckMemory(*program.second);
  if (bytes <= Size(kMaxWorkerBytes)) return;
  throw LimitAt(program.recipe, "/noise",
                "the recipe needs " + std::to_string(bytes.value()) +
                    " bytes of memory per thread, but the limit is " +
                    std::to_string(kMaxWorkerBytes),
                "use fewer noises or octaves");
}

// Compiles a recipe once more, with its simulations, if it has any.
std::unique_ptr<Program::Impl> Simulated(std::unique_ptr<Program::Impl> planned) {
  if (planned->simulations.empty()) return planned;
  CheckSimulations(*planned, planned->options.max_cost, planned->options.max_memory);
  auto program = std::make_unique<Program::Impl>();
  program->recipe = std::move(planned->recipe);
  program->options = planned->options;
  program->untiled_nodes = planned->untiled_nodes;
  program->warnings = planned->warnings;
  program->level = planned->level;
  program->arithmetic = planned->arithmetic;
  Compiler(*program).Run();
  return program;
}

// Throws errors in parts that the options leave out. Returns whether those vary with the slice.
// Borrows the program's recipe meanwhile.
bool CheckRest(Program::Impl* program) {
  Program::Impl all;
  all.options = program->options;
  all.options.value = true;
  all.options.slopes = program->options.slopes && program->options.value;
  const bool points = program->options.positions == CompileOptions::kPoints;
  for (const auto& [name, node] : program->recipe.maps) {
    if (std::ranges::count(program->options.maps, name) > 0) continue;
    if (points && !FindPictureMap(program->recipe, name)->reads.empty()) continue;
    all.options.maps.push_back(name);
  }
  if (program->options.value && all.options.maps.size() == program->options.maps.size())
    return false;
  all.untiled_nodes = program->untiled_nodes;
  all.simulates = false;
  all.level = program->level;
  all.arithmetic = program->arithmetic;
  std::swap(all.recipe, program->recipe);
  std::optional<Error> failure;
  bool varies_with_slice = true;
  try {
    Compiler(all).Run();
    varies_with_slice = all.varies_with_slice;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kLimit) failure = error;  // what is left out costs nothing
  }
  std::swap(all.recipe, program->recipe);
  if (failure) throw Error(*failure);
  return varies_with_slice;
}

[[noreturn]] void FailLoop(const Recipe& recipe, const std::string& stamps) {
  if (!stamps.empty())
    throw FaultAt(
        recipe, "/loop",
        "needs a noise with 3 dimensions, which changes from slice to slice, and not in " + stamps +
            ", where each stamp has a z of its own",
        "add such a noise to its value, or warp it by one");
  const bool has_dimensions = recipe.noise.Has("dimensions");
  throw FaultAt(
      recipe, "/loop",
      "needs a noise with 3 dimensions, which changes from slice to slice, but the recipe "
      "has none",
      has_dimensions ? "use " + Phrase::Option("noise.dimensions", "3")
                     : "set \"dimensions\" of a noise in the tree to 3");
}

// Returns whether points have the map itself, not only the map of which it is a channel.
bool IsChannelAtPoints(const PictureMap& map) {
  return map.whole && !map.whole->built_in && !map.invert && map.name.starts_with(map.whole->name);
}

// Replaces packs by their parts and channels by their maps, each once, and leaves out built-in
// maps. Keeps channels for points.
std::vector<std::string> ProgramMapsOf(const Recipe& recipe, const CompileOptions& options) {
  const bool points = options.positions == CompileOptions::kPoints;
  std::vector<std::string> maps;
  for (const std::string& name : options.maps) {
    const auto map = FindPictureMap(recipe, name);
    const bool is_known = map && !(points && IsChannelAtPoints(*map));
    const auto parts =
        is_known ? ProgramMapsOf(recipe, std::span(&*map, 1)) : std::vector<std::string>{name};
    for (const std::string& part : parts)
      if (std::ranges::count(maps, part) == 0) maps.push_back(part);
  }
  return maps;
}

void SetOptions(const CompileOptions& options, Program::Impl* program) {
  program->options = options;
  program->options.maps = ProgramMapsOf(program->recipe, options);
  program->level = &SupportedSimdLevel(options.simd);
  program->arithmetic = &SelectArithmetic(program->level->target);
}

// Compiles the recipe of `program`, which has nothing else yet but its untiled nodes, without
// simulations.
void CompileInto(Program::Impl* program, const CompileOptions& options) {
  const Recipe& recipe = program->recipe;
  SetOptions(options, program);
  program->simulates = false;
  const bool rest_varies = CheckRest(program);
  Compiler(*program).Run();
  if (recipe.loop && !rest_varies && !program->varies_with_slice) FailLoop(recipe, program->stamps);
  CheckMemory(*program);
}

// Returns what is wrong with a recipe; nullopt if it compiles.
std::optional<Issue> FaultOf(const Recipe& recipe, const CompileOptions& options) try {
  Program::Impl program;
  program.recipe = recipe;
  CompileInto(&program, options);
  return std::nullopt;
} catch (const Error& error) {
  return error.issues().front();
}

bool ShowsNode(const std::string& map) { return map.starts_with('@'); }

// Returns what is wrong with a map that shows a node, without the rest of the recipe.
std::optional<Issue> FaultOfNode(const Recipe& recipe, CompileOptions options,
                                 const std::string& map) try {
  options.value = false;
  options.maps = {map};
  Program::Impl alone;
  alone.recipe = recipe;
  alone.simulates = false;
  SetOptions(options, &alone);
  Compiler(alone).Run();
  return std::nullopt;
} catch (const Error& error) {
  return error.issues().front();
}

// Returns the program of a recipe that tiles, without tiling the nodes among its maps that do not
// tile by themselves; null if there are none, or something else is wrong.
std::unique_ptr<Program::Impl> WithUntiledNodes(const Recipe& recipe,
                                                const CompileOptions& options) try {
  auto program = std::make_unique<Program::Impl>();
  program->recipe = recipe;
  Recipe untiled = recipe;
  untiled.tiling = false;
  for (const std::string& map : ProgramMapsOf(recipe, options)) {
    if (!ShowsNode(map)) continue;
    auto fault = FaultOfNode(recipe, options, map);
    if (!fault || FaultOfNode(untiled, options, map)) continue;
    fault->message = map + " is not tiled, since it cannot be by itself: " + fault->message;
    fault->hint = {};
    program->warnings.push_back(*std::move(fault));
    program->untiled_nodes.insert(map);
  }
  if (program->untiled_nodes.empty()) return nullptr;
  CompileInto(program.get(), options);
  return program;
} catch (const Error&) {
  return nullptr;
}

bool IsTiledByPreset(const Recipe& recipe) {
  const auto tiling = recipe.origins.find("/tiling");
  return recipe.tiling && tiling != recipe.origins.end() && tiling->second.is_preset;
}

// Returns the warning that a recipe is compiled without the tiling of its preset if its shape,
// scale or rotation alone keeps it from tiling; else nullopt.
std::optional<Issue> WhyUntiled(const Recipe& recipe, CompileOptions options) {
  std::erase_if(options.maps, &ShowsNode);
  auto issue = FaultOf(recipe, options);
  if (!issue) return std::nullopt;
  Recipe square = recipe;
  square.height = square.width;
  square.domain.extent = {1, 1};
  if (FaultOf(square, options)) {
    square.domain.scale = {1, 1, 1};
    square.domain.rotate = {0, 0, 0};
    if (FaultOf(square, options)) return std::nullopt;
    if (issue->pointer != "/domain/rotate") issue = ScaleError(recipe).issues().front();
    if (issue->hint.empty()) issue->hint = "use " + Phrase::Option("tiling", "false");
  }
  issue->message = "the picture is not tiled: " + issue->message;
  return issue;
}

// Returns the error of a recipe that compiles without the tiling of its preset.
Error WithHintOfTiling(const Error& error) {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues) {
    const Phrase other = issue.hint;
    issue.hint = "use " + Phrase::Option("tiling", "false");
    if (!other.empty()) issue.hint += (other.Text().starts_with("use ") ? "; or " : "; ") + other;
  }
  return {error.kind(), std::move(issues)};
}

// Compiles a recipe without simulations.
//
// Nodes that the picture shows below transforms or in stamps need not tile by themselves. A preset
// that tiles serves views in which it cannot, too, unless tiling was asked for. What is wrong with
// the recipe even if it does not tile, such as a loop in which nothing moves, is reported first.
std::unique_ptr<Program::Impl> Planned(Recipe recipe, const CompileOptions& options) {
  auto impl = std::make_unique<Program::Impl>();
  impl->recipe = std::move(recipe);
  try {
    CompileInto(impl.get(), options);
    return impl;
  } catch (const Error& error) {
    if (!impl->recipe.tiling || error.kind() == ErrorKind::kLimit) throw;
    if (auto tiled = WithUntiledNodes(impl->recipe, options)) return tiled;
    if (!IsTiledByPreset(impl->recipe)) throw;
    auto untiled = std::make_unique<Program::Impl>();
    untiled->recipe = impl->recipe;
    untiled->recipe.tiling = false;
    CompileInto(untiled.get(), options);
    const auto why = WhyUntiled(impl->recipe, options);
    if (!why) throw WithHintOfTiling(error);
    untiled->warnings = {*why};
    return untiled;
  }
}

}  // namespace

std::shared_ptr<const Program::Impl> LastFitted(const Program::Impl& program) {
  if (!program.waits_for_range) return {std::shared_ptr<void>(), &program};
  const std::lock_guard lock(program.fitted->mutex);
  return program.fitted->program;
}

std::shared_ptr<const Program::Impl> WithFitted(const Program::Impl& program, const Bounds& range) {
  if (!program.waits_for_range) return {std::shared_ptr<void>(), &program};
  const std::lock_guard lock(program.fitted->mutex);
  auto& [mutex, known, last] = *program.fitted;
  if (last && known.low == range.low && known.high == range.high) return last;
  const auto fitted = std::make_shared<Program::Impl>();
  fitted->recipe = WithFittedRange(program.recipe, range);
  fitted->options = program.options;
  fitted->untiled_nodes = program.untiled_nodes;
  fitted->level = program.level;
  fitted->arithmetic = program.arithmetic;
  fitted->points_share_z = program.points_share_z;
  Compiler(*fitted).Run();
  known = range;
  return last = fitted;
}

std::vector<ProgramMap> AllMapsOf(const Program::Impl& program) {
  std::vector<ProgramMap> all = program.maps;
  if (program.second)
    all.insert(all.end(), program.second->maps.begin(), program.second->maps.end());
  return all;
}

void CheckSimulations(const Program::Impl& program, double max_cost, uint64_t max_memory) {
  double evaluations = 0;
  for (const Simulation& each : program.simulations) {
    evaluations += each.evaluations;
    if (each.bytes > max_memory)
      throw LimitAt(program.recipe, each.pointer,
                    fmt::format("its simulation needs {} bytes of memory, but the limit is {}",
                                each.bytes, max_memory),
                    "use a lower resolution");
    if (evaluations > max_cost)
      throw LimitAt(program.recipe, each.pointer,
                    fmt::format("simulations need {:.3g} noise evaluations, which exceed the limit "
                                "of {:.3g}",
                                evaluations, max_cost),
                    "use a lower resolution, or " + Phrase::Option("max_cost"));
  }
}

const ImagePlane* PlaneShownBy(const Program::Impl& program, const Node& node) {
  const PlacedImage placed = PlacedImageOf(program.recipe, &node);
  const Node* const image = placed.is_changed ? nullptr : placed.node;
  const auto shown = std::ranges::find_if(program.images, [&](const ShownImage& each) {
    return image && NodeAt(program.recipe, each.pointer) == image;
  });
  return shown == program.images.end() ? nullptr : shown->plane.get();
}

Program Program::Compile(const Recipe& recipe, const CompileOptions& options) {
  CheckPositions(options.positions);
  Validate(recipe);
  return Impl::CompileChecked(recipe, options);
}

Program Program::Impl::CompileChecked(Recipe recipe, const CompileOptions& options) {
  return Program(Simulated(Planned(std::move(recipe), options)));
}

Program Program::Impl::Plan(Recipe recipe, const CompileOptions& options) {
  return Program(Planned(std::move(recipe), options));
}

Program::Program(std::unique_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

const Program::Impl& Program::impl() const {
  if (!impl_)
    throw Error(ErrorKind::kUsage, "",
                "this Program has been moved from and can no longer be used");
  return *impl_;
}

const Recipe& Program::recipe() const { return impl().recipe; }
double Program::low() const { return impl().bounds.low; }
double Program::high() const { return impl().bounds.high; }
const std::vector<NodeBounds>& Program::node_bounds() const { return impl().node_bounds; }
const Cost& Program::cost() const { return impl().cost; }
std::string_view Program::simd() const { return impl().level->name; }

}  // namespace cobble
