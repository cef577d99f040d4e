// Renders and writes the pictures of a run.
#include "jobs/picture_run.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "cobble/recipe_io.h"
#include "core/simd_level.h"
#include "jobs/ground.h"
#include "jobs/metadata.h"
#include "output/sink/sink.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {
bool IsTileable(const Recipe& recipe, const Window& window) {
  const PictureSteps steps = StepsOf(recipe);
  return recipe.tiling && window.width % steps.x == 0 && window.height % steps.y == 0;
}

namespace {

// Returns the bits of each map if they differ.
std::vector<int> MapBitsOf(const PictureOutput& picture) {
  std::vector<int> bits;
  for (const PictureMap& map : picture.maps) bits.push_back(BitsOf(picture, map));
  return std::ranges::count(bits, picture.bits) == std::ssize(bits) ? std::vector<int>() : bits;
}

}  // namespace

PictureSpec SpecOf(const Program& program, const RenderPass& pass, const PictureOutput& picture,
                   const HeightRange& height) {
  const HeightRange range = RangeOf(program, picture.maps, height);
  PictureSpec spec;
  spec.path = picture.path;
  spec.memory = picture.memory;
  spec.format = picture.format;
  spec.maps = picture.maps;
  spec.bits = picture.bits;
  spec.width = pass.window.width;
  spec.height = pass.window.height;
  spec.x = pass.window.x;
  spec.y = pass.window.y;
  spec.repeats = IsTileable(program.recipe(), pass.window);
  Recipe shown = program.recipe();
  shown.flip = shown.flip || picture.bottom_up;
  spec.reverses_rows = shown.flip != program.recipe().flip;
  const Window window = spec.reverses_rows ? MirroredWindow(shown, pass.window) : pass.window;
  if (picture.metadata) {
    spec.metadata.recipe = WriteRecipeLine(shown);
    spec.metadata.output = WriteOutputMetadata({.maps = NamesOf(picture.maps),
                                                .format = picture.format,
                                                .bits = picture.bits,
                                                .map_bits = MapBitsOf(picture),
                                                .primaries = picture.primaries,
                                                .window = window,
                                                .engine = picture.engine},
                                               range);
  }
  if (!range.keep) {
    spec.low = range.low;
    spec.high = range.high;
  }
  spec.georeference =
      GeoreferenceOf(program.recipe(), pass.window, pass.anchor, picture.maps.front());
  spec.uvslopes_scale = static_cast<float>(program.recipe().bumpslopes.uvslopes_scale);
  spec.compression = picture.compression;
  spec.primaries = picture.primaries;
  spec.files = pass.files;
  spec.simd_target = FindSimdLevel(program.simd())->target;
  return spec;
}

void TidyFolders(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths)
    if (const Location place = Locate(path); !place.direct) folders.insert(FolderOf(place.target));
  for (const std::string& folder : folders) RemoveStaleTemporaries(folder);
}

PictureRun::PictureRun(const Program& program, const RenderPass& pass, const HeightRange& range)
    : program_(program), pass_(pass), range_(range) {
  for (const PictureOutput& picture : pass.pictures) {
    pictures_.push_back(OpenPicture(SpecOf(program, pass, picture, range)));
    bands_.push_back({picture.maps, pictures_.back().get()});
  }
  if (pass.has_checksum) bands_.push_back({{Map::kValue}, &checksum_.emplace(pass.window.width)});
}

BandReport PictureRun::Render(const RenderOptions& options) {
  RenderOptions run_options = options;
  run_options.window = pass_.window;
  run_options.threads = pass_.threads;
  BandReport report = RenderBands(program_, range_, run_options, bands_);
  for (std::size_t k = 0; k < pictures_.size(); ++k) {
    pictures_[k]->Finish();
    report.clamped_samples[k] += pictures_[k]->clamped_samples();
  }
  return report;
}

void PictureRun::Commit() {
  for (const auto& picture : pictures_) picture->Commit();
}

}  // namespace cobble
