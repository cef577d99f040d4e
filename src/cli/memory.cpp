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
  const std::vector<Map> maps = MapsOf(outputs);
  const auto threads = [&](std::span<const Map> seen) {
    if (need.whole > Size(kMostMemory)) return 0;
    return ThreadsWithin(program, options, seen, need.band, kMostMemory - need.whole.value());
  };
  if (const int found = threads(maps); found > 0) return found;

  const Size bytes = need.band + need.whole + HaloBytes(program, options, maps);
  const std::string says =
      fmt::format("at least {} bytes of memory would be needed at once, at most {} are taken",
                  bytes.value(), kMostMemory);
  if (threads({}) == 0)
    RefuseLimit(program.recipe(), where, says, "fewer outputs or a narrower --window need less");
  const Halo halo = HaloOf(program.recipe(), maps);
  RefuseLimit(program.recipe(), std::string(halo.field),
              fmt::format("{}, for the {} pixels that {} looks at on each side", says, halo.pixels,
                          Name(halo.map)),
              "a smaller radius or a narrower --window needs less");
}

}  // namespace cobble
