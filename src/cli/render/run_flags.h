// The flags of a run that apply neither to the recipe nor to an output.
#pragma once

#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "cli/terminal/progress.h"
#include "cobble/encode.h"
#include "cobble/image.h"
#include "jobs/job.h"
#include "jobs/path_check.h"
#include "output/sink/sink.h"

namespace cobble {

// Add flags that several commands have. The values are also defaults.
void AddThreads(CommandLine* line, int* threads);
void AddLimits(CommandLine* line, Limits* limits);
void AddProgress(CommandLine* line, ProgressMeter::Mode* mode);
FlagSpec NoSyncFlag();

// For the folder of an output that is missing.
inline constexpr const char* kMkdirHint = "use --mkdir, or make it first";

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
  void AddTo(CommandLine* line);

 private:
  void AddFileFlags(CommandLine* line);  // of pictures in files
};

}  // namespace cobble
