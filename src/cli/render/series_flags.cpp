// Implements SeriesFlags.
#include "cli/render/series_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/line/flag_values.h"
#include "cobble/recipe_io.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/key_paths.h"
#include "recipe/json/json.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

constexpr int kMaxFrames = 100'000;
constexpr int64_t kMaxTilesASide = 65'536;

// Parses "8x4" or "8", which is 8x8.
TileGrid GridValue(const std::string& flag, std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto columns = ParseInteger(text.substr(0, cross));
  const auto rows =
      cross == std::string_view::npos ? columns : ParseInteger(text.substr(cross + 1));
  const auto is_count = [](const auto& n) { return n && *n >= 1 && *n <= kMaxTilesASide; };
  if (!is_count(columns) || !is_count(rows))
    throw Error(ErrorKind::kUsage, flag,
                fmt::format("must be COLUMNSxROWS, each from 1 to {}, got {}", kMaxTilesASide,
                            Quoted(text)),
                "as in " + flag + " 8x8");
  return {*columns, *rows, 0};
}

// Completes a path that leads to a key of the recipe.
std::string FullPath(const std::string& path, const Json& recipe) {
  if (!NeedsCompletion(path)) return path;
  const auto paths = CompletePaths(path, recipe);
  return paths.empty() ? path : paths.front().path;
}

}  // namespace

const RecipeOptions::Setting* SettingAt(const SeriesItem& item, const Issue& issue) {
  for (const RecipeOptions::Setting& setting : item.settings)
    if (Shown(setting.origin) == issue.origin) return &setting;
  return nullptr;
}

LoadedRecipe ResolveItem(const RecipeOptions& options, const std::optional<Input>& input,
                         const SeriesItem& item, const Engine* engine) try {
  return options.Resolve(input, item.settings, engine);
} catch (const Error& error) {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues) {
    const RecipeOptions::Setting* const setting = SettingAt(item, issue);
    if (!setting) continue;
    if (issue.wants_list && issue.hint.empty())
      issue.hint = "write lists in brackets, as in " + Shown(setting->path) + "=[0,1]";
    issue.is_varied = true;
  }
  throw Error(error.kind(), std::move(issues));
}

void SeriesFlags::AddVary(CommandLine* line, const std::string& help) {
  line->Add({"--vary PATH=VALUES",
             help,
             {.brief = "render each value of a key: --vary seed=1..16",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kKey,
              .tasks = kPictures}},
            [this](const std::string& text) {
              vary_.push_back(ParseVariedKey(text, {"vary", Shown(text)}));
            });
}

void SeriesFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Many pictures", kPictures);
  AddVary(line,
          "render one picture for each value of a key, as in seed=1..16 or noise.frequency=2,4,8; "
          "several render all combinations; {PATH} in FILE is the value; overrides --set");
  line->AddWhole({"--frames N",
                  "render a seamless loop of N frames, through one period of z; {frame} in FILE is "
                  "the frame's number, from 0"},
                 &frames_, 1, kMaxFrames);
  line->Add({"--sprites CxR",
             "put the frames of a loop into one picture of C columns and R rows",
             {.excludes = {{"--tiles"}, {"--checksum"}, {"--for", "use --frames alone"}}}},
            [this](const std::string& text) { sprites_ = GridValue("--sprites", text); });
  line->Add({"--tiles CxR",
             "cut the picture into C x R files, NAME_x0_y0.png and so on; {x} and {y} in "
             "FILE are the tile's column and row"},
            [this](const std::string& text) { tiles_ = GridValue("--tiles", text); });
  line->AddWhole({"--overlap N",
                  "pixels that neighbouring tiles share: 0 (default) or 1",
                  {.needs = "--tiles CxR"}},
                 &overlap_, 0, 1);
  line->AddText({"--vrt FILE",
                 "also write a GDAL virtual dataset, as which GDAL and QGIS open the tiles "
                 "as one raster, without georeference",
                 {.kind = ValueKind::kFile,
                  .needs = "--tiles CxR",
                  .excludes = {{"--vary"}, {"--frames"}, {"--for"}}}},
                &vrt_);
}

