// The flags --for and --mtlx.
#ifndef COBBLE_CLI_RENDER_ENGINE_FLAGS_H_
#define COBBLE_CLI_RENDER_ENGINE_FLAGS_H_

#include "cli/line/command_line.h"
#include "engines/engines.h"

namespace cobble {

struct EngineFlags {
  const EngineSpec* engine = nullptr;  // null without --for
  bool materialx = false;

  void AddTo(CommandLine* line);
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_ENGINE_FLAGS_H_
