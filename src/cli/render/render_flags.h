// The flags of cobble render beside those of recipes and stores: what is written, how many
// pictures, and how they are rendered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/terminal/progress.h"
#include "cobble/encode.h"
#include "cobble/image.h"
#include "cobble/series.h"
#include "engines/engines.h"
#include "jobs/job.h"
#include "jobs/output_settings.h"
#include "jobs/path_check.h"
#include "jobs/picture_request.h"
#include "jobs/series/series_items.h"
#include "output/sink/sink.h"

namespace cobble {

// The requested outputs: -o, --bits, --format, --compression, --primaries, --no-metadata; --for and
// --mtlx, which ask for the files of an engine.
struct OutputOptions {
  std::vector<PictureRequest> requests;
  OutputSettings settings;
  const EngineSpec* engine = nullptr;  // null without --for
  bool materialx = false;

  void AddTo(CommandLine* line);

  // Throws Error kUsage if an -o has its file as a separate argument: -o normal a.png.
  void RefuseSeparateFiles(const std::vector<std::string>& positionals) const;
  void RequireAny() const;

 private:
  void AddOutput(CommandLine* line);
  void AddEngine(CommandLine* line);
  void AddTerrain(CommandLine* line);
  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);
};

// How messages denote flags' settings of recipes.
inline const SettingNames kSettingFlags{
    .vary = "--vary ", .frames = "--frames", .sprites = "--sprites", .engine = "--for "};

// Many pictures from one command: --vary, --frames and --tiles.
struct SeriesFlags {
  Series given;
  std::optional<int> overlap;  // of tiles
  std::string vrt;

  void AddTo(CommandLine* line);
  // Adds --vary only, with this help.
  void AddVary(CommandLine* line, const std::string& help);

  // Returns the series with its overlap.
  Series series() const;
  // Returns the variations per value of the first key, if there are several keys.
  std::optional<std::size_t> VariationsPerValue() const;
};

// Add flags that several commands have. The values are also defaults.
void AddThreads(CommandLine* line, int* threads);
void AddLimits(CommandLine* line, Limits* limits);
void AddProgress(CommandLine* line, ProgressMeter::Mode* mode);
FlagSpec NoSyncFlag();

// For the folder of an output that is missing.
inline constexpr const char* kMkdirHint = "use --mkdir, or make it first";

// What applies neither to the recipe nor to an output.
struct RunFlags {
  std::optional<Window> window;
  std::optional<GroundAnchor> anchor;
  int threads = 0;
  bool has_threads = false;  // whether --threads is given
  std::string simd = "auto";
  ProgressMeter::Mode progress = ProgressMeter::kAuto;
  bool quiet = false, checksum = false, dry_run = false, no_clobber = false, no_sync = false;
  bool if_changed = false, mkdir = false, checksum_files = false;
  std::string report;   // empty for no report
  std::string depfile;  // empty for none
  Limits limits;

  FileRules Files() const {
    return {.no_clobber = no_clobber, .sync = !no_sync, .if_changed = if_changed};
  }
  PathRules Paths() const { return {no_clobber, mkdir, kMkdirHint}; }
  ProgressMeter::Mode ProgressMode() const { return quiet ? ProgressMeter::kNever : progress; }
  void AddTo(CommandLine* line);

 private:
  void AddFileFlags(CommandLine* line);  // of pictures in files
};

}  // namespace cobble
