// Resolves the recipes of a command line and checks what it makes.
#include "cli/render/render_request.h"

#include "cobble/error.h"
#include "jobs/job_maker.h"
#include "jobs/recipe_warnings.h"
#include "jobs/sets/set_among.h"
#include "recipe/images/images.h"

namespace cobble {
namespace {

// Returns the pass of a resolved recipe, without the pictures that an engine asks for.
RenderPass PassOf(const RenderRequest& request, const Recipe& recipe) {
  const RunFlags& flags = request.run;
  const auto metadata = PictureDefaults(request.input, recipe);
  RenderPass pass;
  pass.window = metadata ? metadata->window : Window{0, 0, recipe.width, recipe.height};
  pass.origin = OriginOf(request.input, recipe, pass.window);
  if (flags.window) {
    pass.window = *flags.window;
    pass.origin = {.option = "window"};
  }
  const EngineSpec* const engine = request.engine.engine;
  const auto& requests = request.output.requests();
  const OutputSettings& settings = request.output.settings();
  pass.pictures = engine ? AddedPictures(*engine, recipe, requests, settings, metadata)
                         : PicturesOf(recipe, requests, settings, metadata);
  pass.anchor = flags.anchor;
  pass.threads = flags.threads;
  pass.has_checksum = flags.checksum;
  pass.files = flags.Files();
  return pass;
}

RenderWork NewWork(const RenderRequest& request) {
  RenderWork work;
  work.flags = request.run;
  work.recipe_name = request.recipe.NameOf(request.input);
  work.images = request.recipe.images().Paths();
  if (!request.input) return work;
  work.input_name = request.input->name;
  work.inputs = request.input->paths;
  if (const auto output = OutputOf(*request.input)) work.noise_version = output->noise_version;
  return work;
}

}  // namespace

RenderWork MakePictures(const RenderRequest& request) {
  const RunFlags& flags = request.run;
  if (!request.engine.engine && !(flags.dry_run && flags.checksum)) request.output.RequireAny();
  JobRequest jobs;
  jobs.recipe = request.recipe.Layers(request.input);
  jobs.series = request.series.series();
  jobs.vrt = request.series.vrt();
  if (const EngineSpec* const engine = request.engine.engine) {
    jobs.set = {.engine = engine,
                .path = SetAmong(*engine, request.output.requests()).path,
                .materialx = request.engine.materialx,
                .settings = request.output.settings()};
    if (const auto output = request.input ? OutputOf(*request.input) : std::nullopt)
      jobs.set_before = output->engine;
  }
  jobs.pass = [&](const Recipe& recipe) { return PassOf(request, recipe); };
  jobs.limits = flags.limits;
  jobs.simd = flags.simd;
  jobs.needs_value = flags.checksum || !flags.report.empty();
  if (request.input && !request.recipe.has_flags()) jobs.range = request.input->range;
  jobs.names = kSettingFlags;
  RenderWork work = NewWork(request);
  static_cast<JobSet&>(work) = MakeJobs(jobs);
  return work;
}

RenderWork MakeStore(const RenderRequest& request) {
  RenderWork work = NewWork(request);
  const Recipe recipe = request.recipe.Layers(request.input).Resolve();
  if (!ImageNames(recipe).empty())
    throw Error(ErrorKind::kUsage, "-o",
                "a store cannot show images: its shards have only the recipe",
                "render a picture, or several with --tiles");
  work.store = request.store.RequestFor(
      recipe, PicturesOf(recipe, request.output.requests(), request.output.settings(),
                         PictureDefaults(request.input, recipe)));
  std::vector<std::string> maps;
  for (const StoreMap& map : work.store->plan.maps) maps.push_back(map.map.name);
  work.warnings = WarningsOf(recipe, maps);
  return work;
}

}  // namespace cobble
