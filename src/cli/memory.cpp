// Refuses pictures whose rows are too wide for memory.
#include "cli/memory.h"

#include <fmt/format.h>

#include "cli/limits.h"
#include "core/size.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

// Of all outputs together.
PictureMemory MemoryOfAll(const Window& window, std::span<const PlannedOutput> outputs,
                          bool checksum) {
  PictureMemory all;
  const auto add = [&](const Format& format, const std::vector<Map>& maps, int bits) {
    const PictureMemory one = MemoryOf(format, maps, bits, window);
    all.band = all.band + one.band;
    all.whole = all.whole + one.whole;
  };
  for (const PlannedOutput& output : outputs) add(*output.format, output.maps, output.bits);
  // It is that of the bytes of such a file.
  if (checksum) add(*FindFormat("r32"), {Map::kValue}, 32);
  return all;
}

}  // namespace

int ThreadsForMemory(const Program& program, const RenderOptions& options, const std::string& where,
                     std::span<const PlannedOutput> outputs, bool checksum) {
  const PictureMemory need = MemoryOfAll(options.window, outputs, checksum);
  if (need.whole <= Size(kMostMemory)) {
    const Size left = kMostMemory - need.whole.value();
    const int threads = ThreadsWithin(program, options, need.band, left);
    if (threads > 0) return threads;
  }
  RefuseLimit(
      program.recipe(), where,
      fmt::format("at least {} bytes of memory would be needed at once, at most {} are taken",
                  (need.band + need.whole).value(), kMostMemory),
      "fewer outputs or a narrower --window need less");
}

}  // namespace cobble
