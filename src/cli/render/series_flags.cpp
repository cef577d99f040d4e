// Implements SeriesFlags.
#include "cli/render/series_flags.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cli/line/flag_values.h"
#include "core/numbers.h"
#include "core/suggest.h"

namespace cobble {
namespace {

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

// Parses a number of frames. For "FIRST..LAST", the hint has the number.
int FramesValue(const std::string& text) {
  for (const std::string_view between : {"..", "-", ":"}) {
    const std::size_t end = text.find(between, 1);
    if (end == std::string::npos) continue;
    const auto first = ParseInteger(text.substr(0, end)),
               last = ParseInteger(text.substr(end + between.size()));
    if (first && last && *first >= 0 && *last >= *first)
      throw Error(ErrorKind::kUsage, "--frames", "is how many frames there are, not which",
                  fmt::format("use --frames {} --frame-start {}", *last - *first + 1, *first));
  }
  return static_cast<int>(WholeValue("--frames", text, 1, kMaxFrames));
}

}  // namespace

void SeriesFlags::AddVary(CommandLine* line, const std::string& help) {
  line->Add({{"--vary", "PATH=VALUES"},
             help,
             {.brief = "render each value of a key: --vary seed=1..16",
              .is_main = true,
              .repeats = true,
              .kind = ValueKind::kKey}},
            [this](const std::string& text) { series_.vary.push_back(ParseVariedKey(text)); });
}

void SeriesFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Many pictures", kPictureFiles);
  AddVary(line,
          "render one picture for each value of a key, as in seed=1..16 or noise.frequency=2,4,8; "
          "several render all combinations; {PATH} in FILE is the value; overrides --set");
  line->Add({{"--frames", "N"},
             "render a seamless loop of N frames, through one period of z; {frame} in FILE is the "
             "frame's number, {frame:04} with four digits"},
            [this](const std::string& text) { series_.frames = FramesValue(text); });
  line->AddWhole(
      {{"--frame-start", "N"},
       "number of the first frame (default 0)",
       {.needs = {"--frames", "N"}, .excludes = {{"--sprites", "a sheet has no numbers"}}}},
      &series_.frame_start, 0, kMaxFrameStart);
  line->Add({{"--sprites", "CxR"},
             "put the frames of a loop into one picture of C columns and R rows",
             {.excludes = {{"--tiles"}, {"--checksum"}, {"--for", "use --frames alone"}}}},
            [this](const std::string& text) {
              const TileGrid grid = GridValue("--sprites", text);
              series_.sprites = SpriteGrid{grid.columns, grid.rows};
            });
  line->Add({{"--tiles", "CxR"},
             "cut the picture into C x R files, NAME_x0_y0.png and so on; {x} and {y} in FILE are "
             "the tile's column and row, {udim} is its number from 1001, from the lower left up"},
            [this](const std::string& text) { series_.tiles = GridValue("--tiles", text); });
  line->AddWhole({{"--overlap", "N"},
                  "pixels that neighbouring tiles share: 0 (default) or 1",
                  {.needs = {"--tiles", "CxR"}}},
                 &overlap_, 0, 1);
  line->AddText({{"--vrt", "FILE"},
                 "also write a GDAL virtual dataset, so that GDAL and QGIS open the tiles as one "
                 "raster; with a world, it has the pixel scale (see --georeference)",
                 {.kind = ValueKind::kFile,
                  .needs = {"--tiles", "CxR"},
                  .excludes = {{"--vary"}, {"--frames"}, {"--for"}}}},
                &vrt_);
}

Series SeriesFlags::series() const {
  Series series = series_;
  if (overlap_) series.tiles->overlap = *overlap_;
  return series;
}

std::optional<std::size_t> SeriesFlags::VariationsPerValue() const {
  const auto& vary = series_.vary;
  if (vary.size() < 2) return std::nullopt;
  std::size_t count = 1;
  for (std::size_t k = 1; k < vary.size(); ++k) count *= vary[k].values.size();
  return count;
}

}  // namespace cobble
