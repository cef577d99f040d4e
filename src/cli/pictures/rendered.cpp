// Implements RenderedOptions.
#include "cli/pictures/rendered.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "cli/render/render_flags.h"
#include "jobs/admission.h"
#include "jobs/picture_request.h"
#include "jobs/run_warnings.h"
#include "render/probes.h"

namespace cobble {
void RenderedOptions::AddTo(CommandLine* line) {
  line->BeginGroup("Run");
  line->AddText({{"--map", "NAME"},
                 fmt::format("the map of a recipe: one of {}, a map or pack of the recipe, "
                             "@NODE or @/POINTER (default height)",
                             fmt::join(Names<Map>(), ", ")),
                 {.brief = "the map of a recipe, such as normal",
                  .is_main = true,
                  .kind = ValueKind::kOpenChoice,
                  .choices = {Names<Map>().begin(), Names<Map>().end()}}},
                &map_);
  AddThreads(line, &threads_);
  AddLimits(line, &limits_);
}

RenderedMap RenderedOptions::Prepare(const LoadedRecipe& loaded,
                                     const RenderedDefaults& defaults) const {
  const Recipe& recipe = loaded.recipe;
  const Window whole{0, 0, recipe.width, recipe.height};
  PictureOutput picture;
  picture.format = FindFormat("r32");
  picture.maps = {MapNamed(recipe, {"map"}, {}, map_.empty() ? defaults.map : map_)};
  if (const auto& range = defaults.node_range)
    SetNodeScale(NodeScale::kRange, &picture.maps.front(), *range);
  picture.bits = 32;
  Job job;
  job.pictures = {picture};
  job.window = defaults.window == Window{} ? whole : defaults.window;
  job.origin.pointer = "/size";
  job.threads = threads_;
  job.limits = limits_;
  CompileOptions options = OptionsFor(recipe, job.pictures);
  LimitSimulations(limits_, threads_, &options);
  Program program = Program::Compile(recipe, options);
  const int threads = Admit(program, job);
  const HeightRange height = ResolveRange(program, {.threads = threads});
  return {std::move(program), picture.maps.front(), height, job.window, threads};
}

std::unique_ptr<PictureReader> RenderedMap::Open(const PictureInfo* stored_as) const {
  PictureMap shown = map;
  const bool is_integer = stored_as && !stored_as->channels.front().is_float;
  if (is_integer && shown.Source().scale != NodeScale::kRange)
    SetNodeScale(NodeScale::kBounds, &shown);
  auto rows = std::make_unique<RenderedRows>(program, shown, range, window, threads);
  if (stored_as) rows->StoreAs(*stored_as);
  return rows;
}

std::vector<Issue> RenderedMap::Warnings() const {
  PictureOutput picture;
  picture.format = FindFormat("r32");
  picture.maps = {map};
  picture.bits = 32;
  return PictureWarnings(program, window, {&picture, 1}, true);
}

std::optional<Bounds> RenderedMap::SampleBounds() const {
  const std::optional<Map> source = map.Source().built_in;
  if (source == Map::kValue || (source == Map::kHeight && range.keep))
    return map.invert ? Bounds{1 - program.high(), 1 - program.low()}
                      : Bounds{program.low(), program.high()};
  if (map.range == SampleRange::kSigned) return Bounds{-1, 1};
  if (map.IsNumberNode()) return cobble::SampleBounds(program, map, range);
  if (map.range == SampleRange::kUnit) return Bounds{0, 1};
  return std::nullopt;
}

}  // namespace cobble
