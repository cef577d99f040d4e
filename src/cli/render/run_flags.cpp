// Implements RunFlags.
#include "cli/render/run_flags.h"

#include <fmt/format.h>

#include "cli/line/flag_values.h"
#include "jobs/ground.h"

namespace cobble {
namespace {

constexpr int64_t kMaxThreads = 4096;
constexpr int64_t kMaxPixels = int64_t{1} << 62;

}  // namespace

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
       "for TIFF and --vrt: a projected coordinate system in metres, and the position in it of "
       "the picture's upper left (the corner of a pixel, or a vertex); needs a world",
       {.brief = "where TIFF and --vrt are on the ground",
        .separator = ',',
        .excludes = {{"--sprites", "a sheet has no position"}}}},
      [this](const std::string& value) { anchor = ParseGroundAnchor(value); });
  line->AddText({{"--report", "FILE"},
                 "write a JSON report: times, noise evaluations per pixel, minimum, maximum, mean, "
                 "clamped samples; with --dry-run, what would be written, and total_evaluations",
                 {.kind = ValueKind::kFile}},
                &report);
  line->AddSwitch({"--checksum",
                   "print a 64-bit hash of the noise values and the name of each output; "
                   "with --dry-run, -o is optional"},
                  &checksum);
  line->AddSwitch(
      {"--checksum-files",
       "print the SHA-256 of each picture's file, for sha256sum -c, but not of sidecars "
       "and other files beside it; the lines of --checksum then have a label, too",
       {.excludes = {{"--dry-run"}}}},
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
