// Implements the commands of shards.
#include "cli/shard_commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/numbers.h"

namespace cobble {

std::string ShellWord(std::string_view word) {
  const auto is_plain = [](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return is_letter || is_digit ||
           std::string_view("_-./,:=+@%^").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

std::string FolderArgument(const std::string& folder) {
  if (folder.empty()) return ".";
  if (folder == "/" || !folder.ends_with('/')) return folder;
  return folder.substr(0, folder.size() - 1);
}

std::string ShardCommand(const std::string& folder, StoreStage stage, const RunFlags& run) {
  const RunFlags defaults;
  std::string argument = FolderArgument(folder);
  if (argument.starts_with('-')) argument = "./" + argument;
  std::string command = "cobble render --plan " + ShellWord(argument);
  if (stage != StoreStage::kRender)
    command += fmt::format(" --stage {}", kStoreStages[static_cast<std::size_t>(stage)]);
  if (run.threads > 0) command += fmt::format(" --threads {}", run.threads);
  if (run.simd != defaults.simd) command += " --simd " + ShellWord(run.simd);
  if (run.limits.pixels != defaults.limits.pixels)
    command += fmt::format(" --max-pixels {}", run.limits.pixels);
  if (run.limits.cost != defaults.limits.cost)
    command += " --max-cost " + Shortest(run.limits.cost);
  if (run.no_sync) command += " --no-sync";
  return command;
}

}  // namespace cobble
