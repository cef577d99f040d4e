// Implements the flags of cobble render.
#include "cli/render/render_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "cli/line/flag.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/ground.h"
#include "jobs/sets/set_among.h"
#include "output/formats.h"
#include "platform/file.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::string_view kStoreHash = "cobble verify prints a hash of a store's pixels";

constexpr int kMaxBits = 64;  // sanity limit; each format checks its own

// Returns the length of "MAP[,MAP...]=", or 0. Text before the first "=" names maps unless a name
// other than "@/POINTER" contains '/' (on Windows also '\\' or a drive).
std::size_t MapsLength(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || RootLength(text) > 0) return 0;
  for (const std::string& name : SplitNames(text.substr(0, equals))) {
    if (name.starts_with("@/") || name.starts_with("invert:@/")) continue;
    if (!FolderOf(name).empty()) return 0;
  }
  return equals + 1;
}

std::pair<double, double> MetresValue(const std::string& flag, std::string_view text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const auto low = ParseNumber(text.substr(0, comma));
  const auto high = ParseNumber(text.substr(std::min(comma + 1, text.size())));
  if (!low || !high)
    Refuse(flag, "must be LOW,HIGH in metres, got " + Quoted(text), "as in " + flag + " 0,2500");
  return {*low, *high};
}

// Returns the outputs that `text` lists although -o takes one: "color=a.png" and "normal=b.png". A
// file ends at a comma if both it and the next one have the suffix of a format.
std::vector<std::string> FilesIn(const std::string& text) {
  std::vector<std::string> files;
  std::size_t begin = 0;
  for (std::size_t comma = 0; (comma = text.find(',', comma + 1)) != std::string::npos;) {
    const std::string next = text.substr(comma + 1, text.find(',', comma + 1) - comma - 1);
    const std::string rest = text.substr(comma + 1);
    if (!FormatOfPath(text.substr(begin, comma - begin))) continue;
    if (!FormatOfPath(next) && MapsLength(rest) == 0) continue;
    files.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  files.push_back(text.substr(begin));
  return files;
}

std::vector<std::string> NamesOfBuiltInMaps() {
  const auto names = Names<Map>();
  return {names.begin(), names.end()};
}

// Parses "8x4" or "8", which is 8x8.
TileGrid GridValue(const std::string& flag, std::string_view text) {
  const std::size_t cross = text.find('x');
  const auto columns = ParseInteger(text.substr(0, cross));
  const auto rows =
      cross == std::string_view::npos ? columns : ParseInteger(text.substr(cross + 1));
  const auto is_count = [](const auto& n) { return n && *n >= 1 && *n <= kMaxTilesASide; };
  if (!is_count(columns) || !is_count(rows))
    Refuse(flag,
           fmt::format("must be COLUMNSxROWS, each from 1 to {}, got {}", kMaxTilesASide,
                       Quoted(text)),
           "as in " + flag + " 8x8");
  return {*columns, *rows, 0};
}

// Parses a number of frames. For "FIRST..LAST", the hint has the number.
int FramesValue(const std::string& text) {
  for (const std::string_view between : {"..", "-", ":"}) {
    const std::size_t end = text.find(between, 1);
    if (end == std::string::npos) continue;
    const auto first = ParseInteger(text.substr(0, end)),
               last = ParseInteger(text.substr(end + between.size()));
    if (first && last && *first >= 0 && *last >= *first)
      Refuse("--frames", "is how many frames there are, not which",
             fmt::format("use --frames {} --frame-start {}", *last - *first + 1, *first));
  }
  return static_cast<int>(WholeValue("--frames", text, 1, kMaxFrames));
}

constexpr int64_t kMaxThreads = 4096;
constexpr int64_t kMaxPixels = int64_t{1} << 62;

}  // namespace

// --- Outputs ---

