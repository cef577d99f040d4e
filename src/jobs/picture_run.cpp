// Renders and writes the pictures of a run.
#include "jobs/picture_run.h"

#include <set>

#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "jobs/metadata.h"
#include "output/sink.h"

namespace cobble {
namespace {

// Returns whether the window is a whole number of tiling pictures wide and high, and so tiles
// itself.
bool IsTileable(const Recipe& recipe, const Window& window) {
  return recipe.tiling && window.width % recipe.width == 0 && window.height % recipe.height == 0;
}

PictureSpec SpecOf(const Program& program, const RunPlan& plan, const PicturePlan& picture,
                   const HeightRange& height) {
  const HeightRange range = RangeOf(program, picture.maps, height);
  PictureSpec spec;
  spec.path = picture.path;
  spec.memory = picture.memory;
  spec.format = picture.format;
  spec.maps = picture.maps;
  spec.bits = picture.bits;
  spec.width = plan.window.width;
  spec.height = plan.window.height;
  spec.x = plan.window.x;
  spec.y = plan.window.y;
  spec.repeats = IsTileable(program.recipe(), plan.window);
  spec.metadata.recipe = WriteRecipeLine(program.recipe());
  spec.metadata.output = WriteOutputMetadata({.maps = NamesOf(picture.maps),
                                              .format = picture.format,
                                              .bits = picture.bits,
                                              .window = plan.window},
                                             range);
  if (!range.keep) {
    spec.low = range.low;
    spec.high = range.high;
  }
  spec.compression = picture.compression;
  spec.files = plan.files;
  spec.simd_target = FindSimdLevel(program.simd())->target;
  return spec;
}

}  // namespace

void TidyFolders(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths)
    if (const Location place = Locate(path); !place.direct) folders.insert(FolderOf(place.target));
  for (const std::string& folder : folders) RemoveStaleTemporaries(folder);
}

PictureRun::PictureRun(const Program& program, const RunPlan& plan, const HeightRange& range)
    : program_(program), plan_(plan), range_(range) {
  for (const PicturePlan& picture : plan.pictures) {
    pictures_.push_back(OpenPicture(SpecOf(program, plan, picture, range)));
    bands_.push_back({picture.maps, pictures_.back().get()});
  }
  if (plan.has_checksum) bands_.push_back({{Map::kValue}, &checksum_.emplace(plan.window.width)});
}

BandReport PictureRun::Render(const RenderOptions& options) {
  RenderOptions run_options = options;
  run_options.window = plan_.window;
  run_options.threads = plan_.threads;
  BandReport report = RenderBands(program_, range_, run_options, bands_);
  for (const auto& picture : pictures_) picture->Finish();
  return report;
}

void PictureRun::Commit() {
  for (const auto& picture : pictures_) picture->Commit();
}

}  // namespace cobble
