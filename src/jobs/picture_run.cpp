// Renders and writes the pictures of a job.
#include "jobs/picture_run.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <mutex>
#include <set>
#include <span>
#include <vector>

#include "core/simd_level.h"
#include "core/size.h"
#include "jobs/ground.h"
#include "jobs/metadata.h"
#include "output/quantize.h"
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

// Finds the lowest and the highest sample of a map with one channel.
class BoundsSink final : public BandSink {
 public:
  BoundsSink(int64_t width, int64_t simd_target, Bounds* bounds)
      : row_(Size(width).bytes()), simd_target_(simd_target), bounds_(*bounds) {}

  RowFormat row_format() const override {
    const SampleCoding floats{.bits = 32, .is_float = true};
    return {.channels = 1, .sample_bytes = 4, .quantize = SelectQuantize(floats, simd_target_)};
  }

  void Write(const Band& band, const Chunk&) override {
    for (int64_t j = 0; j < band.rows; ++j) {
      std::memcpy(row_.data(), band.data + static_cast<std::size_t>(j) * band.stride,
                  std::span(row_).size_bytes());
      const auto [low, high] = std::ranges::minmax(row_);
      const bool is_first = band.first_row + j == 0;
      bounds_.low = is_first ? low : std::min(bounds_.low, double{low});
      bounds_.high = is_first ? high : std::max(bounds_.high, double{high});
    }
  }

 private:
  std::vector<float> row_;
  int64_t simd_target_;
  Bounds& bounds_;
};

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
  for (const PictureOutput& picture : job.pictures)
    if (picture.samples)
      bands_.push_back(
          {{picture.maps.front()},
           bounds_
               .emplace_back(std::make_unique<BoundsSink>(
                   job.window.width, FindSimdLevel(program.simd())->target, picture.samples.get()))
               .get()});
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
