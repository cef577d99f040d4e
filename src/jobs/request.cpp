// Makes jobs: one for each variation, frame and tile.
#include "jobs/request.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/suggest.h"
#include "engines/set_files.h"
#include "jobs/admission.h"
#include "jobs/ground.h"
#include "jobs/picture_request.h"
#include "jobs/picture_run.h"
#include "jobs/series/series_names.h"
#include "jobs/series/tiles.h"
#include "jobs/series/variations.h"
#include "jobs/sets/engine_settings.h"
#include "platform/file.h"
#include "platform/path.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr std::size_t kKeptPrograms = 64;

// Follows symbolic links unless the path is already in a folder Assets.
std::string UniquePath(const std::string& path) {
  std::string plain = AbsolutePath(path);
  return IsInAssets(plain) ? plain : RealPath(plain);
}

constexpr SetFolder kOnDisk{.unique_path = &UniquePath, .has = &file::NamesAnything};

class RunMaker {
 public:
  explicit RunMaker(const Request& request) : request_(request) {}

  RenderRun Make();

 private:
  const EngineSpec* engine() const { return request_.set.engine; }
  std::string EngineOrigin() const { return request_.names.engine + std::string(engine()->name); }
  void Check();
  Recipe Resolve(const SeriesItem& item) const;
  SeriesItem WithoutNodeRange(SeriesItem item);
  void AddItem(const SeriesItem& given);
  std::shared_ptr<SharedRange> KnownRange(const Recipe& recipe) const;
  Job NewJob(const Recipe& resolved, const std::shared_ptr<SharedRange>& range);
  void AddSheet(const SeriesItem& item, const Recipe& resolved,
                const std::shared_ptr<SharedRange>& range);
  bool HasFaces(const Recipe& recipe) const;
  void AddTiles(Job job, const SeriesItem& item, const Recipe& resolved);
  void AddJobs(const SeriesItem& item, const Recipe& resolved, std::shared_ptr<SharedRange> range);
  void AddJob(Job job, const SeriesItem& item, Placeholders names);
  void CheckName(const PictureOutput& picture, std::size_t index, const std::string& label);
  void CheckMotion(const SeriesItem& item, const Job& frame);
  void CheckJobs();
  void AddSet(Job* job, Recipe* recipe);
  std::vector<int64_t> Udims() const;
  bool IsBottomUp() const;
  std::shared_ptr<JobRecipe> CompileLater(Recipe recipe, const Job& job) const;

  const Request& request_;
  RecipeLayers layers_;  // of the recipe, with what the engine needs
  Series series_;
  RenderRun made_;
  std::optional<SeriesNames> names_, set_names_;  // of pictures; of the set
  std::optional<EngineSet> set_;                  // of the last recipe, not yet named
  std::map<std::string, std::string> labels_by_path_;
  std::optional<Bounds> node_range_;  // of the item
};

void RunMaker::Check() {
  CheckSeries(&series_);
  if (!request_.vrt.empty()) {
    if (!series_.tiles)
      throw Error::At(ErrorKind::kUsage, "vrt", "needs " + Phrase::Option("tiles"));
    Exclude(!series_.vary.empty(), "vrt", "vary");
    Exclude(series_.frames > 0 || series_.sprites, "vrt", "frames");
  }
  const bool has_terrain = request_.elevation && request_.elevation->only_map.empty();
  Exclude(has_terrain && !request_.vrt.empty(), "terrain", "vrt");
  Exclude(has_terrain && series_.sprites, "terrain", "sprites");
  Exclude(has_terrain && engine(), "terrain", "engine");
  if (!engine()) return;
  Exclude(series_.sprites.has_value(), "sprites", "engine");
  CheckSet(request_.set);
}

RenderRun RunMaker::Make() {
  series_ = request_.series;
  Check();
  layers_ = request_.recipe;
  if (engine()) AddEngineSettings(*engine(), request_.set_before, EngineOrigin(), &layers_);
  TakeStepsOfKnobs(layers_, &series_);
  made_.items = ItemsOf(series_, request_.names);
  for (const SeriesItem& item : made_.items) AddItem(item);
  if (made_.jobs.size() == 1) made_.labels.front().clear();
  if (made_.vrt) CheckVrt(*made_.vrt, made_.VrtTiles());
  CheckJobs();
  return std::move(made_);
}

Recipe RunMaker::Resolve(const SeriesItem& item) const {
  if (!engine()) return ResolveItem(layers_, item);
  return ResolveItem(layers_, item, [&](RecipeLayers* layers) {
    return ResolveForEngine(*engine(), EngineOrigin(), layers);
  });
}

