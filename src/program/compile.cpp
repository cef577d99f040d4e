// Compiles a recipe into a Program: the traversal of its nodes.
#include "program/compile.h"

#include <fmt/format.h>

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
#include "recipe/fields/world.h"
#include "recipe/images/image_planes.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/sphere.h"
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

// Returns whether Program::Impl::second computes the map.
bool IsOfSecond(const Program::Impl& program, const std::string& name) {
  const bool has_pixels = program.options.positions == CompileOptions::kPixels;
  if (program.is_second || !has_pixels) return false;
  const auto map = FindPictureMap(program.recipe, name);
  return map && !map->Source().reads.empty();
}

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
  if (program_.TakesPoints()) program_.position_sets = 1;
}

void Compiler::Run() {
  const bool points = program_.TakesPoints();
  const bool has_slopes = program_.options.slopes && program_.options.value;
  int slopes = 0;
  if (has_slopes) slopes = points ? 3 : 2;
  const Domain& domain = recipe_.domain;
  root_site_ = Site().Through(MakeDomain(domain.translate, domain.rotate, domain.scale));
  if (points) root_site_.base = kInputPoints;
  Compiled root;
  keeps_results_ = std::ranges::any_of(
      program_.options.maps, [](const std::string& map) { return map.starts_with("@/"); });
  try {
    is_in_noise_ = true;
    if (program_.options.value) root = Materialized(Noise(root_site_, slopes));
    is_in_noise_ = false;
    refs_.SetInMaps(true);
    for (const std::string& name : program_.options.maps)
      if (!IsOfSecond(program_, name)) AddMap(name);
    CompileSecond();
    refs_.CheckUnused();
    if (noises_.has_shape_errors()) issues_.Add(noises_.ShapeErrorOfAll());
  } catch (const IssueList::Full&) {
    issues_.EndEarly();
  }
  issues_.Throw();
  program_.cost = cost().cost();
  if (program_.second) program_.cost.evaluations += program_.second->cost.evaluations;
  for (const Simulation& each : program_.simulations) {
    program_.cost.simulation += each.evaluations;
    program_.cost.memory = std::max(program_.cost.memory, each.bytes);
  }
  if (slopes > 0 && recipe_.domain.IsSphere()) root.raw = Tangential(root.raw);
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
    CheckSurface(context);
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

void Compiler::CheckSurface(const NodeContext& context) const {
  const NodeSpec& spec = FindNodeType(context.node.type)->spec;
  const auto& [key, values, on_plane] = spec.of_spheres;
  const std::string choice = key.empty() ? std::string() : context.node.Text(key);
  const bool is_of_sphere = std::ranges::count(values, choice) > 0;
  if (!recipe_.domain.IsSphere() && is_of_sphere)
    throw FaultAt(recipe_, ChildPointer(context.pointer, key),
                  choice + " is of a sphere, but the picture is a plane",
                  "use " + Phrase::Option("domain.surface", Name(SurfaceShape::kEquirectangular)) +
                      "; on a plane, " + std::string(on_plane));
  if (recipe_.domain.IsSphere() && !is_of_sphere && !spec.on_sphere.empty())
    FailNode(
        context,
        fmt::format("{} is flat, which {}", Quoted(choice.empty() ? context.node.type : choice),
                    SurfaceMisfit(recipe_)),
        std::string(spec.on_sphere));
}

// Where the domain is all that was done, nothing is computed, so that it is undone exactly.
Site Compiler::OnSphere(const Site& site) const {
  const Affine& domain = root_site_.from_base;
  Site out = site.Through(Inverse(domain));
  if (site.from_base == domain) out.from_base = Affine();
  return out;
}

Compiled Compiler::CompileNoise(const NodeContext& given, const NoiseType& type) {
  const bool is_of_sphere = type.is_of_sphere && type.is_of_sphere(given.node);
  const Site site = is_of_sphere ? OnSphere(given.site) : given.site;
  const NodeContext context{given.node, given.pointer, site, given.slopes};
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
  if (domain.IsSphere()) compiler.root_site_.from_base = root_site_.from_base;
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

void Compiler::CompileSecond() {
  std::vector<std::string> maps;
  for (const std::string& name : program_.options.maps)
    if (IsOfSecond(program_, name)) maps.push_back(name);
  if (maps.empty()) return;
  const auto second = std::make_shared<Program::Impl>();
  second->recipe = recipe_;
  second->options = program_.options;
  second->options.value = false;
  second->options.maps = std::move(maps);
  second->is_second = true;
  second->level = program_.level;
  second->arithmetic = program_.arithmetic;
  second->simulates = program_.simulates;
  second->untiled_nodes = program_.untiled_nodes;
  try {
    Compiler(*second).Run();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kLimit) throw;
    issues_.Add(error);
  }
  Include(*second);
  program_.waits_for_range = program_.waits_for_range || second->waits_for_range;
  program_.second = second;
}

void Compiler::AddMap(const std::string& name) {
  bool& tiling = program_.recipe.tiling;
  const Restored restored(tiling);
  tiling = tiling && !program_.untiled_nodes.contains(name);
  AddTiledMap(name);
}

void Compiler::AddTiledMap(const std::string& name) {
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
  const NodeContext context{named.empty() ? *found : ref, pointer, root_site_, 0};
  const auto own = recipe_.maps.find(whole);  // which may not name itself
  if (own != recipe_.maps.end()) refs_.Enter(*own, pointer);
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
  if (own != recipe_.maps.end()) refs_.Leave();
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
  const Refs::NamedNode& ref = refs_.Named(context.node, context.pointer);
  const auto& [name, named] = ref;
  if (const auto known = KnownResult(name, context)) return *known;
  const auto entry = results_.try_emplace(ResultKeyOf(name, context.site, context.slopes)).first;
  refs_.Enter(ref, context.pointer);
  entry->second = Compile({named, refs_.PointerOf(ref), context.site, context.slopes});
  refs_.Leave();
  return entry->second;
}

CompiledColor Compiler::ColorRef(const NodeContext& context) {
  const Refs::NamedNode& ref = refs_.Named(context.node, context.pointer);
  const auto& [name, named] = ref;
  const auto [entry, is_new] =
      color_results_.try_emplace(ResultKeyOf(name, context.site, context.slopes));
  if (!is_new) return entry->second;
  refs_.Enter(ref, context.pointer);
  entry->second = CompileColor({named, refs_.PointerOf(ref), context.site, context.slopes});
  refs_.Leave();
  return entry->second;
}

// --- The surface, for maps that name height, slope, ao or curvature ---

Compiled Compiler::Noise(const Site& site, int slopes) {
  static const std::string pointer = "/noise";
  return Compile({recipe_.noise, pointer, site, slopes});
}

HeightScale Compiler::HeightScaleFor(const NodeContext& context, const Bounds& noise) {
  if (FindsRange(recipe_.range)) {
    if (is_in_noise_)
      Fail(context, "ref", "the range is not known yet where a node computes its source beforehand",
           "give range two numbers, or name the node of the noise in place of the map");
    program_.waits_for_range = true;
  }
  return HeightScaleOf(recipe_, RangeWithin(recipe_.range, noise));
}

Compiled Compiler::PictureRow(const NodeContext& context, Map map) {
  const auto row = std::ranges::find(kPictureMaps, map) - kPictureMaps.begin();
  const Site& site = context.site;
  const bool is_at_pixels = PositionsKeyOf(site.base, site.from_base) ==
                            PositionsKeyOf(root_site_.base, root_site_.from_base);
  if (recipe_.domain.IsSphere())
    Fail(context, "ref",
         "the map " + Quoted(Name(map)) + " needs a plane: it " + SurfaceMisfit(recipe_),
         "leave it out");
  if (program_.assumes_picture) return Compiled::Constant(map == Map::kAo ? 1 : 0.5);
  if (!program_.is_second || !is_at_pixels || site.fractal_node)
    Fail(context, "ref",
         Quoted(Name(map)) + " exists at the pixels of a picture only, where maps may name it",
         "name it outside of warps, transforms, fractals and points");
  int& buffer = picture_rows_[static_cast<std::size_t>(row)];
  if (buffer < 0) Emit(PictureStep{static_cast<int>(row), buffer = NewBuffer()});
  program_.reads_picture[static_cast<std::size_t>(row)] = true;
  return {.raw = {.value = buffer}, .bounds = {0, 1}};
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
  const int base = program_.TakesPoints() ? kInputPoints : -1;
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
