// Compiles a recipe into a Program: the traversal of its nodes.
#include "program/compile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cobble/recipe_io.h"
#include "core/interrupt.h"
#include "core/suggest.h"
#include "program/branches.h"
#include "program/buffers.h"
#include "program/intervals.h"
#include "program/loop.h"
#include "program/node_type.h"
#include "program/position_axes.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/images/image_planes.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

// Larger values are rejected: products and powers of them would overflow float32.
constexpr double kMaxValue = 1e30;

// Bounds the walk itself: constant nodes emit no steps.
constexpr std::size_t kMaxNodes = 100000;

constexpr std::size_t kMaxProbesOfKind = 128;

// Sets the samples' positions P: vertices, or pixel centres of a picture `samples` times as large.
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

// Sets a flag to its value again, also when an Error is thrown.
class Restored {
 public:
  explicit Restored(bool& flag) : flag_(flag), value_(flag) {}
  ~Restored() { flag_ = value_; }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  bool& flag_;
  const bool value_;
};

NoiseContext NoiseContextOf(const Recipe& recipe, const NodeContext& context,
                            const NoiseType& type) {
  const Node& node = context.node;
  return {
      recipe, node, type, context.pointer, context.site, context.site.bound, LatticeOf(type, node)};
}

}  // namespace

Compiler::Compiler(Program::Impl& program)
    : Emitter(program),
      recipe_(program.recipe),
      refs_(recipe_, issues_),
      noises_(program, *this, issues_) {
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
    is_in_noise_ = true;
    if (program_.options.value)
      root = Materialized(Compile({recipe_.noise, "/noise", root_site, slopes}));
    is_in_noise_ = false;
    for (const std::string& name : program_.options.maps) AddMap(name, root_site);
    refs_.CheckUnused();
    if (noises_.has_shape_errors()) issues_.Add(noises_.ShapeErrorOfAll());
  } catch (const IssueList::Full&) {
    issues_.EndEarly();
  }
  issues_.Throw();
  program_.cost = cost().cost();
  for (const Simulation& each : program_.simulations) {
    program_.cost.simulation += each.evaluations;
    program_.cost.memory = std::max(program_.cost.memory, each.bytes);
  }
  program_.result = root.raw;
  program_.bounds = root.bounds;
  for (int b = 0; b < slopes; ++b) {  // readers expect every slope in a buffer
    int& slope = program_.result.slope[static_cast<std::size_t>(b)];
    if (slope < 0) Emit(FillStep{0, slope = NewBuffer()});
  }
  Finish();
}

void Compiler::Finish() {
  if (program_.has_probes) KeepProbes(&program_);
  FindBranches(&program_);
  FindPositionAxes(&program_);
  ReuseBuffers(&program_);
}

bool Compiler::Guarded(const NodeContext& context, const std::function<Bounds()>& compile) {
  CheckExpansion(recipe_, ++compiled_nodes_, kMaxNodes, "nodes");
  CheckInterrupt();
  if (failed_nodes_.contains(context.pointer)) return false;
  // A node compiled at several sites has one entry.
  const auto [entry, is_new] =
      node_bounds_index_.try_emplace(context.pointer, program_.node_bounds.size());
  if (is_new) program_.node_bounds.push_back({context.pointer, context.node.type});
  const std::size_t index = entry->second;
  bool is_valid = true;
  Bounds bounds{0, 0};
  // Refs have their own limit (refs.cpp): a chain of named nodes is as deep as if inline.
  const int levels = context.node.type == kRefType ? 0 : 1;
  depth_ += levels;
  try {
    if (depth_ > kMaxRecipeDepth) throw refs_.TooDeep(context.pointer);
    bounds = compile();
    if (!(MaxMagnitude(bounds) <= kMaxValue))
      throw FaultAt(recipe_, context.pointer,
                    "its values can reach " + LimitText(MaxMagnitude(bounds)) +
                        "; the maximum is " + LimitText(kMaxValue));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kLimit) throw;
    failed_nodes_.insert(context.pointer);
    issues_.Add(error);
    is_valid = false;
    bounds = {0, 0};
  }
  depth_ -= levels;
  program_.node_bounds[index].low = bounds.low;
  program_.node_bounds[index].high = bounds.high;
  return is_valid;
}

// An invalid node compiles to 0; Run throws its errors at the end.
Compiled Compiler::Compile(const NodeContext& context) {
  if (!keeps_results_) return CompileAnew(context);
  if (const auto known = KnownResult(context.pointer, context)) return *known;
  const Compiled out = CompileAnew(context);
  results_.emplace(ResultKeyOf(context.pointer, context.site, context.slopes), out);
  return out;
}