SeriesItem RunMaker::WithoutNodeRange(SeriesItem item) {
  node_range_ = TakeVariedNodeRange(
      &item,
      [&](const Recipe& recipe) {
        return !engine() && ShowNodesAlone(request_.job(recipe).pictures);
      },
      [&](const SeriesItem& each) { return Resolve(each); });
  return item;
}

// The frames of an animation share their range, so that their brightness does not flicker.
void RunMaker::AddItem(const SeriesItem& given) {
  const SeriesItem item = WithoutNodeRange(given);
  const Recipe resolved = Resolve(item);
  if (made_.jobs.empty()) {
    CheckVariedKeys(series_, resolved);
    series_.faces = HasFaces(resolved);
    if (series_.faces && engine() && !SphereOf(*engine()).empty())
      throw Error::AtValue(ErrorKind::kUsage, "path", Shown(request_.set.path),
                           NameOf(*engine()) + " writes all faces into one picture",
                           "leave {face} out of the name");
  }
  if (series_.frames == 0) return AddJobs(item, resolved, nullptr);
  auto range = std::make_shared<SharedRange>();
  if (series_.sprites) return AddSheet(item, resolved, range);
  const std::size_t first = made_.jobs.size();
  for (const SeriesItem& frame : FramesOf(series_, item, resolved, request_.names))
    AddJobs(frame, Resolve(frame), range);
  CheckMotion(item, made_.jobs[first]);
}

void RunMaker::AddSheet(const SeriesItem& item, const Recipe& resolved,
                        const std::shared_ptr<SharedRange>& range) {
  Sprites sprites{.columns = series_.sprites->columns, .rows = series_.sprites->rows};
  Job job;
  for (const SeriesItem& frame : FramesOf(series_, item, resolved, request_.names)) {
    Job one = NewJob(Resolve(frame), range);
    sprites.frames.push_back(one.recipe);
    if (sprites.frames.size() == 1) job = std::move(one);
  }
  job.sprites = std::move(sprites);
  CheckMotion(item, job);
  AddJob(std::move(job), item, item.names);
}

// Returns whether the set has pictures whose rows start at the bottom.
bool RunMaker::IsBottomUp() const {
  return set_ && std::ranges::any_of(set_->pictures(), &PictureOutput::bottom_up);
}

// The set may add maps and packs to the recipe. Its pictures come before those beside it.
void RunMaker::AddSet(Job* job, Recipe* recipe) {
  if (!series_.tiles) {
    const auto& [option, pointer, file] = job->origin;
    const bool is_option = pointer.empty() && file.empty();
    const bool is_face = series_.faces && job->window.width == recipe->width;
    const Window face{0, 0, recipe->height, recipe->height};
    CheckEngineSize(*engine(), *recipe, is_face ? face : job->window, is_option ? option : "");
  }
  set_ = EngineSet::Of(request_.set, recipe);
  set_->Add(job->pictures, *recipe, request_.set.settings);
  std::erase_if(job->pictures, [](const PictureOutput& each) { return each.in_set; });
  const auto& pictures = set_->pictures();
  job->pictures.insert(job->pictures.begin(), pictures.begin(), pictures.end());
  // If some are upright, all are rendered upright, and the others reverse their rows in the file.
  if (IsBottomUp() && !std::ranges::all_of(job->pictures, &PictureOutput::bottom_up))
    recipe->flip = false;
}

std::shared_ptr<JobRecipe> RunMaker::CompileLater(Recipe recipe, const Job& job) const {
  CompileOptions options = OptionsFor(recipe, job.pictures, request_.simd);
  options.value = options.value || request_.needs_value;
  LimitSimulations(job.limits, job.threads, &options);
  const bool is_as_resolved = engine() == nullptr;  // an engine's set may add maps
  return std::make_shared<JobRecipe>(std::move(recipe), options, is_as_resolved);
}

std::shared_ptr<SharedRange> RunMaker::KnownRange(const Recipe& recipe) const {
  if (!request_.range || IsSeries(series_) || !FindsRange(recipe.range)) return nullptr;
  auto range = std::make_shared<SharedRange>();
  range->found = request_.range;
  return range;
}

