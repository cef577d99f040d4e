// cobble verify: checks the chunks of a store.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/flag_errors.h"
#include "cli/flag_values.h"
#include "cli/progress.h"
#include "cli/run_flags.h"
#include "cli/shard_commands.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "stores/shard_run.h"
#include "stores/verify.h"

namespace cobble {
namespace {

constexpr int kFaultsFound = 1;
constexpr std::size_t kMaxPrinted = 20;

// Parses "1%".
double ShareValue(const std::string& flag, std::string_view text) {
  const auto number =
      text.ends_with('%') ? ParseNumber(text.substr(0, text.size() - 1)) : std::nullopt;
  const double share = number.value_or(-1) / 100;
  if (!(share >= 0 && share <= 1))
    throw Error(ErrorKind::kUsage, flag, "must be from 0% to 100%, got " + Quoted(text),
                "as in " + flag + " 1%");
  return share;
}

struct Flags {
  RunFlags run;
  double recompute = 0;

  void AddTo(CommandLine* line) {
    const std::string group = "Verify";
    line->Add({.names = "--recompute",
               .value = "SHARE",
               .help = "also render a random share of the chunks again and compare, as in 1%",
               .group = group},
              [this](const std::string& text) { recompute = ShareValue("--recompute", text); });
    AddThreads(line, group, &run.threads);
    line->AddText(SimdFlag(), &run.simd);
    line->AddChoice(
        {"--progress", "WHEN", "show progress: auto (on a terminal), always or never", group},
        ProgressMeter::kModes,
        [this](std::size_t mode) { run.progress = static_cast<ProgressMeter::Mode>(mode); });
    line->AddSwitch({"--quiet", {}, "print only commands and the hash", group}, &run.quiet);
  }
};

// Returns a chunk of level 0 that the chunk covers.
ChunkIndex FirstLeaf(const ChunkIndex& chunk) {
  return {0, chunk.row << chunk.level, chunk.column << chunk.level};
}

// Returns the commands that mend the faults, in the order of the stages, each once. The first shard
// of the render stage also writes the metadata and the joined range.
std::vector<std::string> MendingCommands(const ChunkStore& store, const VerifyReport& report) {
  struct Part {
    StoreStage stage;
    int64_t shard;
    bool again;
    auto operator<=>(const Part&) const = default;
  };
  const int64_t shards = store.plan().shards;
  std::set<Part> parts;
  for (const int64_t shard : report.shards_without_range)
    parts.insert({StoreStage::kRange, shard, false});
  if (!report.damaged_metadata.empty()) parts.insert({StoreStage::kRender, 0, false});
  for (const ChunkFault& fault : report.faults) {
    if (fault.is_blocked) continue;
    const int64_t shard = store.grid().ShardOf(FirstLeaf(fault.chunk), shards);
    const auto stage = fault.chunk.level == 0 ? StoreStage::kRender : StoreStage::kPyramid;
    parts.insert({stage, shard, fault.is_recorded});
    // The levels above were made from the wrong pixels.
    if (fault.is_recorded && store.plan().levels > 0)
      parts.insert({StoreStage::kPyramid, shard, true});
  }
  std::vector<std::string> commands;
  for (const Part& part : parts)
    commands.push_back(fmt::format("{} --shard {}/{}{}", ShardCommand(store.name(), part.stage, {}),
                                   part.shard + 1, shards, part.again ? " --no-resume" : ""));
  return commands;
}

void PrintFaults(const ChunkStore& store, const VerifyReport& report, std::ostream& err) {
  for (const std::string& path : report.damaged_metadata)
    err << "cobble: " << Shown(path) << " is missing or damaged\n";
  if (const std::size_t missing = report.shards_without_range.size(); missing > 0)
    err << fmt::format("cobble: the range stage of {} of {} shards is missing or damaged\n",
                       missing, store.plan().shards);
  const std::size_t printed = std::min(report.faults.size(), kMaxPrinted);
  for (std::size_t k = 0; k < printed; ++k) err << "cobble: " << report.faults[k].message << '\n';
  if (printed < report.faults.size())
    err << fmt::format("cobble: and {} more\n", report.faults.size() - printed);
  const auto blocked = std::ranges::count_if(report.faults, &ChunkFault::is_blocked);
  if (report.faults.empty()) {
    err << fmt::format("cobble: all {} chunks are whole; the commands mend the rest\n",
                       report.chunks);
  } else if (blocked > 0) {
    err << fmt::format(
        "cobble: {} of {} chunks are missing or damaged; {} of them cannot be read: remove what is "
        "in their place, or allow access, and run cobble verify again\n",
        report.faults.size(), report.chunks, blocked);
  } else {
    err << fmt::format("cobble: {} of {} chunks are missing or damaged; the commands mend them\n",
                       report.faults.size(), report.chunks);
  }
}

}  // namespace

int RunVerify(const Args& args, Streams& streams) {
  Flags flags;
  CommandLine line("verify", "DIR [flags]",
                   "Check every chunk of a store against its record. If chunks are missing or "
                   "damaged,\nprints the commands that mend them; otherwise a hash of all pixels, "
                   "which depends on\nthe recipe, the maps and the grid alone.");
  flags.AddTo(&line);
  line.OfferFolders();
  if (!line.Parse(args, streams.out)) return 0;
  const auto& folders = line.PositionalsAtMost(1);
  if (folders.empty())
    throw Error(ErrorKind::kUsage, "", "no store given", "as in cobble verify NAME.zarr");
  const ChunkStore store = ChunkStore::Open(folders.front());
  VerifyRules rules;
  rules.threads = flags.run.threads;
  rules.simd = flags.run.simd;
  rules.recompute = flags.recompute;
  rules.seed = std::random_device{}();
  VerifyReport report;
  {
    ProgressMeter meter(streams.err, flags.run.quiet ? ProgressMeter::kNever : flags.run.progress);
    rules.progress = meter.Stage("verify");
    report = WithFlags([&] { return VerifyStore(store, rules); });
  }
  if (report.IsWhole()) {
    if (!flags.run.quiet && flags.recompute > 0)
      streams.err << fmt::format("cobble: rendered {} of {} chunks again\n", report.recomputed,
                                 report.chunks);
    streams.out << fmt::format("{:016x}\n", report.hash);
    return 0;
  }
  if (!flags.run.quiet) PrintFaults(store, report, streams.err);
  for (const std::string& command : MendingCommands(store, report)) streams.out << command << '\n';
  return kFaultsFound;
}

}  // namespace cobble