Compiled Compiler::CompileAnew(const NodeContext& context) {
  Compiled out;
  const bool is_valid = Guarded(context, [&] {
    const NodeType& type = *FindNodeType(context.node.type);
    out = type.noise ? CompileNoise(context, *type.noise) : type.compile(*this, context);
    return out.bounds;
  });
  return is_valid ? out : Compiled::Constant(0);
}

Compiled Compiler::CompileNoise(const NodeContext& context, const NoiseType& type) {
  const NoiseContext noise = NoiseContextOf(recipe_, context, type);
  const auto compile = [&] { return noises_.Compile(noise, context.slopes); };
  if (noise.lattice.has_cells || context.node.Has("frequency") || context.node.Has("name"))
    return compile();
  const std::string key = "=" + WriteJsonLine(InputTree(context.node));  // no name of a node
  if (const auto known = KnownResult(key, context)) return *known;
  const Compiled out = compile();
  results_.emplace(ResultKeyOf(key, context.site, context.slopes), out);
  return out;
}

Compiled Compiler::Input(const NodeContext& context, std::string_view key) {
  return InputAt(context, key, context.site, context.slopes);
}

Compiled Compiler::InputAt(const NodeContext& context, std::string_view key, const Site& site,
                           int slopes) {
  return Compile({context.node.Input(key), ChildPointer(context.pointer, key), site, slopes});
}

std::shared_ptr<const Program::Impl> Compiler::InputAlone(const NodeContext& context,
                                                          std::string_view key,
                                                          const Domain& domain, Site site) {
  const auto alone = std::make_shared<Program::Impl>();
  alone->recipe = recipe_;
  alone->recipe.tiling = recipe_.tiling && !context.site.IsInStamp();
  alone->recipe.domain = domain;
  alone->options = program_.options;
  alone->options.positions = CompileOptions::kPoints;
  alone->level = program_.level;
  alone->arithmetic = program_.arithmetic;
  alone->simulates = program_.simulates;
  site.base = kInputPoints;
  site.seed_shift = context.site.seed_shift;
  Compiler compiler(*alone);
  compiler.refs_.StartWithin(refs_);
  compiler.depth_ = depth_;
  compiler.compiled_nodes_ = compiled_nodes_;
  compiler.is_in_noise_ = true;
  try {
    const std::string pointer = ChildPointer(context.pointer, key);
    const Compiled root =
        compiler.Materialized(compiler.Compile({context.node.Input(key), pointer, site, 0}));
    alone->result = root.raw;
    alone->bounds = root.bounds;
    if (compiler.noises_.has_shape_errors())
      compiler.issues_.Add(compiler.noises_.ShapeErrorOfAll());
  } catch (const IssueList::Full&) {
    compiler.issues_.EndEarly();
  }
  compiled_nodes_ = compiler.compiled_nodes_;
  compiler.issues_.Throw();
  alone->cost = compiler.cost().cost();
  compiler.Finish();
  Include(*alone);
  return alone;
}

void Compiler::Include(const Program::Impl& part) {
  for (const NodeBounds& each : part.node_bounds) {
    const auto [entry, is_new] =
        node_bounds_index_.try_emplace(each.pointer, program_.node_bounds.size());
    if (is_new) program_.node_bounds.push_back(each);
  }
  for (const ShownImage& each : part.images) NoteImage(each);
  for (const Issue& each : part.warnings) AddWarning(each);
  for (const Simulation& each : part.simulations) AddSimulation(each);
  program_.varies_with_slice = program_.varies_with_slice || part.varies_with_slice;
}

Compiled Compiler::Item(const NodeContext& context, std::string_view key, std::size_t index) {
  const std::string pointer = ChildPointer(ChildPointer(context.pointer, key), index);
  return Compile({context.node.Inputs(key)[index], pointer, context.site, context.slopes});
}

void Compiler::FailNode(const NodeContext& context, const std::string& message,
                        const std::string& hint) const {
  throw FaultAt(recipe_, context.pointer, message, hint);
}

void Compiler::Fail(const NodeContext& context, std::string_view key, const std::string& message,
                    const std::string& hint) const {
  throw FaultAt(recipe_, ChildPointer(context.pointer, key), message, hint);
}

std::optional<std::vector<Octave>> Compiler::Cells(const NodeContext& context,
                                                   const NoiseType& type) {
  return noises_.Octaves(NoiseContextOf(recipe_, context, type));
}

// --- Colours and maps ---

CompiledColor Compiler::ColorInput(const NodeContext& context, std::string_view key) {
  return ColorInputAt(context, key, context.site);
}

CompiledColor Compiler::ColorInputAt(const NodeContext& context, std::string_view key,
                                     const Site& site) {
  return CompileColor(
      {context.node.Input(key), ChildPointer(context.pointer, key), site, context.slopes});
}

