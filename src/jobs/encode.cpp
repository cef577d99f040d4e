// The library functions that encode pictures in memory and write them to files.
#include "cobble/encode.h"

#include <utility>

#include "cobble/error.h"
#include "core/memory_error.h"
#include "jobs/admission.h"
#include "jobs/encode_options.h"
#include "jobs/ground.h"
#include "jobs/picture_run.h"
#include "render/call_checks.h"

namespace cobble {
namespace {

Window WindowOf(const Program& program, const Window& window) {
  if (window.width != 0 && window.height != 0) return window;
  return {0, 0, program.recipe().width, program.recipe().height};
}

void MakePicture(const Program& program, PictureOutput picture, const EncodeOptions& options,
                 const RenderOptions& render) try {
  CheckRenderOptions(render);
  CheckLimits(options.limits);
  Job job;
  job.pictures.push_back(std::move(picture));
  job.window = WindowOf(program, render.window);
  job.threads = render.threads;
  job.files = {
      .no_clobber = options.no_clobber, .sync = options.sync, .if_changed = options.if_changed};
  if (job.window == WindowOf(program, {})) job.origin.pointer = "/size";
  if (!options.georeference.empty()) job.anchor = ParseGroundAnchor(options.georeference);
  CheckGroundAnchor(program.recipe(), job, false);
  CheckProgram(program, job.pictures);
  // Must come before Admit, which adds the window's corner to its size: the sum must not overflow.
  CheckWindow(program, job.window, job.pictures.front().maps);
  job.limits = options.limits;
  job.threads = Admit(program, job);

  RenderOptions run_options = render;
  run_options.threads = job.threads;
  run_options.statistics = false;
  const HeightRange range = ResolveRange(program, run_options);
  if (!job.pictures.front().memory) TidyFolders({job.pictures.front().path});
  PictureRun run(program, job, range);
  run.Render(run_options);
  run.Commit();
} catch (...) {
  RethrowMemoryError("a picture this large");
}

}  // namespace

EncodedPicture EncodePicture(const Program& program, const EncodeOptions& options,
                             const RenderOptions& render) {
  PictureBytes memory;
  PictureOutput output = OutputOf(program.recipe(), options, nullptr);
  output.memory = &memory;
  MakePicture(program, std::move(output), options, render);
  return {std::move(memory.bytes), std::move(memory.sidecar)};
}

void WritePicture(const Program& program, const std::string& path, const EncodeOptions& options,
                  const RenderOptions& render) {
  CheckPath(path);
  PictureOutput output = OutputOf(program.recipe(), options, &path);
  output.path = path;
  MakePicture(program, std::move(output), options, render);
}

}  // namespace cobble
