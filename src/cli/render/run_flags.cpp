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
  const bool plans = line->tasks() == kPlanTasks;
  line->AddWhole({{"--threads", "N"},
                  plans ? "threads of each shard's command (default 1)"
                        : "number of threads; 0 (default) for one per CPU available to the process",
                  {.tasks = kAllTasks}},
                 threads, 0, kMaxThreads);
}

void AddLimits(CommandLine* line, Limits* limits) {
  const bool plans = line->tasks() == kPlanTasks;
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
  line->AddEnum({{"--progress", "WHEN"},
                 "show progress: auto (on a terminal), always or never",
                 {.tasks = kPictures | kStore | kShard}},
                ProgressMeter::kModes, mode);
}

void RunFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Run");
  const bool plans = line->tasks() == kPlanTasks;
  line->Add({{"--window", "X,Y,WIDTH,HEIGHT"},
             "render only this rectangle; may lie partly or wholly outside the picture",
             {.brief = "render only this rectangle",
              .is_main = true,
              .separator = ',',
              .tasks = kPictures}},
            [this](const std::string& value) { window = WindowValue("--window", value); });
  line->Add({{"--georeference", "EPSG:CODE,X,Y"},
             "of TIFF and --vrt: a projected coordinate system in metres, and where the upper left "
             "of the recipe's picture is in it (the corner of a pixel, or a vertex); needs a world",
             {.brief = "where TIFF and --vrt are on the ground",
              .separator = ',',
              .tasks = kPictures,
              .excludes = {{"--sprites", "a sheet is no place"}}}},
            [this](const std::string& value) { anchor = ParseGroundAnchor(value); });
  AddThreads(line, &threads);
  AddLimits(line, &limits);
  AddProgress(line, &progress);
  line->AddText(SimdFlag(), &simd);
  line->AddText({{"--report", "FILE"},
                 "write a JSON report: times, noise evaluations per pixel, minimum, maximum, mean, "
                 "clamped samples; with --dry-run, what would be written, and total_evaluations",
                 {.kind = ValueKind::kFile, .tasks = kPictures}},
                &report);
  line->AddSwitch({"--checksum",
                   "print a 64-bit hash of the noise values and the name of each output; "
                   "with --dry-run, -o is optional",
                   {.tasks = kPictures}},
                  &checksum);
  line->AddSwitch(
      {"--checksum-files",
       "print the SHA-256 of each picture's file, for sha256sum -c, but not of sidecars "
       "and other files beside it; the lines of --checksum then have a label, too",
       {.tasks = kPictures, .excludes = {{"--dry-run"}}}},
      &checksum_files);
  line->AddSwitch(
      {"--dry-run",
       plans ? "print the estimate without writing any file"
             : "check everything and list the pictures or stores that would be written, with "
               "pixels, noise evaluations and bytes, but not the files beside them, such as "
               "sidecars; writes no file but a --report",
       {.brief = plans ? "" : "check everything, and list what would be written", .is_main = true}},
      &dry_run);
  line->AddSwitch({"--mkdir", "make the folders of outputs that are missing", {.tasks = kPictures}},
                  &mkdir);
  line->AddSwitch(
      {"--no-clobber", "refuse to replace existing files", {.is_main = true, .tasks = kPictures}},
      &no_clobber);
  line->AddSwitch({"--if-changed",
                   "leave files whose bytes would not change as they are, with their time, and "
                   "name them",
                   {.tasks = kPictures}},
                  &if_changed);
  line->AddText({{"--depfile", "FILE"},
                 "write the files that the pictures depend on, for make and ninja",
                 {.kind = ValueKind::kFile, .tasks = kPictures}},
                &depfile);
  line->AddSwitch(NoSyncFlag(), &no_sync);
  line->AddSwitch({"--quiet",
                   plans ? "print errors only: no estimate, no warnings and no hints"
                         : "print errors only: no warnings, no hints and no progress",
                   {.brief = "print errors only", .is_main = true, .tasks = kAllTasks}},
                  &quiet);
}

FlagSpec NoSyncFlag() {
  return {"--no-sync",
          "do not wait for the disk: a power failure may leave an empty file",
          {.tasks = kAllTasks}};
}

}  // namespace cobble