// Returns the job of one resolved recipe, and adds it to the shared range, which may be null.
Job RunMaker::NewJob(const Recipe& resolved, const std::shared_ptr<SharedRange>& range) {
  Job job = request_.job(resolved);
  if (node_range_) job.node_range = node_range_;
  Recipe recipe = resolved;
  if (engine()) AddSet(&job, &recipe);
  ScaleNodes(job.node_range, job.pictures);
  if (request_.elevation && request_.vrt.empty() && !series_.sprites && !engine())
    SetElevations(resolved, *request_.elevation, job.pictures);
  CheckGroundAnchor(resolved, job, !request_.vrt.empty());
  job.recipe = CompileLater(std::move(recipe), job);
  const std::size_t in_set = set_ ? set_->pictures().size() : 0;
  const Placeholders knobs = ValuesOfKnobs(resolved.knobs);
  if (!set_names_ && set_) set_names_.emplace(series_, request_.set.path, knobs);
  if (!names_) names_.emplace(series_, std::span(job.pictures).subspan(in_set), knobs);

  if (const auto known = KnownRange(resolved)) {
    job.range = known;
    job.has_range = true;
  } else if (range && resolved.range.mode == RangeMode::kFit) {
    range->recipes.push_back(job.recipe);
    job.range = range;
  }
  return job;
}

// Returns whether a cube's faces have files of their own.
bool RunMaker::HasFaces(const Recipe& recipe) const {
  constexpr std::string_view kFace = "{face}";
  if (recipe.domain.surface != SurfaceShape::kCube) return false;
  if (engine()) return request_.set.path.find(kFace) != std::string::npos;
  return std::ranges::any_of(request_.job(recipe).pictures, [&](const PictureOutput& picture) {
    return picture.path.find(kFace) != std::string::npos;
  });
}

// Adds the jobs of one resolved recipe: one, or one for each face and tile.
void RunMaker::AddJobs(const SeriesItem& item, const Recipe& resolved,
                       std::shared_ptr<SharedRange> range) {
  const bool has_many = series_.tiles || series_.faces;
  if (has_many && !range) range = std::make_shared<SharedRange>();
  Job job = NewJob(resolved, range);
  if (!series_.faces) return AddTiles(std::move(job), item, resolved);
  const int64_t side = resolved.height;
  const bool is_whole = job.window.width == resolved.width;
  if (!job.origin.file.empty()) job.window.x %= side;  // of a face that is rendered again
  if (!is_whole && job.window.x + job.window.width > side)
    throw Error::At(ErrorKind::kUsage, "window",
                    fmt::format("reaches beyond a face, which has {} columns", side),
                    "with {face} in names, windows are within a face");
  for (std::size_t k = 0; k < kCubeFaces.size(); ++k) {
    Job one = job;
    if (is_whole) one.window = {0, 0, side, side};
    one.window.x += static_cast<int64_t>(k) * side;
    SeriesItem face = item;
    face.names["face"] = kCubeFaces[k];
    face.label += fmt::format("{}face {}", item.label.empty() ? "" : " ", kCubeFaces[k]);
    AddTiles(std::move(one), face, resolved);
  }
}

void RunMaker::AddTiles(Job job, const SeriesItem& item, const Recipe& resolved) {
  const auto& tiles = series_.tiles;
  if (!tiles) return AddJob(std::move(job), item, item.names);
  if (const std::string& vrt = request_.vrt; !vrt.empty()) {
    if (const std::size_t pictures = job.pictures.size(); pictures != 1)
      throw Error::At(
          ErrorKind::kUsage, "vrt",
          "needs exactly one " + Phrase::Option("path") + fmt::format(", not {}", pictures));
    made_.vrt =
        Vrt{vrt, job.pictures.front(), job.window, tiles->overlap,
            GeoreferenceOf(resolved, job.window, job.anchor, job.pictures.front().maps.front())};
  }
  for (const PictureTile& tile : CutTiles(job.window, *tiles)) {
    Job one = job;
    one.window = tile.window;
    if (set_) CheckEngineSize(*engine(), one.recipe->recipe(), tile.window, "tiles", *tiles);
    if (set_ && made_.jobs.empty()) made_.warnings = GapWarning(*engine(), tile.window, *tiles);
    Placeholders names = item.names;
    names["x"] = fmt::format("{}", tile.x);
    names["y"] = fmt::format("{}", tile.y);
    names["udim"] = fmt::format("{}", UdimOf(tile, tiles->rows, IsBottomUp()));
    SeriesItem labelled = item;
    labelled.label +=
        fmt::format("{}tile x={} y={}", item.label.empty() ? "" : " ", tile.x, tile.y);
    AddJob(std::move(one), labelled, std::move(names));
  }
}

