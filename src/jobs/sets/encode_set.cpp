// Makes a set for an engine in memory, in one pass.
#include "jobs/sets/encode_set.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "cobble/program.h"
#include "core/memory_error.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/encode_options.h"
#include "jobs/picture_run.h"
#include "jobs/sets/engine_set.h"
#include "jobs/sets/engine_settings.h"
#include "jobs/sets/set_pictures.h"
#include "render/call_checks.h"

namespace cobble {
namespace {

// In: job, without its pictures.
void RenderSet(const Program& program, const EngineSet& set, const RenderOptions& render, Job job) {
  job.pictures = set.pictures();
  CheckProgram(program, job.pictures);
  CheckWindow(program, job.window, MapsOf(job.pictures));
  job.threads = Admit(program, job);
  RenderOptions options = render;
  options.threads = job.threads;
  PictureRun run(program, job, ResolveRange(program, options));
  run.Render(options);
  run.Commit();
}

std::vector<EncodedSet::File> FilesOf(const EngineSet& set) {
  std::vector<EncodedSet::File> files;
  std::vector<SetExtra> extras = set.Extras();
  for (const PictureOutput& picture : set.pictures()) {
    if (std::ranges::count(extras, picture.path, &SetExtra::path) > 0) continue;  // in that file
    auto& [bytes, sidecar] = *picture.memory;
    files.push_back({picture.path, std::move(bytes)});
    if (!sidecar.empty()) files.push_back({picture.path + ".json", std::move(sidecar)});
  }
  for (auto& [path, bytes] : extras) files.push_back({std::move(path), std::move(bytes)});
  return files;
}

}  // namespace

EncodedSet EncodeSet(const RecipeLayers& recipe, const std::string& engine, const std::string& name,
                     const Limits& limits, const RenderOptions& render) try {
  SetRequest request{.engine = &EngineNamed(engine), .path = name};
  CheckSetName(*request.engine, name);
  RecipeLayers layers = recipe;
  const std::string origin = "engine=" + engine;
  AddEngineSettings(*request.engine, "", origin, &layers);
  Recipe resolved = ResolveForEngine(*request.engine, origin, &layers);
  Job job;
  job.window = render.window;
  job.limits = limits;
  job.threads = render.threads;
  const bool is_whole = job.window.width == 0 || job.window.height == 0;
  if (is_whole) {
    job.window = {0, 0, resolved.width, resolved.height};
    job.origin.pointer = "/size";
  }
  CheckEngineSize(*request.engine, resolved, job.window, is_whole ? "" : job.origin.option);
  const EngineSet unnamed = EngineSet::Of(request, &resolved);
  CompileOptions options = OptionsFor(resolved, unnamed.pictures(), "auto");
  LimitSimulations(limits, render.threads, &options);
  const Program program = Program::Compile(resolved, options);
  const EngineSet set = unnamed.Named(name, program.recipe(), job.window, {}, nullptr);
  RenderSet(program, set, render, std::move(job));
  EncodedSet encoded{.files = FilesOf(set), .notes = set.warnings()};
  std::ranges::move(set.Hints(), std::back_inserter(encoded.notes));
  return encoded;
} catch (...) {
  RethrowMemoryError("a set this large");
}

}  // namespace cobble