void OutputOptions::AddTo(CommandLine* line) {
  line->BeginGroup("Output");
  const bool plans = line->destinations() == kPlans;
  AddOutput(line);
  line->Add({{"--bits", "[MAP=]N"},
             "bits per channel, for all outputs or for one map; several, as in color=16,height=32",
             {.brief = "bits per channel: 8, 16 or 32",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kMap,
              .choices = NamesOfBuiltInMaps(),
              .numbers = {"8", "16", "32"},
              .excludes = {{"--terrain", "its colours have 24 bits"}}}},
            [this](const std::string& text) {
              for (const std::string& each : SplitNames(text)) AddBits(each);
            });
  line->AddEnum({{"--compression", "NAME"},
                 plans ? "compression of chunks: fast (default), small (smaller files, many times "
                         "slower) or none (Zarr only)"
                       : fmt::format("compression of {}: fast (default), or small (smaller files, "
                                     "many times slower); for EXR also zip, zips (each line alone) "
                                     "or none; for Zarr also none",
                                     CompressingFormats())},
                plans ? std::span<const std::string_view>(kStoreCompressions) : kCompressions,
                &settings.compression);
  AddTerrain(line);
  line->BeginGroup("Output", kPictureFiles);
  line->AddChoice({{"--format", "NAME"},
                   fmt::format("format for outputs without a known suffix: {}; {} is r8, r16 or "
                               "r32, depending on the bits",
                               fmt::join(FormatNames(), ", "), FormatNames().back())},
                  FormatNames(), [this](std::size_t format) {
                    settings.is_raw = format == Formats().size();
                    settings.format = settings.is_raw ? nullptr : &Formats()[format];
                  });
  line->AddEnum({{"--primaries", "NAME"},
                 "primaries of colours in EXR files: rec709 (default, as in sRGB) or acescg"},
                kPrimaries, &settings.primaries);
  line->AddSwitch(
      {"--no-metadata", "do not record the recipe in pictures; cobble cannot render them again"},
      &settings.no_metadata);
  AddEngine(line);
}

void OutputOptions::AddTerrain(CommandLine* line) {
  line->AddEnum({{"--terrain", "NAME"},
                 fmt::format("encode the height in PNG files and xyz tiles as metres in 24 bits, "
                             "for maps with terrain: {}",
                             fmt::join(kTerrainCodes, ", ")),
                 {.brief = "encode the height in PNG files as metres"}},
                kTerrainCodes, &settings.terrain);
  line->Add(
      {{"--elevation", "LOW,HIGH"},
       "metres at heights 0 and 1, needed by --terrain unless the recipe has a world; LOW "
       "may be above HIGH",
       {.separator = ',', .needs = {"--terrain", "NAME"}}},
      [this](const std::string& text) { settings.elevation = MetresValue("--elevation", text); });
}

void OutputOptions::AddEngine(CommandLine* line) {
  const auto names = RowNames(EngineSpecs());
  line->AddChoice({{"--for", "ENGINE"},
                   fmt::format("write all files that an engine imports, named after -o DIR/NAME: "
                               "{} (cobble list engines)",
                               fmt::join(names, ", ")),
                   {.brief = "write a whole set of files for an engine (cobble list engines)",
                    .is_main = true,
                    .option = "engine"}},
                  names, [this](std::size_t index) { engine = &EngineSpecs()[index]; });
  line->AddSwitch({"--mtlx",
                   "with --for: also write MaterialX materials, NAME.mtlx and NAME_openpbr.mtlx",
                   {.brief = "also write a MaterialX material",
                    .needs = {"--for", "ENGINE"},
                    .option = "materialx"}},
                  &materialx);
}

