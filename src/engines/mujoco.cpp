// Writes height fields and models for MuJoCo.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "cobble/error.h"
#include "core/escape.h"
#include "core/numbers.h"
#include "engines/set_files.h"

namespace cobble {
namespace {

constexpr double kBasePerWidth = 0.01;  // the thickness of the ground below its lowest place

void AppendInt32(int64_t number, std::string* to) {
  for (int bit = 0; bit < 32; bit += 8) *to += static_cast<char>(number >> bit & 0xFF);
}

}  // namespace

std::string MujocoField(const SetInfo& info, std::span<const SetFile> files) {
  const SetFile& file = files.front();
  if (file.bytes.size() > std::numeric_limits<int32_t>::max())
    throw Error(ErrorKind::kLimit, info.name, "MuJoCo reads height fields of at most 2 GiB",
                "render a smaller picture");
  std::string field;
  field.reserve(2 * sizeof(int32_t) + file.bytes.size());
  AppendInt32(file.height, &field);
  AppendInt32(file.width, &field);
  return field.append(file.bytes);
}

std::string MujocoModel(const SetInfo& info, std::span<const SetFile> files) {
  const SetWorld& world = *info.world;
  const auto [low, high] = files.front().samples;
  const double rise = (high > low ? high - low : 1) * world.rise;  // a size must be positive
  return fmt::format(R"(<mujoco model="{0}">
  <asset>
    <hfield name="{0}" file="{0}.hf" size="{1} {2} {3} {4}" />
  </asset>
  <worldbody>
    <geom name="{0}" type="hfield" hfield="{0}" pos="{5} {6} {7}" />
  </worldbody>
</mujoco>
)",
                     EscapedXml(info.name), Shortest(world.width / 2), Shortest(world.length / 2),
                     Shortest(rise), Shortest(kBasePerWidth * std::max(world.width, world.length)),
                     Shortest(world.right), Shortest(world.up),
                     Shortest(world.base + world.rise * low));
}

}  // namespace cobble