void SeriesFlags::Check() {
  if (overlap_) tiles_->overlap = *overlap_;
  if (!sprites_) return;
  const int64_t cells = sprites_->columns * sprites_->rows;
  const std::string grid = fmt::format("{}x{}", sprites_->columns, sprites_->rows);
  if (cells > kMaxFrames)
    throw Error(ErrorKind::kLimit, "--sprites",
                fmt::format("{} exceeds the limit of {} frames", grid, kMaxFrames));
  if (frames_ == 0) frames_ = static_cast<int>(cells);
  if (frames_ != cells)
    throw Error(ErrorKind::kUsage, "--sprites",
                fmt::format("{} has room for {} frame{}, but --frames is {}", grid, cells,
                            cells == 1 ? "" : "s", frames_),
                "the numbers must agree; --sprites alone sets both");
}

std::optional<std::size_t> SeriesFlags::VariationsPerValue() const {
  if (vary_.size() < 2) return std::nullopt;
  std::size_t count = 1;
  for (std::size_t k = 1; k < vary_.size(); ++k) count *= vary_[k].values.size();
  return count;
}

std::vector<std::string> SeriesFlags::PlaceholderNames() const {
  std::vector<std::string> names;
  for (const VariedKey& key : vary_) names.push_back(key.path);
  if (frames_ > 0 && !sprites_) names.emplace_back("frame");
  if (tiles_) names.insert(names.end(), {"x", "y"});
  return names;
}

std::vector<SeriesItem> SeriesFlags::Items() const {
  std::vector<SeriesItem> items;
  for (const Variation& variation : Product(vary_)) {
    SeriesItem& item = items.emplace_back();
    item.loop = items.size() - 1;
    item.names = variation.names;
    for (std::size_t k = 0; k < vary_.size(); ++k) {
      const std::string text = vary_[k].path + '=' + variation.values[k];
      item.settings.push_back({vary_[k].path, variation.values[k], "--vary " + text});
      item.variation += (k > 0 ? " " : "") + text;
    }
    item.label = item.variation;
  }
  return items;
}

// A key that is varied before the whole that contains it would have no effect.
void SeriesFlags::CheckKeys(const Recipe& recipe) const {
  if (vary_.size() < 2) return;
  Faults none;
  const auto root = ParseJson(WriteRecipe(recipe), std::make_shared<const Source>(), &none);
  std::vector<std::vector<std::string>> keys;
  for (const VariedKey& varied : vary_) {
    const std::string& path = varied.path;
    auto mine = KeysOfPath(FullPath(path, *root));
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const auto& other = keys[k];
      if (other.size() < mine.size() || !std::equal(mine.begin(), mine.end(), other.begin()))
        continue;
      if (other.size() == mine.size())
        throw Error(ErrorKind::kUsage, "--vary " + Shown(path),
                    path == vary_[k].path ? "is given more than once"
                                          : "is the same key as " + Shown(vary_[k].path),
                    "list all of its values together");
      throw Error(ErrorKind::kUsage, "--vary " + Shown(path),
                  "replaces what --vary " + Shown(vary_[k].path) + " sets", "write it first");
    }
    keys.push_back(std::move(mine));
  }
}

// A recipe in which all keys are written says that it is no loop; only flags contradict --frames.
std::vector<SeriesItem> SeriesFlags::FramesOf(const SeriesItem& item, const Recipe& recipe) const {
  std::vector<SeriesItem> frames;
  const std::string origin = sprites_ ? "--sprites" : "--frames";
  const auto loop = recipe.origins.find("/loop");
  if (!recipe.loop && loop != recipe.origins.end() && loop->second.is_flag)
    throw FaultAt(recipe, "/loop", "is false, but " + origin + " makes a loop");
  const std::size_t digits = fmt::format("{}", frames_ - 1).size();
  for (int frame = 0; frame < frames_; ++frame) {
    SeriesItem& one = frames.emplace_back(item);
    const double slice = recipe.domain.slice + static_cast<double>(frame) / frames_;
    one.settings.push_back({"domain.slice", Shortest(slice), origin});
    one.settings.push_back({"loop", "true", origin});
    one.names["frame"] = fmt::format("{:0{}}", frame, digits);
    one.label += fmt::format("{}frame {}", one.label.empty() ? "" : " ", frame);
    one.frame = frame;
  }
  return frames;
}

}  // namespace cobble
