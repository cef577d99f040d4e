// Makes jobs: one for each variation, frame and tile.
#include "cli/render/job_maker.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/render/series_names.h"
#include "cli/render/warnings.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

constexpr std::size_t kKeptPrograms = 64;

class JobMaker {
 public:
  explicit JobMaker(RenderRequest* request) : request_(*request) {}

  RenderWork Make();

 private:
  LoadedRecipe Resolve(const SeriesItem& item) const {
    return ResolveItem(request_.recipe, request_.input, item, request_.engine.engine);
  }
  void AddItem(const SeriesItem& item);
  std::shared_ptr<SharedRange> KnownRange(const Recipe& recipe) const;
  Job NewJob(const LoadedRecipe& loaded, const std::shared_ptr<SharedRange>& range);
  void AddSheet(const SeriesItem& item, const LoadedRecipe& loaded,
                const std::shared_ptr<SharedRange>& range);
  void AddRun(const SeriesItem& item, const LoadedRecipe& loaded,
              std::shared_ptr<SharedRange> range);
  void AddJob(Job job, const SeriesItem& item, Placeholders names);
  void CheckMotion(const SeriesItem& item, const Job& frame);
  void CheckJobs();
  std::vector<PictureOutput> PicturesOf(const Window& window,
                                        const std::optional<OutputMetadata>& metadata,
                                        Recipe* recipe);
  std::shared_ptr<JobRecipe> CompileLater(Recipe recipe,
                                          std::span<const PictureOutput> pictures) const;

  RenderRequest& request_;
  RenderWork work_;
  std::optional<SeriesNames> names_;
  std::optional<EngineSet> set_;  // of the last recipe, not yet named
  std::map<std::string, std::string> labels_by_path_;
  std::vector<SeriesItem> items_;
  std::vector<std::size_t> item_of_job_;  // indices into items_
};

RenderWork JobMaker::Make() {
  request_.series.Check();
  request_.engine.Check();
  work_.flags = request_.run;
  items_ = request_.series.Items();
  for (const SeriesItem& item : items_) AddItem(item);
  if (work_.jobs.size() == 1) work_.labels.front().clear();
  if (work_.vrt) CheckVrt(*work_.vrt, work_.VrtTiles());
  CheckJobs();
  if (request_.input) {
    work_.input_name = request_.input->name;
    work_.inputs = request_.input->paths;
  }
  return std::move(work_);
}

// The frames of an animation share their range, so that their brightness does not flicker.
void JobMaker::AddItem(const SeriesItem& item) {
  const LoadedRecipe loaded = Resolve(item);
  if (work_.jobs.empty()) request_.series.CheckKeys(loaded.recipe);
  if (request_.series.frames() == 0) return AddRun(item, loaded, nullptr);
  auto range = std::make_shared<SharedRange>();
  if (request_.series.sprites()) return AddSheet(item, loaded, range);
  const std::size_t first = work_.jobs.size();
  for (const SeriesItem& frame : request_.series.FramesOf(item, loaded.recipe))
    AddRun(frame, Resolve(frame), range);
  CheckMotion(item, work_.jobs[first]);
}

// Adds one job that makes a sheet of all frames.
void JobMaker::AddSheet(const SeriesItem& item, const LoadedRecipe& loaded,
                        const std::shared_ptr<SharedRange>& range) {
  Sprites sprites{.columns = request_.series.sprites()->columns,
                  .rows = request_.series.sprites()->rows};
  Job job;
  for (const SeriesItem& frame : request_.series.FramesOf(item, loaded.recipe)) {
    Job one = NewJob(Resolve(frame), range);
    sprites.frames.push_back(one.recipe);
    if (sprites.frames.size() == 1) job = std::move(one);
  }
  job.sprites = std::move(sprites);
  CheckMotion(item, job);
  AddJob(std::move(job), item, item.names);
}

