// Runs cobble render for a store: the whole of it, or one shard.
#pragma once

#include "cli/render/render_work.h"
#include "cli/terminal/streams.h"

namespace cobble {

// Makes a store in this process, or continues it.
int RunStore(const RenderWork& work, Streams& streams);

// Renders a part of a store. Returns kStoppedStatus if a deadline or SIGTERM stopped it.
int RunShardOf(const RenderWork& work, Streams& streams);

}  // namespace cobble
