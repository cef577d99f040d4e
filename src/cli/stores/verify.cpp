// cobble verify: checks the chunks of a store.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <random>
#include <string>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/render/render_flags.h"
#include "cli/stores/store_flags.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "stores/shard_run.h"
#include "stores/store_images.h"
#include "stores/verify.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxPrinted = 20;

// Parses "1%".
double ShareValue(const std::string& flag, std::string_view text) {
  const auto number =
      text.ends_with('%') ? ParseNumber(text.substr(0, text.size() - 1)) : std::nullopt;
  const double share = number.value_or(-1) / 100;
  if (!(share >= 0 && share <= 1))
    Refuse(flag, "must be from 0% to 100%, got " + Quoted(text), "as in " + flag + " 1%");
  return share;
}

struct Flags {
  RunFlags run;
  ImageFlags images;
  double recompute = 0;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Verify");
    line->Add({{"--recompute", "SHARE"},
               "also render a random share of the chunks again and compare, as in 1%",
               {.is_main = true}},
              [this](const std::string& text) { recompute = ShareValue("--recompute", text); });
    images.AddTo(line);
    AddThreads(line, &run.threads);
    line->AddText(SimdFlag(), &run.simd);
    AddProgress(line, &run.progress);
    line->AddSwitch({"--quiet", "print only commands and the hash", {.is_main = true}}, &run.quiet);
  }
};

// The commands that repair a store, or why there are none: its name or that of an image cannot be
// in a command, or an image is missing.
struct Repairs {
  std::string commands, obstacle = {};
};

Repairs RepairsOf(const ChunkStore& store, const VerifyReport& report,
                  const ImageFlags& images) try {
  const auto shows_images = [](const Repair& repair) { return ShowsImages(repair.stage); };
  if (std::ranges::any_of(report.repairs, shows_images)) RequireImages(store);
  std::string commands;
  for (const Repair& repair : report.repairs)
    commands +=
        fmt::format("{} --shard {}/{}{}\n", ShardCommand(store.name(), repair.stage, images, {}),
                    repair.shard + 1, store.plan().shards, repair.again ? " --no-resume" : "");
  return {commands};
} catch (const Error& error) {
  return {{}, InFlags(error.issues().front()).Text() + ", and run cobble verify again"};
}

// Returns "all 28 chunks are whole", "1 of 28 chunks is missing or damaged".
std::string ChunksText(const VerifyReport& report) {
  const std::string all = CountText(report.chunks, "chunk");
  if (report.fault_count > 0)
    return fmt::format("{} of {} {} missing or damaged", report.fault_count, all,
                       report.fault_count == 1 ? "is" : "are");
  return report.chunks == 1 ? "the only chunk is whole" : "all " + all + " are whole";
}

// Obstacles come last, where they are seen.
void PrintFaults(const ChunkStore& store, const VerifyReport& report, const Repairs& repairs,
                 std::ostream& err) {
  const auto print = [&](const std::string& line) { err << "cobble: " << line << '\n'; };
  for (const std::string& path : report.damaged_metadata)
    print(Shown(path) + " is missing or damaged");
  if (const std::size_t missing = report.shards_without_range.size(); missing > 0)
    print(fmt::format("the range of {} of {} is missing or damaged", missing,
                      CountText(store.plan().shards, "shard")));
  for (const ChunkFault& fault : report.faults) print(fault.message);
  if (report.unlisted_faults > 0) print(fmt::format("and {} more", report.unlisted_faults));
  for (const std::string& obstacle : report.obstacles)
    if (std::ranges::count(report.faults, obstacle, &ChunkFault::message) == 0) print(obstacle);
  if (report.has_more_obstacles) print("and more are in the way");
  const std::string chunks = ChunksText(report);
  if (!report.obstacles.empty()) {
    print(chunks + "; remove what is in the way, or allow access, and then run the commands");
  } else if (!repairs.obstacle.empty()) {
    print(chunks);
  } else {
    print(chunks + "; the commands repair " + (report.fault_count == 0 ? "the rest" : "them"));
  }
}

void PrintRecomputed(const VerifyReport& report, std::ostream& err) {
  err << fmt::format("cobble: rendered {} of {} again\n", report.recomputed,
                     CountText(report.chunks, "chunk"));
  if (!report.is_range_known)
    err << "cobble: no chunk of level 0 was rendered again, because the range is not known\n";
}

int Verify(const Args& folders, const Flags& flags, Streams& streams) {
  if (folders.empty()) Refuse("", "no store given", "as in cobble verify NAME.zarr");
  if (folders.front().empty()) Refuse("", "the store's name is empty");
  const ChunkStore store = ChunkStore::Open(folders.front(), flags.images.Read());
  VerifyRules rules{.threads = flags.run.threads,
                    .recompute = flags.recompute,
                    .seed = std::random_device{}(),
                    .simd = flags.run.simd,
                    .max_faults = kMaxPrinted};
  VerifyReport report;
  {
    ProgressMeter meter(streams.err, flags.run.ProgressMode());
    rules.progress = meter.Stage("verify");
    report = VerifyStore(store, rules);
  }
  if (!flags.run.quiet && flags.recompute > 0) PrintRecomputed(report, streams.err);
  if (report.IsWhole()) {
    streams.out << fmt::format("{:016x}\n", report.hash);
    return 0;
  }
  const Repairs repairs = RepairsOf(store, report, flags.images);
  if (!flags.run.quiet) PrintFaults(store, report, repairs, streams.err);
  if (!repairs.obstacle.empty()) streams.err << "cobble: " << repairs.obstacle << '\n';
  streams.out << repairs.commands;
  return kDifferenceStatus;
}

}  // namespace

void DeclareVerify(CommandLine* line) {
  line->Describe({.usage = "DIR [flags]",
                  .summary = "Check every chunk of a store against its record. If chunks are "
                             "missing or damaged, prints the commands that repair them; "
                             "otherwise a hash of all pixels, which depends only on the recipe, "
                             "the maps and the grid. If the recipe shows images, --recompute and "
                             "commands that render chunks again need --image.",
                  .positionals = {.kind = Positionals::kFolders}});
  line->OnRun(&Verify);
}

}  // namespace cobble
