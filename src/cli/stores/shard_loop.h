// What schedulers' scripts share: names of jobs, and the sh code of a task with several shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cli/stores/shard_scripts.h"

namespace cobble {

// Returns the text with a hyphen for each run of characters other than ASCII letters, digits and
// `others`, none at the start or end, cut to `length` characters; "cobble" if nothing is left.
std::string JobName(std::string_view text, std::string_view others, std::size_t length);

// Returns the text with each $ doubled: make and Kubernetes expand $(...).
std::string DollarsDoubled(std::string_view text);

struct ShardLoop {
  std::string first;    // a word of sh: the task's first shard
  int64_t tasks = 1;    // the step from shard to shard
  int64_t shards = 1;   // the last shard
  std::string before;   // lines of sh that run before each shard
  std::string command;  // without the shard
  std::string flags;    // words after the shard
};

// Returns sh code that runs the task's shards one after the other and forwards SIGTERM to cobble.
// If cobble was stopped, by SIGTERM or with status 75, it calls `stop`, which the script defines
// and which exits. After other failures it goes on, and exits with the last one's status.
std::string ShardLoopText(const ShardLoop& loop);

}  // namespace cobble
