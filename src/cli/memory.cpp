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

int ThreadsForMemory(const Recipe& recipe, const Window& window, const std::string& where,
                     std::span<const PlannedOutput> outputs, bool checksum, int threads) {
  const PictureMemory need = MemoryOfAll(window, outputs, checksum);
  const Size least = need.band + need.whole;
  if (least > Size(kMostMemory))
    RefuseLimit(recipe, where,
                fmt::format("{} bytes of memory would be needed at once, at most {} are taken",
                            least.value(), kMostMemory),
                "fewer outputs or a narrower --window need less");
  return ThreadsWithin(window, threads, need.band, kMostMemory - need.whole.value());
}

}  // namespace cobble