void OutputOptions::AddOutput(CommandLine* line) {
  const bool plans = line->destinations() == kPlans;
  line->Add(
      {{"-o", "[MAP[,MAP...]=]FILE"},
       plans ? "the store to make: NAME.zarr or, with --tile-scheme, "
               "\"DIR/{z}/{x}/{y}.png\"; MAP is a map as in cobble render (default: height, "
               "or the maps of PICTURE)"
             : fmt::format("write a picture, or a store (NAME.zarr); MAP is one of {}, a "
                           "map or pack of the recipe, @NODE or @/POINTER (default: height, or "
                           "the maps of PICTURE), or a channel of one, as in normal.y; invert: "
                           "inverts a single channel; use - for standard output",
                           fmt::join(Names<Map>(), ", ")),
       {.alias = "--output",
        .brief = plans ? "the store, which may hold several maps"
                       : "write a picture: -o a.png, -o normal=a_n.png; - for standard output",
        .is_main = true,
        .repeats = true,
        .kind = ValueKind::kMapFile,
        .choices = NamesOfBuiltInMaps(),
        .option = "path"}},
      [this](const std::string& text) { AddRequest(text); });
}

void OutputOptions::AddRequest(const std::string& text) {
  PictureRequest request{.label = {"path", Shown(text)}, .path = text, .maps = {}};
  if (const auto files = FilesIn(text); files.size() > 1)
    throw request.label.Fault(ErrorKind::kUsage,
                              "takes one file, not " + std::to_string(files.size()),
                              fmt::format("write -o {}", fmt::join(files, " -o ")));
  CheckDrive(request.label, text);
  const std::size_t length = MapsLength(text);
  if (length > 0) request.maps = SplitNames(text.substr(0, length - 1));
  for (auto map = request.maps.begin(); map != request.maps.end(); ++map)
    if (std::find(request.maps.begin(), map, *map) != map)
      throw request.label.Fault(ErrorKind::kUsage, "names " + Quoted(*map) + " twice");
  request.path = text.substr(length);
  const auto has_dot = [](const std::string& map) { return map.find('.') != map.npos; };
  if (std::ranges::any_of(request.maps, has_dot)) request.whole = text;
  if (request.path.empty()) throw request.label.Fault(ErrorKind::kUsage, "has no file name");
  requests.push_back(std::move(request));
}

void OutputOptions::AddBits(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool has_map = equals != std::string::npos;
  const std::string number = has_map ? text.substr(equals + 1) : text;
  if (equals == 0)
    Refuse("--bits " + Shown(text),
           "names no map before =", "write --bits " + Shown(number) + " for all maps");
  const auto given = ParseWhole(number);
  if (!given || *given < 1 || *given > kMaxBits)
    Refuse("--bits", "must be 8, 16 or 32, got " + Quoted(number));
  const auto bits = static_cast<int>(*given);
  settings.bits.push_back({has_map ? text.substr(0, equals) : "", bits});
}

void OutputOptions::RefuseSeparateFiles(const std::vector<std::string>& positionals) const {
  for (const std::string& path : positionals)
    if (requests.empty() && FormatOfPath(path) && !file::Exists(path))
      Refuse("", "no output given, and no file is called " + Quoted(path),
             "to write it, use -o " + Shown(path));
  for (const PictureRequest& request : requests) {
    if (!request.maps.empty() || !NamesBuiltInMaps(request.path)) continue;
    for (const std::string& path : positionals)
      if (FormatOfPath(path) && !file::Exists(path))
        throw request.label.Fault(ErrorKind::kUsage, "names a map but no file",
                                  "write -o " + request.label.value + '=' + Shown(path));
  }
}

void OutputOptions::RequireAny() const {
  if (requests.empty()) Refuse("", "no output given", "specify one, as in -o NAME.png");
}

// --- Many pictures ---

void SeriesFlags::AddVary(CommandLine* line, const std::string& help) {
  line->Add({{"--vary", "PATH=VALUES"},
             help,
             {.brief = "render each value of a key: --vary seed=1..16",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kKey}},
            [this](const std::string& text) { given.vary.push_back(ParseVariedKey(text)); });
}

void SeriesFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Many pictures", kPictureFiles);
  AddVary(line,
          "render one picture for each value of a key, as in seed=1..16 or noise.frequency=2,4,8; "
          "several render all combinations; {PATH} in FILE is the value; overrides --set");
  line->Add({{"--frames", "N"},
             "render a seamless loop of N frames, through one period of z; {frame} in FILE is the "
             "frame's number, {frame:04} with four digits"},
            [this](const std::string& text) { given.frames = FramesValue(text); });
  line->AddWhole(
      {{"--frame-start", "N"},
       "number of the first frame (default 0)",
       {.needs = {"--frames", "N"}, .excludes = {{"--sprites", "a sheet has no numbers"}}}},
      &given.frame_start, 0, kMaxFrameStart);
  line->Add({{"--sprites", "CxR"},
             "put the frames of a loop into one picture of C columns and R rows",
             {.excludes = {{"--tiles"}, {"--checksum"}, {"--for", "use --frames alone"}}}},
            [this](const std::string& text) {
              const TileGrid grid = GridValue("--sprites", text);
              given.sprites = SpriteGrid{grid.columns, grid.rows};
            });
  line->Add({{"--tiles", "CxR"},
             "cut the picture into C x R files, NAME_x0_y0.png and so on; {x} and {y} in FILE are "
             "the tile's column and row, {udim} is its number from 1001, from the lower left up"},
            [this](const std::string& text) { given.tiles = GridValue("--tiles", text); });
  line->AddWhole({{"--overlap", "N"},
                  "pixels that neighbouring tiles share: 0 (default) or 1",
                  {.needs = {"--tiles", "CxR"}}},
                 &overlap, 0, 1);
  line->AddText({{"--vrt", "FILE"},
                 "also write a GDAL virtual dataset, so that GDAL and QGIS open the tiles as one "
                 "raster; with a world, it has the pixel scale (see --georeference)",
                 {.kind = ValueKind::kFile,
                  .needs = {"--tiles", "CxR"},
                  .excludes = {{"--vary"}, {"--frames"}, {"--for"}}}},
                &vrt);
}

Series SeriesFlags::series() const {
  Series series = given;
  if (overlap) series.tiles->overlap = *overlap;
  return series;
}

std::optional<std::size_t> SeriesFlags::VariationsPerValue() const {
  const auto& vary = given.vary;
  if (vary.size() < 2) return std::nullopt;
  std::size_t count = 1;
  for (std::size_t k = 1; k < vary.size(); ++k) count *= vary[k].values.size();
  return count;
}

// --- The run ---

void AddThreads(CommandLine* line, int* threads) {
  const bool plans = line->destinations() == kPlans;
  line->AddWhole(
      {{"--threads", "N"},
       plans ? "threads of each shard's command (default 1)"
             : "number of threads; 0 (default) for one per CPU available to the process"},
      threads, 0, kMaxThreads);
}

void AddLimits(CommandLine* line, Limits* limits) {
  const bool plans = line->destinations() == kPlans;
  const std::string what = plans ? "shards" : "pictures";
  line->AddWhole({{"--max-pixels", "N"},
                  fmt::format("refuse {} with more than N pixels (default {} = 2^34)", what,
                              limits->max_pixels)},
                 &limits->max_pixels, 1, kMaxPixels);
  line->Add({{"--max-cost", "N"},
             fmt::format("refuse {} that need more than N noise evaluations{} (default "
                         "{:.0e})",
                         plans ? "shards" : "recipes", plans ? "" : " in total", limits->max_cost)},
            [limits](const std::string& value) {
              limits->max_cost = NumberValue("--max-cost", value, 1, 1e30);
            });
}

void AddProgress(CommandLine* line, ProgressMeter::Mode* mode) {
  line->AddEnum({{"--progress", "WHEN"}, "show progress: auto (on a terminal), always or never"},
                ProgressMeter::kModes, mode);
}

