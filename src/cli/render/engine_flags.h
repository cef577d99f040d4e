// The flags --for and --mtlx.
#pragma once

#include "cli/line/command_line.h"
#include "engines/engines.h"

namespace cobble {

struct EngineFlags {
  const EngineSpec* engine = nullptr;  // null without --for
  bool materialx = false;

  void AddTo(CommandLine* line);
};

}  // namespace cobble
