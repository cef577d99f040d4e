// Implements EngineFlags.
#include "cli/render/engine_flags.h"
#include "core/list_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace cobble {

void EngineFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Output", kPictureFiles);
  const auto names = RowNames(EngineSpecs());
  line->AddChoice({{"--for", "ENGINE"},
                   fmt::format("write all files that an engine imports, named after -o DIR/NAME: "
                               "{} (cobble list engines)",
                               fmt::join(names, ", ")),
                   {.brief = "write a whole set of files for an engine (cobble list engines)",
                    .is_main = true,
                    .option = "engine"}},
                  names, [this](std::size_t index) { engine = &EngineSpecs()[index]; });
  line->AddSwitch({"--mtlx",
                   "with --for: also write a MaterialX material, NAME.mtlx",
                   {.brief = "also write a MaterialX material",
                    .needs = {"--for", "ENGINE"},
                    .option = "materialx"}},
                  &materialx);
}

}  // namespace cobble
