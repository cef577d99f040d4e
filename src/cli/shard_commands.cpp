// Implements the commands of shards.
#include "cli/shard_commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/shell_words.h"
#include "cobble/error.h"
#include "core/numbers.h"
#include "core/suggest.h"

namespace cobble {

std::string StoreWord(const std::string& store) {
  if (std::ranges::any_of(store, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    throw Error(ErrorKind::kUsage, Shown(store),
                "a store whose name has control characters has no commands", "rename it");
  return ShellWord(store.starts_with('-') ? "./" + store : store);
}

std::string ShardCommand(const std::string& store, StoreStage stage, const RunFlags& run) {
  const RunFlags defaults;
  std::string command = "cobble render --plan " + StoreWord(store);
  if (stage != StoreStage::kRender)
    command += fmt::format(" --stage {}", kStoreStages[static_cast<std::size_t>(stage)]);
  if (run.has_threads) command += fmt::format(" --threads {}", run.threads);
  if (run.simd != defaults.simd) command += " --simd " + ShellWord(run.simd);
  if (run.limits.pixels != defaults.limits.pixels)
    command += fmt::format(" --max-pixels {}", run.limits.pixels);
  if (run.limits.cost != defaults.limits.cost)
    command += " --max-cost " + Shortest(run.limits.cost);
  if (run.no_sync) command += " --no-sync";
  return command;
}

}  // namespace cobble