// An engine's set may add maps and packs to the recipe.
std::vector<PictureOutput> JobMaker::PicturesOf(const Window& window,
                                                const std::optional<OutputMetadata>& metadata,
                                                Recipe* recipe) {
  const EngineFlags& engine = request_.engine;
  if (!engine.engine) {
    const bool checksum_only = work_.flags.dry_run && work_.flags.checksum;
    return request_.output.Pictures(*recipe, metadata, checksum_only);
  }
  if (!request_.series.tiles()) {
    const bool has_window_flag = work_.flags.window.has_value();
    CheckEngineSize(*engine.engine, *recipe, window, has_window_flag ? "--window" : "");
  }
  set_ = EngineSet::Of(engine, request_.output, recipe);
  return set_->pictures();
}

std::shared_ptr<JobRecipe> JobMaker::CompileLater(Recipe recipe,
                                                  std::span<const PictureOutput> pictures) const {
  CompileOptions options;
  options.simd = work_.flags.simd;
  options.slopes = NeedSlopes(pictures);
  options.maps = ProgramMaps(pictures);
  options.value = NeedValue(pictures) || work_.flags.checksum || !work_.flags.report.empty();
  return std::make_shared<JobRecipe>(std::move(recipe), options);
}

// Returns the range that a store knows, if the command renders its recipe as it is.
std::shared_ptr<SharedRange> JobMaker::KnownRange(const Recipe& recipe) const {
  const bool is_whole = !request_.series.IsOn() && !request_.recipe.has_flags();
  if (recipe.range.mode != RangeMode::kFit || !is_whole || !request_.input ||
      !request_.input->range)
    return nullptr;
  auto range = std::make_shared<SharedRange>();
  range->found = request_.input->range;
  return range;
}

// Returns the job of one resolved recipe, and adds it to the shared range, which may be null.
Job JobMaker::NewJob(const LoadedRecipe& loaded, const std::shared_ptr<SharedRange>& range) {
  const auto metadata = PictureDefaults(loaded);
  Job job;
  job.run.window = {0, 0, loaded.recipe.width, loaded.recipe.height};
  if (metadata) {
    job.run.window = metadata->window;
    work_.noise_version = metadata->noise_version;
  }
  job.run.origin = OriginOf(loaded, job.run.window);
  if (work_.flags.window) {
    job.run.window = *work_.flags.window;
    job.run.origin = {.option = "window"};
  }
  Recipe recipe = loaded.recipe;
  job.run.pictures = PicturesOf(job.run.window, metadata, &recipe);
  job.run.threads = work_.flags.threads;
  job.run.has_checksum = work_.flags.checksum;
  job.run.files = work_.flags.Files();
  job.limits = work_.flags.limits;
  job.recipe = CompileLater(std::move(recipe), job.run.pictures);
  work_.recipe_name = loaded.name;
  if (!names_ && set_) names_.emplace(request_.series, set_->path());
  if (!names_) names_.emplace(request_.series, job.run.pictures);

  if (const auto known = KnownRange(loaded.recipe)) {
    job.range = known;
    job.run.has_range = true;
  } else if (range && loaded.recipe.range.mode == RangeMode::kFit) {
    range->recipes.push_back(job.recipe);
    job.range = range;
  }
  return job;
}

// Adds the jobs of one resolved recipe: one, or one for each tile.
void JobMaker::AddRun(const SeriesItem& item, const LoadedRecipe& loaded,
                      std::shared_ptr<SharedRange> range) {
  const auto& tiles = request_.series.tiles();
  if (tiles && !range) range = std::make_shared<SharedRange>();
  Job job = NewJob(loaded, range);
  if (!tiles) return AddJob(std::move(job), item, item.names);
  if (const std::string& vrt = request_.series.vrt(); !vrt.empty()) {
    if (const std::size_t pictures = job.run.pictures.size(); pictures != 1)
      throw Error(ErrorKind::kUsage, "--vrt",
                  fmt::format("needs exactly one -o, not {}", pictures));
    work_.vrt = Vrt{vrt, job.run.pictures.front(), job.run.window, tiles->overlap};
  }
  for (const PictureTile& tile : CutTiles(job.run.window, *tiles)) {
    Job one = job;
    one.run.window = tile.window;
    if (set_)
      CheckEngineSize(*request_.engine.engine, one.recipe->recipe(), tile.window, "--tiles");
    Placeholders names = item.names;
    names["x"] = fmt::format("{}", tile.x);
    names["y"] = fmt::format("{}", tile.y);
    SeriesItem labelled = item;
    labelled.label +=
        fmt::format("{}tile x={} y={}", item.label.empty() ? "" : " ", tile.x, tile.y);
    AddJob(std::move(one), labelled, std::move(names));
  }
}