void RunFlags::AddTo(CommandLine* line) {
  constexpr std::string_view kRun = "Run";
  line->BeginGroup(kRun, kPictureFiles);
  AddFileFlags(line);
  line->BeginGroup(kRun);
  AddLimits(line, &limits);
  const bool plans = line->destinations() == kPlans;
  line->AddSwitch(
      {"--dry-run",
       plans ? "print the estimate without writing any file"
             : "check everything and list the pictures or stores that would be written, with "
               "pixels, noise evaluations and bytes, but not the files beside them, such as "
               "sidecars; writes only --report",
       {.brief = plans ? "" : "check everything, and list what would be written", .is_main = true}},
      &dry_run);
  line->BeginGroup(kRun, kPictureFiles | kStore | kNewPlan);
  line->AddSwitch({"--mkdir", "make missing folders of outputs; a store always makes its own"},
                  &mkdir);
  line->BeginGroup(kRun, kPictureFiles | kStore | kShard);
  AddProgress(line, &progress);
  line->BeginGroup(kRun, kAnywhere);
  AddThreads(line, &threads);
  line->AddText(SimdFlag(), &simd);
  line->AddSwitch(NoSyncFlag(), &no_sync);
  line->AddSwitch({"--quiet",
                   plans ? "print errors only: no estimate, no warnings and no hints"
                         : "print errors only: no warnings, no hints and no progress",
                   {.brief = "print errors only", .is_main = true}},
                  &quiet);
}

void RunFlags::AddFileFlags(CommandLine* line) {
  line->Add({{"--window", "X,Y,WIDTH,HEIGHT"},
             "render only this rectangle; may lie partly or wholly outside the picture",
             {.brief = "render only this rectangle", .is_main = true, .separator = ','}},
            [this](const std::string& value) { window = WindowValue("--window", value); });
  line->Add(
      {{"--georeference", "EPSG:CODE,X,Y"},
       "for TIFF and --vrt: a projected coordinate system in metres or feet, and the position in "
       "it of the picture's upper left (the corner of a pixel, or a vertex); needs a world",
       {.brief = "where TIFF and --vrt are on the ground",
        .separator = ',',
        .excludes = {{"--sprites", "a sheet has no position"}}}},
      [this](const std::string& value) { anchor = ParseGroundAnchor(value); });
  line->AddText({{"--report", "FILE"},
                 "write a JSON report: times, noise evaluations per pixel, minimum, maximum, mean, "
                 "clamped samples; with --dry-run, what would be written, and total_evaluations",
                 {.kind = ValueKind::kFile,
                  .for_stores = "cobble plan prints the size and the cost of a store, and cobble "
                                "verify a hash of its pixels"}},
                &report);
  line->AddSwitch({"--checksum",
                   "print a 64-bit hash of the noise values and the name of each output; "
                   "with --dry-run, -o is optional",
                   {.for_stores = kStoreHash}},
                  &checksum);
  line->AddSwitch(
      {"--checksum-files",
       "print the SHA-256 of each picture's file, for sha256sum -c, but not of sidecars "
       "and other files beside it; the lines of --checksum then have a label, too",
       {.excludes = {{"--dry-run"}}, .for_stores = kStoreHash}},
      &checksum_files);
  line->AddSwitch({"--no-clobber", "refuse to replace existing files", {.is_main = true}},
                  &no_clobber);
  line->AddSwitch({"--if-changed",
                   "do not rewrite files whose bytes would not change; they keep their time, "
                   "and are named"},
                  &if_changed);
  line->AddText({{"--depfile", "FILE"},
                 "write the files that the pictures depend on, for make and ninja",
                 {.kind = ValueKind::kFile}},
                &depfile);
}

FlagSpec NoSyncFlag() {
  return {"--no-sync", "do not wait for the disk: a power failure may leave an empty file"};
}

}  // namespace cobble
