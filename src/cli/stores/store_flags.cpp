// Implements the flags of stores and the commands of shards.
#include "cli/stores/store_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "cli/line/flag.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/image_warnings.h"
#include "jobs/run_warnings.h"
#include "jobs/series/name_template.h"
#include "output/zarr/chunk.h"
#include "platform/path.h"
#include "platform/shell_words.h"
#include "stores/store_images.h"
#include "stores/store_program.h"
#include "stores/tile_names.h"

namespace cobble {
namespace {

constexpr int64_t kDefaultChunk = 1024, kDefaultTile = 256;

constexpr std::string_view kTileSchemes[] = {
    kStoreKinds[static_cast<std::size_t>(StoreKind::kXyz)]};

constexpr std::string_view kZarrVersions[] = {"2", "3"};

// Accepts HTTP addresses, without what a server would read as a query.
std::string UrlValue(const std::string& flag, const std::string& text) {
  const bool has_scheme = text.starts_with("https://") || text.starts_with("http://");
  const bool has_host = has_scheme && text.size() > text.find("//") + 2;
  const bool has_other =
      text.find_first_of("{}?# \\\"<>") != std::string::npos || !IsPrintable(text);
  if (!has_host || has_other)
    throw Error(
        ErrorKind::kUsage, flag,
        (has_host ? "must not contain spaces, quotation marks or any of ? # \\ { } < >, got "
                  : "must start with http:// or https:// and a host, got ") +
            Quoted(text),
        "as in " + flag + " https://example.org/xyz");
  return text;
}

// Parses "17/4096".
std::pair<int64_t, int64_t> ShardValue(const std::string& flag, std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto number = ParseInteger(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : ParseInteger(text.substr(slash + 1));
  if (!number || !count || *count < 1 || *number < 1 || *number > *count)
    Refuse(flag, "must be NUMBER/COUNT with NUMBER from 1 to COUNT, got " + Quoted(text),
           "as in " + flag + " 1/16");
  return {*number, *count};
}

// Parses "50m", "1h30m", "90s" or "90", in seconds.
double DurationValue(const std::string& flag, const std::string& text) {
  constexpr double kSeconds[] = {1, 60, 3600};
  const std::string whole = ParseNumber(text) ? text + 's' : text;
  std::string_view rest = whole;
  double seconds = 0;
  do {
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789."), rest.size());
    const auto number = ParseNumber(rest.substr(0, digits));
    const std::size_t unit = std::string_view("smh").find(rest.substr(digits, 1));
    if (!number || digits == rest.size() || unit == rest.npos)
      Refuse(flag, "must be a time, got " + Quoted(text), "as in " + flag + " 50m, 90s or 1h30m");
    rest.remove_prefix(digits + 1);
    seconds += *number * kSeconds[unit];
  } while (!rest.empty());
  if (seconds == 0) Refuse(flag, "must be more than 0");
  return seconds;
}

// Returns the maps of the pictures, which must have one path.
std::vector<StoreMap> MapsOfStore(std::span<const PictureOutput> pictures) {
  const PictureOutput& first = pictures.front();
  std::vector<StoreMap> maps;
  for (const PictureOutput& picture : pictures) {
    if (picture.path != first.path)
      throw picture.label.Fault(ErrorKind::kUsage,
                                "is a different file from -o " + first.label.value,
                                "write all maps to one store, or run cobble once for each");
    for (const PictureMap& map : picture.maps) {
      if (map.is_mipmapped)
        throw picture.label.Fault(ErrorKind::kUsage, "a store cannot hold the map " + map.name);
      const auto has_name = [&](const StoreMap& other) { return other.map.name == map.name; };
      if (std::ranges::any_of(maps, has_name))
        throw picture.label.Fault(ErrorKind::kUsage, "has the map " + map.name + " twice");
      maps.push_back({map, picture.bits});
    }
  }
  return maps;
}

int64_t DefaultChunk(const StorePlan& plan) {
  if (plan.kind == StoreKind::kXyz) return kDefaultTile;
  const int64_t side = std::max(plan.recipe.width, plan.recipe.height);
  return std::min(kDefaultChunk, side + side % 2);
}

}  // namespace

void StoreFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Stores (-o NAME.zarr, or --tile-scheme)", kNewStore);
  const bool plans = line->destinations() == kPlans;
  line->AddWhole(
      {{"--chunk", "N"},
       "side of a chunk in pixels (default 1024, or less for a small picture); for xyz "
       "tiles, 256 (default) or 512",
       {.brief = "side of a chunk in pixels (default 1024; for tiles 256)", .is_main = plans}},
      &chunk_, 1, kMaxChunkSide);
  line->AddWhole({{"--levels", "N"},
                  "add N coarser levels, each the 2 x 2 mean of the one below (default 0; "
                  "for xyz tiles, all down to one tile)",
                  {.brief = "add N coarser levels, each half the size", .is_main = plans}},
                 &levels_, 0, kMaxCoarseLevels);
  line->AddChoice({{"--zarr", "VERSION"},
                   "version of the Zarr format of NAME.zarr: 2 (default) or 3",
                   {.excludes = {{"--tile-scheme"}}}},
                  kZarrVersions, [this](std::size_t version) {
                    zarr_ = version == 0 ? StoreKind::kZarr : StoreKind::kZarr3;
                  });
  line->AddChoice({{"--tile-scheme", "NAME"}, "write XYZ tiles, -o \"DIR/{z}/{x}/{y}.png\": xyz"},
                  kTileSchemes, [this](std::size_t) { xyz_ = true; });
  line->Add(
      {{"--base-url", "URL"},
       "address where the folder of xyz tiles is served: tiles.json then holds full addresses, "
       "as MapLibre's sources need",
       {.brief = "address of the tiles, for tiles.json", .needs = {"--tile-scheme", "xyz"}}},
      [this](const std::string& text) { base_url_ = UrlValue("--base-url", text); });
  if (!plans) return;
  line->BeginGroup("Plan", kNewPlan);
  line->AddWhole({{"--shards", "N"},
                  "number of parts (default: one for every 2^28 pixels)",
                  {.is_main = true}},
                 &shards_, 1, kMaxChunks);
}

bool StoreFlags::IsStore(std::span<const PictureRequest> requests) const {
  const bool has_zarr = std::ranges::any_of(requests, &IsZarrPath, &PictureRequest::path);
  if (has_zarr && xyz_) Refuse("--tile-scheme", "is mutually exclusive with -o NAME.zarr");
  for (const PictureRequest& request : requests) {
    if (xyz_) SplitTilePath(request.path, "-o " + request.label.value);
    if (!xyz_ && HasTilePlaceholders(request.path))
      Refuse("-o " + Shown(request.path), "has the placeholders of xyz tiles",
             "add --tile-scheme xyz");
  }
  return has_zarr || xyz_;
}

StoreRequest StoreFlags::RequestFor(const Recipe& recipe,
                                    std::span<const PictureOutput> pictures) const {
  const PictureOutput& first = pictures.front();
  if (!IsPrintable(first.path))
    throw first.label.Fault(ErrorKind::kUsage, "has characters that are not printable",
                            "choose another name");
  StoreRequest request;
  StorePlan& plan = request.plan;
  plan.maps = MapsOfStore(pictures);
  plan.recipe = recipe;
  plan.kind = zarr_;
  plan.compression = first.compression;
  request.folder = first.path;
  if (xyz_) SetTiles(first, &request);
  request.folder = PlainName(request.folder, first.label);
  plan.chunk = chunk_.value_or(DefaultChunk(plan));
  plan.levels = 0;
  plan.shards = shards_.value_or(1);
  request.has_shards = shards_.has_value();
  CheckStorePlan(plan);
  const int default_levels = xyz_ ? std::max(ZoomOf(plan, 0), 0) : 0;
  plan.levels = static_cast<int>(levels_.value_or(default_levels));
  CheckStorePlan(plan);
  return request;
}

void StoreFlags::SetTiles(const PictureOutput& picture, StoreRequest* request) const {
  StorePlan& plan = request->plan;
  plan.kind = StoreKind::kXyz;
  const auto [folder, name] = SplitTilePath(picture.path, "-o " + picture.label.value);
  request->folder = folder;
  plan.tile_name = name;
  plan.base_url = base_url_;
  if (plan.maps.size() > 1)
    throw picture.label.Fault(ErrorKind::kUsage, "xyz tiles hold one map",
                              "run cobble once for each map");
  plan.elevation = picture.elevation;
}

void ShardFlags::AddTo(CommandLine* line) {
  const NeededFlag plan{"--plan", "DIR"};
  line->BeginGroup("Shards of a plan (see cobble plan)", kShard);
  line->AddText({{"--plan", "DIR"},
                 "render a part of a store that cobble plan made",
                 {.kind = ValueKind::kFolder}},
                &folder);
  line->Add({{"--shard", "I/N"},
             "which part, from 1/N to N/N; uses one thread unless --threads says otherwise",
             {.needs = plan}},
            [this](const std::string& text) { shard = ShardValue("--shard", text); });
  line->AddEnum({{"--stage", "NAME"},
                 "which stage of the plan: range, render (default) or pyramid",
                 {.needs = plan}},
                kStoreStages, &stage);
  line->Add({{"--deadline", "TIME"},
             "stop before the next chunk after this time, as in 50m, with status 75: the "
             "same command continues",
             {.needs = plan}},
            [this](const std::string& text) { deadline = DurationValue("--deadline", text); });
  line->AddSwitch({"--resume",
                   "skip chunks that are whole (default), or write them again",
                   {.negation = "--no-resume", .needs = plan}},
                  &resume);
}

void ShardFlags::Check(std::span<const std::string> positionals) const {
  if (!resume && deadline)
    Refuse("--no-resume", "is mutually exclusive with --deadline",
           "a repeated command would start again");
  if (!positionals.empty())
    Refuse("", "unexpected argument " + Quoted(positionals.front()), "--plan DIR has the recipe");
  if (!shard)
    Refuse("--plan", "needs --shard I/N",
           "cobble plan " + StoreWordOrDir(folder) + " --stage render prints the commands");
}

int64_t ShardFlags::ShardOf(const StorePlan& plan) const {
  if (shard->second != plan.shards)
    Refuse("--shard",
           fmt::format("{}/{} is not in this plan, which has {}", shard->first, shard->second,
                       CountText(plan.shards, "shard")),
           "cobble plan " + StoreWordOrDir(folder) + " prints its commands");
  return shard->first - 1;
}

std::string StoreWord(const std::string& store, ShellKind shell) {
  if (!IsPrintable(store))
    Refuse(Shown(store),
           "its name has characters that are not printable, so no commands are printed",
           "rename it");
  return ShellWord(store.starts_with('-') ? "./" + store : store, shell);
}

std::string StoreWordOrDir(const std::string& store) {
  return IsPrintable(store) ? StoreWord(store) : "DIR";
}

std::string RunWords(const RunFlags& run) {
  std::string words;
  if (run.has_threads) words += fmt::format(" --threads {}", run.threads);
  if (run.simd != RunFlags().simd) words += " --simd " + run.simd;
  if (run.no_sync) words += " --no-sync";
  return words;
}

std::string ShardCommand(const std::string& store, StoreStage stage, const ImageFlags& images,
                         const RunFlags& run, ShellKind shell) {
  std::string command = "cobble render --plan " + StoreWord(store, shell);
  if (stage != StoreStage::kRender) command += fmt::format(" --stage {}", NameOf(stage));
  if (ShowsImages(stage)) command += images.Words(shell);
  return command + RunWords(run);
}

// Tiles are squares, whatever shape the images have.
std::vector<Issue> ProgramWarnings(const Program& program, const StorePlan& plan) {
  const Window whole{0, 0, program.recipe().width, program.recipe().height};
  std::vector<Issue> warnings =
      PictureWarnings(program, whole, PicturesOf(plan), plan.kind != StoreKind::kXyz);
  std::ranges::move(FineImageWarning(program), std::back_inserter(warnings));
  return warnings;
}

}  // namespace cobble