CompiledColor Compiler::CompileColor(const NodeContext& context) {
  if (!IsColor(recipe_, context.node)) return CompiledColor::Grey(Compile(context));
  if (!keeps_results_) return CompileColorAnew(context);
  const ResultKey key = ResultKeyOf(context.pointer, context.site, context.slopes);
  if (const auto known = color_results_.find(key); known != color_results_.end())
    return known->second;
  return color_results_.emplace(key, CompileColorAnew(context)).first->second;
}

CompiledColor Compiler::CompileColorAnew(const NodeContext& context) {
  CompiledColor out;
  const bool is_valid = Guarded(context, [&] {
    out = context.node.type == kRefType
              ? ColorRef(context)
              : FindNodeType(context.node.type)->compile_color(*this, context);
    Bounds bounds = out.channels[0].bounds;
    for (const Compiled& channel : out.channels) bounds = Hull(bounds, channel.bounds);
    return bounds;
  });
  return is_valid ? out : CompiledColor::Constant({0, 0, 0});
}

void Compiler::AddMap(const std::string& name, const Site& site) {
  bool& tiling = program_.recipe.tiling;
  const Restored restored(tiling);
  tiling = tiling && !program_.untiled_nodes.contains(name);
  AddTiledMap(name, site);
}

void Compiler::AddTiledMap(const std::string& name, const Site& site) {
  const MapLookup shown = LookUpMap(recipe_, name);
  if (!shown.message.empty()) throw Error::At(ErrorKind::kUsage, "maps", shown.message, shown.hint);
  const std::string& whole = shown.map ? shown.map->Source().name : name;
  const bool is_node = whole.starts_with('@');
  const std::string pointer = is_node ? PointerOfMap(whole) : ChildPointer("/maps", whole);
  const Node* const found = NodeAt(recipe_, pointer);
  if (!found) {
    std::vector<std::string_view> names;
    for (const auto& [each, node] : recipe_.maps) names.push_back(each);
    throw Error::At(ErrorKind::kUsage, "maps", "the recipe has no map " + Quoted(name),
                    is_node ? NodeMapHint(recipe_, name) : DidYouMean(name, names));
  }
  Node ref;  // compiles a named node like any ref to it; not part of the recipe
  const std::string_view named = NameAt(pointer);
  if (!named.empty()) {
    ref.type = kRefType;
    ref.values["ref"] = std::string(named);
  }
  const NodeContext context{named.empty() ? *found : ref, pointer, site, 0};
  ProgramMap map{.name = name, .buffers = {}, .bounds = {}, .shown = {}};
  const auto add = [&](const Compiled& channel) {
    const Compiled result = Materialized(channel);
    map.buffers.push_back(result.raw.value);
    map.bounds = map.buffers.size() == 1 ? result.bounds : Hull(map.bounds, result.bounds);
  };
  if (IsColor(recipe_, *found)) {
    const CompiledColor color = named.empty() ? CompileColor(context) : ColorRef(context);
    for (const Compiled& channel : color.channels) add(channel);
  } else {
    add(named.empty() ? Compile(context) : Ref(context));
  }
  if (shown.map && shown.map->whole)
    map.buffers = {map.buffers[static_cast<std::size_t>(shown.map->channel)]};
  // The bounds of an image allow for what is beyond its edges and between its pixels.
  const ImagePlane* const plane = PlaneShownBy(program_, *found);
  map.shown = plane ? Bounds{double{plane->low}, double{plane->high}} : map.bounds;
  program_.maps.push_back(std::move(map));
}

// --- Refs ---

Compiler::ResultKey Compiler::ResultKeyOf(const std::string& name, const Site& site,
                                          int slopes) const {
  return {name,
          PositionsKeyOf(site.base, site.from_base),
          site.from_picture.t,
          site.bound.displacement,
          site.seed_shift,
          slopes,
          recipe_.tiling};
}

// A result with more slopes has the same value, so it is shared without the additional slopes.
std::optional<Compiled> Compiler::KnownResult(const std::string& key,
                                              const NodeContext& context) const {
  for (int slopes = context.slopes; slopes <= 3; ++slopes) {
    const auto found = results_.find(ResultKeyOf(key, context.site, slopes));
    if (found == results_.end()) continue;
    Compiled shared = found->second;
    std::fill(shared.raw.slope.begin() + context.slopes, shared.raw.slope.end(), -1);
    return shared;
  }
  return std::nullopt;
}

Compiled Compiler::Ref(const NodeContext& context) {
  const auto& [name, named] = refs_.Named(context.node, context.pointer);
  if (const auto known = KnownResult(name, context)) return *known;
  const auto entry = results_.try_emplace(ResultKeyOf(name, context.site, context.slopes)).first;
  refs_.Enter(name, context.pointer);
  entry->second = Compile({named, "/nodes/" + name, context.site, context.slopes});
  refs_.Leave();
  return entry->second;
}

