// Implements the commands of shards.
#include "cli/shard_commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/shell_words.h"
#include "cobble/error.h"
#include "core/suggest.h"

namespace cobble {

std::string StoreWord(const std::string& store) {
  if (std::ranges::any_of(store, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    throw Error(ErrorKind::kUsage, Shown(store),
                "a store whose name has control characters has no commands", "rename it");
  return ShellWord(store.starts_with('-') ? "./" + store : store);
}

std::string RunWords(const RunFlags& run) {
  std::string words;
  if (run.has_threads) words += fmt::format(" --threads {}", run.threads);
  if (run.simd != RunFlags().simd) words += " --simd " + ShellWord(run.simd);
  if (run.no_sync) words += " --no-sync";
  return words;
}

std::string ShardCommand(const std::string& store, StoreStage stage, const RunFlags& run) {
  std::string command = "cobble render --plan " + StoreWord(store);
  if (stage != StoreStage::kRender) command += fmt::format(" --stage {}", NameOf(stage));
  return command + RunWords(run);
}

}  // namespace cobble