void JobMaker::AddJob(Job job, const SeriesItem& item, Placeholders names) {
  if (set_) {
    const auto set = std::make_shared<const EngineSet>(
        set_->Named(names_->FillSet(names), job.recipe->recipe(), job.run.window));
    job.run.pictures = set->pictures();
    work_.sets.push_back(set);
  } else {
    names_->Apply(names, &job.run.pictures);
  }
  if (request_.series.IsOn()) {
    for (std::size_t k = 0; k < job.run.pictures.size(); ++k) {
      const PictureOutput& picture = job.run.pictures[k];
      const auto [found, is_new] = labels_by_path_.emplace(picture.path, item.label);
      if (is_new || found->second == item.label) continue;
      throw picture.label.Fault(
          ErrorKind::kUsage, fmt::format("{} and {} have the same name", found->second, item.label),
          fmt::format("add a placeholder to {}, as in -o 'NAME_{{{}}}{}'", set_ ? "NAME" : "FILE",
                      names_->FirstMissing(k), set_ ? "" : ".png"));
    }
  }
  work_.jobs.push_back(std::move(job));
  work_.labels.push_back(item.label);
  item_of_job_.push_back(item.loop);
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

// Throws Error kUsage if all frames of an animation are the same; warns of pictures for which they
// are. In: frame, any of the animation.
void JobMaker::CheckMotion(const SeriesItem& item, const Job& frame) {
  const auto& pictures = frame.run.pictures;
  std::vector<Issue> still;
  WithVariation(item, [&] {
    const Recipe& recipe = frame.recipe->recipe();
    for (const PictureOutput& picture : pictures)
      if (!VariesWithSlice(recipe, frame.recipe->options(), picture))
        still.push_back(
            picture.label.Note("is the same in all frames: no noise of it has 3 dimensions"));
    if (!pictures.empty() && still.size() == pictures.size())
      throw FaultAt(recipe, "/loop",
                    "needs a noise with 3 dimensions, which changes from slice to slice, in a map "
                    "that -o writes");
  });
  if (item.loop == 0) work_.warnings = std::move(still);
}

// Compiles and checks the jobs.
void JobMaker::CheckJobs() {
  std::shared_ptr<const Program> last;
  for (std::size_t k = 0; k < work_.jobs.size(); ++k) {
    auto program = WithVariation(items_[item_of_job_[k]], [&] { return CheckJob(work_.jobs[k]); });
    if (last != program && work_.programs.size() < kKeptPrograms) work_.programs.push_back(program);
    last = std::move(program);
  }
}

}  // namespace

RenderWork MakeJobs(RenderRequest* request) { return JobMaker(request).Make(); }

RenderWork MakeStore(RenderRequest* request) {
  RenderWork work;
  const LoadedRecipe loaded = request->recipe.Resolve(request->input);
  const auto metadata = PictureDefaults(loaded);
  work.flags = request->run;
  work.recipe_name = loaded.name;
  work.warnings = WarningsOf(loaded.recipe);
  if (metadata) work.noise_version = metadata->noise_version;
  if (request->input) work.input_name = request->input->name;
  work.store = request->store.RequestFor(loaded.recipe,
                                         request->output.Pictures(loaded.recipe, metadata, false));
  return work;
}

}  // namespace cobble
