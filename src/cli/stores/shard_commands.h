// The commands that render shards, as lines for shells.
#pragma once

#include <string>

#include "cli/render/run_flags.h"
#include "platform/environment.h"
#include "stores/shard_run.h"

namespace cobble {

// Returns a store's path as a word that is not a flag. In: store, ChunkStore::name. Throws Error
// kUsage if the name has characters that are not printable.
std::string StoreWord(const std::string& store, ShellKind shell = SystemShell());
// The same for messages: "DIR" for such a name.
std::string StoreWordOrDir(const std::string& store);

// Returns the flags of `run` for shards, each after a space: " --threads 2 --no-sync".
std::string RunWords(const RunFlags& run);

// Returns "cobble render --plan DIR", with the stage unless it is render, and RunWords, for --shard
// I/N to follow. In: store, ChunkStore::name.
std::string ShardCommand(const std::string& store, StoreStage stage, const RunFlags& run,
                         ShellKind shell = SystemShell());

}  // namespace cobble
