// Runs cobble render for a whole store or one shard.
#pragma once

#include "cli/render/run_flags.h"
#include "cli/stores/store_flags.h"
#include "cli/terminal/streams.h"

namespace cobble {

// Makes a store in this process, or continues one.
void RunStore(const StoreRequest& request, const RunFlags& flags, Streams& streams);

// Renders a part of a store. Returns kStoppedStatus if a deadline or SIGTERM stopped it.
int RunShardOf(const ShardFlags& shard, const RunFlags& flags, Streams& streams);

}  // namespace cobble
