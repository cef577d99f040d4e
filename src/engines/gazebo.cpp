// Writes models of terrains for Gazebo.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/escape.h"
#include "core/numbers.h"
#include "engines/set_files.h"
#include "platform/path.h"

namespace cobble {
namespace {

// {0}: the URI of the model; {1}: the file; {2}: width, length and rise; {3}: position; {4}: more.
constexpr std::string_view kHeightmap = R"(        <geometry>
          <heightmap>
            <uri>{0}{1}</uri>
            <size>{2}</size>
            <pos>{3}</pos>
{4}            <sampling>1</sampling>
          </heightmap>
        </geometry>
)";

const SetFile* Find(std::span<const SetFile> files, std::string_view suffix) {
  const auto found =
      std::ranges::find(files, suffix, [](const SetFile& file) { return file.picture->suffix; });
  return found == files.end() ? nullptr : &*found;
}

// Returns the lines of a texture as wide as the terrain; empty if the set has none.
std::string Texture(std::span<const SetFile> files, const std::string& uri, const SetWorld& world) {
  const SetFile *const diffuse = Find(files, "_diffuse"), *const normal = Find(files, "_flat");
  if (!diffuse || !normal) return {};
  return fmt::format(R"(            <texture>
              <size>{}</size>
              <diffuse>{}{}</diffuse>
              <normal>{}{}</normal>
            </texture>
)",
                     Shortest(world.width), uri, EscapedXml(FileNameOf(diffuse->path)), uri,
                     EscapedXml(FileNameOf(normal->path)));
}

// Returns the metres from a sample of 0 to the highest sample of the picture, which has 16 bits.
double RiseOf(const SetFile& file, const SetWorld& world) {
  constexpr double kMax = 65535;
  const double highest = std::nearbyint(std::clamp(file.samples.high, 0.0, 1.0) * kMax) / kMax;
  return world.rise * (highest > 0 ? highest : 1);
}

}  // namespace

std::string GazeboModel(const SetInfo& info, std::span<const SetFile> files) {
  const SetWorld& world = *info.world;
  const SetFile& height = files.front();
  const std::string uri = fmt::format("model://{}/", EscapedXml(info.name));
  const std::string name = EscapedXml(FileNameOf(height.path));
  const std::string size = fmt::format("{} {} {}", Shortest(world.width), Shortest(world.length),
                                       Shortest(RiseOf(height, world)));
  const std::string position =
      fmt::format("{} {} {}", Shortest(world.right), Shortest(world.up), Shortest(world.base));
  const auto heightmap = [&](std::string_view at, const std::string& more) {
    return fmt::format(fmt::runtime(kHeightmap), uri, name, size, at, more);
  };
  return fmt::format(R"(<?xml version="1.0"?>
<sdf version="1.7">
  <model name="{0}">
    <static>true</static>
    <link name="ground">
      <collision name="collision">
        <pose>{1} 0 0 0</pose>
{2}      </collision>
      <visual name="visual">
{3}      </visual>
    </link>
  </model>
</sdf>
)",
                     EscapedXml(info.name), position, heightmap("0 0 0", ""),
                     heightmap(position, Texture(files, uri, world)));
}

std::string GazeboConfig(const SetInfo& info, std::span<const SetFile>) {
  return fmt::format(R"(<?xml version="1.0"?>
<model>
  <name>{}</name>
  <version>1.0</version>
  <sdf version="1.7">model.sdf</sdf>
  <description>A terrain made with cobble.</description>
</model>
)",
                     EscapedXml(info.name));
}

}  // namespace cobble
