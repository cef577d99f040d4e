// Renders and writes the pictures of a job.
#include "jobs/picture_run.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <set>

#include "core/simd_level.h"
#include "jobs/ground.h"
#include "jobs/metadata.h"
#include "output/sink/sink.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/json/json.h"
#include "recipe/writing/recipe_tree.h"

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

bool HasNodesByRange(const PictureOutput& picture) {
  return std::ranges::any_of(picture.maps, [](const PictureMap& map) {
    return map.IsNumberNode() && map.Source().scale == NodeScale::kRange;
  });
}

// Returns the text of a program's recipe, which may be flipped, for its pictures to record.
// Writing it takes as long as compiling it, so pictures and tiles share it.
std::string RecordOf(const Program& program, const Recipe& shown) {
  Program::Impl::Records& records = *program.impl().records;
  const std::lock_guard lock(records.mutex);
  std::string& text = records.texts[shown.flip ? 1 : 0];
  if (text.empty()) text = WriteJsonLine(RecipeTree(shown));  // compiling checked it
  return text;
}

}  // namespace

PictureSpec SpecOf(const Program& program, const Job& job, const PictureOutput& picture,
                   const HeightRange& height) {
  const HeightRange range = RangeOf(program, picture.maps, height);
  PictureSpec spec;
  spec.path = picture.path;
  spec.memory = picture.memory;
  spec.format = picture.format;
  spec.maps = StoredMaps(picture);
  spec.bits = picture.bits;
  spec.width = job.window.width;
  spec.height = job.window.height;
  spec.x = job.window.x;
  spec.y = job.window.y;
  spec.repeats = IsTileable(program.recipe(), job.window);
  Recipe shown = program.recipe();
  shown.flip = shown.flip || picture.bottom_up;
  spec.reverses_rows = shown.flip != program.recipe().flip;
  const Window window = spec.reverses_rows ? MirroredWindow(shown, job.window) : job.window;
  if (picture.metadata) {
    spec.metadata.recipe = RecordOf(program, shown);
    spec.metadata.output = WriteOutputMetadata({.maps = NamesOf(picture.maps),
                                                .format = picture.format,
                                                .bits = picture.bits,
                                                .map_bits = MapBitsOf(picture),
                                                .primaries = picture.primaries,
                                                .window = window,
                                                .elevation = picture.elevation,
                                                .engine = picture.engine,
                                                .nodes_by_range = HasNodesByRange(picture)},
                                               range);
  }
  if (!range.keep) {
    spec.low = range.low;
    spec.high = range.high;
  }
  spec.georeference = GeoreferenceOf(program.recipe(), job.window, job.anchor, picture.maps.front(),
                                     Bounds{height.low, height.high});
  spec.uvslopes_scale = static_cast<float>(program.recipe().bumpslopes.uvslopes_scale);
  spec.compression = picture.compression;
  spec.primaries = picture.primaries;
  spec.files = job.files;
  spec.simd_target = FindSimdLevel(program.simd())->target;
  return spec;
}

void TidyFolders(const std::vector<std::string>& paths) {
  std::set<std::string> folders;
  for (const std::string& path : paths)
    if (const Location place = Locate(path); !place.direct) folders.insert(FolderOf(place.target));
  for (const std::string& folder : folders) RemoveStaleTemporaries(folder);
}

PictureRun::PictureRun(const Program& program, const Job& job, const HeightRange& range)
    : program_(program), job_(job), range_(range) {
  for (const PictureOutput& picture : job.pictures) {
    pictures_.push_back(OpenPicture(SpecOf(program, job, picture, range)));
    BandSink* sink = pictures_.back().get();
    if (picture.elevation)
      sink =
          encoders_.emplace_back(EncodeTerrain(*picture.elevation, *sink, job.window.width)).get();
    bands_.push_back({picture.maps, sink});
  }
  if (job.has_checksum) bands_.push_back({{Map::kValue}, &checksum_.emplace(job.window.width)});
}

BandReport PictureRun::Render(const RenderOptions& options) {
  RenderOptions run_options = options;
  run_options.window = job_.window;
  run_options.threads = job_.threads;
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