// Throws Error kUsage if an item with another label has this name. In: index, of the picture.
void RunMaker::CheckName(const PictureOutput& picture, std::size_t index,
                         const std::string& label) {
  const auto [found, is_new] = labels_by_path_.emplace(picture.path, label);
  if (is_new || found->second == label) return;
  const std::string labels = found->second + " and " + label;
  const std::size_t in_set = set_ ? set_->pictures().size() : 0;
  throw index < in_set ? set_names_->SameName(0, labels) : names_->SameName(index - in_set, labels);
}

// Calls `check`. Its errors name the variation if they do not already.
template <typename Check>
auto WithVariation(const SeriesItem& item, const Check& check) try {
  return check();
} catch (const Error& error) {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues) {
    if (item.variation.empty() || SettingAt(item, issue)) continue;
    issue.variation = Shown(item.variation);
  }
  throw Error(error.kind(), std::move(issues));
}

void RunMaker::AddJob(Job job, const SeriesItem& item, Placeholders names) {
  auto& pictures = job.pictures;
  names.merge(ValuesOfKnobs(job.recipe->recipe().knobs));  // which keep those of varied keys
  std::size_t in_set = 0;
  if (set_) {
    // Only the program knows whether the tiling of a preset fits.
    const bool may_repeat = IsTileable(job.recipe->recipe(), job.window);
    const auto program =
        may_repeat ? WithVariation(item, [&] { return job.recipe->Compile(); }) : nullptr;
    const Recipe& shown = program ? program->recipe() : job.recipe->recipe();
    const auto set = std::make_shared<const EngineSet>(
        set_->Named(set_names_->FillSet(names), shown, job.window, Udims(), &kOnDisk));
    for (std::size_t k = 0; k < set->pictures().size(); ++k) {
      OptionValue label = std::move(pictures[k].label);
      pictures[k] = set->pictures()[k];
      pictures[k].series = std::move(label);
    }
    ScaleNodes(job.node_range, pictures);
    // The window counts rows of the flipped picture.
    if (const Recipe& recipe = job.recipe->recipe(); IsBottomUp() && !recipe.flip)
      job.window = MirroredWindow(recipe, job.window);
    in_set = set->pictures().size();
    made_.sets.push_back(set);
  }
  names_->Apply(names, std::span(pictures).subspan(in_set));
  if (IsSeries(series_))
    for (std::size_t k = 0; k < pictures.size(); ++k) CheckName(pictures[k], k, item.label);
  made_.jobs.push_back(std::move(job));
  made_.labels.push_back(item.label);
  made_.item_of_job.push_back(item.loop);
}

// Throws Error kUsage if no picture of the animation changes; warns of each that does not.
void RunMaker::CheckMotion(const SeriesItem& item, const Job& frame) {
  const auto& pictures = frame.pictures;
  std::vector<Issue> still;
  WithVariation(item, [&] {
    const Recipe& recipe = frame.recipe->recipe();
    std::size_t moving = 0;
    for (const PictureOutput& picture : pictures) {
      const Motion motion = MotionOf(recipe, frame.recipe->options(), picture);
      if (motion == Motion::kMoves) ++moving;
      if (motion == Motion::kStill)
        still.push_back(LabelOfAll(picture).Warning(
            "is the same in all frames: none of its noises has 3 dimensions"));
    }
    if (!pictures.empty() && moving == 0)
      throw FaultAt(recipe, "/loop",
                    "needs a noise with 3 dimensions, which changes from slice to slice, in a map "
                    "that is written");
  });
  if (item.loop == 0) std::ranges::move(still, std::back_inserter(made_.warnings));
}

std::vector<int64_t> RunMaker::Udims() const {
  if (!series_.tiles || !set_names_->SetHas("udim")) return {};
  const auto& [columns, rows, overlap] = *series_.tiles;
  std::vector<int64_t> udims;
  for (int64_t y = rows; y-- > 0;)
    for (int64_t x = 0; x < columns; ++x) udims.push_back(UdimOf({x, y, {}}, rows, false));
  return udims;
}

void RunMaker::CheckJobs() {
  std::shared_ptr<const Program> last;
  for (std::size_t k = 0; k < made_.jobs.size(); ++k) {
    auto program = WithVariation(made_.ItemOf(k), [&] { return CheckJob(made_.jobs[k]); });
    if (last != program && made_.programs.size() < kKeptPrograms) made_.programs.push_back(program);
    last = std::move(program);
  }
}

}  // namespace

RenderRun MakeRun(const Request& request) { return RunMaker(request).Make(); }

}  // namespace cobble
