// Implements the commands of shards.
#include "cli/stores/shard_commands.h"

#include <fmt/format.h>

#include "cli/line/shell_words.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "core/utf8.h"

namespace cobble {

std::string StoreWord(const std::string& store, ShellKind shell) {
  if (!IsPrintable(store))
    throw Error(ErrorKind::kUsage, Shown(store),
                "its name has characters that are not printable, so no commands are printed",
                "rename it");
  return ShellWord(store.starts_with('-') ? "./" + store : store, shell);
}

std::string StoreWordOrDir(const std::string& store) {
  return IsPrintable(store) ? StoreWord(store) : "DIR";
}

std::string RunWords(const RunFlags& run) {
  std::string words;
  if (run.has_threads) words += fmt::format(" --threads {}", run.threads);
  if (run.simd != RunFlags().simd) words += " --simd " + run.simd;
  if (run.no_sync) words += " --no-sync";
  return words;
}

std::string ShardCommand(const std::string& store, StoreStage stage, const RunFlags& run,
                         ShellKind shell) {
  std::string command = "cobble render --plan " + StoreWord(store, shell);
  if (stage != StoreStage::kRender) command += fmt::format(" --stage {}", NameOf(stage));
  return command + RunWords(run);
}

}  // namespace cobble
