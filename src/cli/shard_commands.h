// The commands that render shards, as lines for sh.
#ifndef COBBLE_CLI_SHARD_COMMANDS_H_
#define COBBLE_CLI_SHARD_COMMANDS_H_

#include <string>
#include <string_view>

#include "cli/run_flags.h"
#include "stores/shard_run.h"

namespace cobble {

// Returns the word quoted for sh, if it needs to be.
std::string ShellWord(std::string_view word);

// Returns the folder of a store as an argument: without a final slash, "." for none.
std::string FolderArgument(const std::string& folder);

// Returns "cobble render --plan DIR", with the stage unless it is render, and the flags of `run`
// that shards take. --shard I/N follows.
std::string ShardCommand(const std::string& folder, StoreStage stage, const RunFlags& run);

}  // namespace cobble

#endif  // COBBLE_CLI_SHARD_COMMANDS_H_