CompiledColor Compiler::ColorRef(const NodeContext& context) {
  const auto& [name, named] = refs_.Named(context.node, context.pointer);
  const auto [entry, is_new] =
      color_results_.try_emplace(ResultKeyOf(name, context.site, context.slopes));
  if (!is_new) return entry->second;
  refs_.Enter(name, context.pointer);
  entry->second = CompileColor({named, "/nodes/" + name, context.site, context.slopes});
  refs_.Leave();
  return entry->second;
}

// --- Notes for warnings ---

void Compiler::NoteSourceRange(const NodeContext& context, double low, double high,
                               const Result& source) {
  program_.has_source_ranges = true;
  const bool is_probed = program_.has_probes && !context.site.is_in_batches;
  if (is_probed && program_.source_probes.size() < kMaxProbesOfKind)
    program_.source_probes.push_back(
        {ChildPointer(context.pointer, "range"), low, high, source.value});
}

Compiled Compiler::Clipped(const NodeContext& context, const Compiled& value, double scale) {
  program_.has_clipped_nodes = true;
  // Batches do not sample the run's samples.
  if (context.site.IsInStamp()) program_.clipped_in_stamps.insert(context.pointer);
  const bool is_probed = program_.has_probes && !context.site.is_in_batches && value.offset == 0;
  if (is_probed && program_.clip_probes.size() < kMaxProbesOfKind)
    program_.clip_probes.push_back({context.pointer, scale, value.scale, value.raw.value});
  return Apply({PointwiseOp::kClamp, {-1, 1}}, {value}, {-1, 1});
}

void Compiler::NoteFineWaves(const NodeContext& context, std::span<const double> waves) {
  const double pixel = std::sqrt(AreaOfSample(context.site)) * recipe_.samples;
  if (!std::isfinite(pixel)) return;
  const auto coarse = std::ranges::count_if(waves, [&](double each) { return each * pixel <= 1; });
  if (coarse == std::ssize(waves)) return;
  const auto [longest, shortest] = std::ranges::minmax(waves);
  const FineWaves fine{ChildPointer(context.pointer, "octaves"), 1 / (pixel * shortest),
                       1 / (pixel * longest), static_cast<int>(coarse)};
  // A node may have several sites, such as a fractal's octaves; the finest counts.
  const auto known = std::ranges::find(program_.fine_waves, fine.pointer, &FineWaves::pointer);
  if (known == program_.fine_waves.end())
    program_.fine_waves.push_back(fine);
  else if (fine.pixels < known->pixels)
    *known = fine;
}

Bounds Compiler::WaitForRange(const NodeContext& context) {
  if (is_in_noise_)
    FailNode(context,
             "needs a \"strength\": with a world, its default depends on the range, but fit finds "
             "that in the noise, of which this node is a part",
             "set \"strength\", the height of the surface at 1, or give range two numbers");
  program_.waits_for_range = true;
  return {0, 1};
}

bool Compiler::Simulates(Simulation simulation) {
  AddSimulation(std::move(simulation));
  return program_.simulates;
}

void Compiler::AddSimulation(Simulation simulation) {
  const auto is_same = [&](const Simulation& each) { return each.subject == simulation.subject; };
  if (std::ranges::none_of(program_.simulations, is_same))
    program_.simulations.push_back(std::move(simulation));
}

void Compiler::Warn(const NodeContext& context, std::string_view key, Phrase message, Phrase hint) {
  AddWarning(
      WarningAt(recipe_, ChildPointer(context.pointer, key), std::move(message), std::move(hint)));
}

void Compiler::AddWarning(const Issue& warning) {
  const bool is_known = std::ranges::any_of(program_.warnings, [&](const Issue& each) {
    return each.pointer == warning.pointer && each.message.Text() == warning.message.Text();
  });
  if (!is_known) program_.warnings.push_back(warning);
}

void Compiler::NoteLand(const NodeContext& context, std::shared_ptr<nodes::Land> land,
                        double width) {
  const int base = program_.options.positions == CompileOptions::kPoints ? kInputPoints : -1;
  ShownLand shown{context.pointer, std::move(land), width, context.site.from_picture,
                  context.site.base != base};
  if (std::ranges::count(program_.lands, shown) == 0) program_.lands.push_back(std::move(shown));
}

void Compiler::NoteImage(ShownImage shown) {
  const auto known = std::ranges::find_if(program_.images, [&](const ShownImage& each) {
    return each.pointer == shown.pointer && each.to_pixels == shown.to_pixels &&
           each.reach == shown.reach;
  });
  if (known == program_.images.end())
    program_.images.push_back(std::move(shown));
  else
    known->has_slopes = known->has_slopes || shown.has_slopes;
}

}  // namespace cobble
