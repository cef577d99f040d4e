// Writes scripts that build a material in Blender.
#include "engines/set_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/numbers.h"
#include "platform/path.h"

namespace cobble {
namespace {

// Where a role's picture goes, in the script's order: an input of the Principled BSDF or, for the
// height, of the material. Empty for pictures without an input.
struct Input {
  Role role;
  std::string_view name;
};
constexpr std::array<Input, 6> kInputs{{{Role::kColor, "Base Color"},
                                        {Role::kRoughness, "Roughness"},
                                        {Role::kMetallic, "Metallic"},
                                        {Role::kNormal, "Normal"},
                                        {Role::kHeight, "Displacement"},
                                        {Role::kAo, ""}}};

// Returns the text as a Python literal; JSON strings are valid ones.
std::string Literal(std::string_view text) { return PrintJsonLine(JsonTree(text)); }

// {0}: the material's name; {1}: scale; {2}: midlevel; {3}: extension; {4}: rows of PICTURES; {5}:
// tile numbers; {6}: width of the surface. A normal map and a bump of the same height would show
// the relief twice, so the displacement only moves vertices.
constexpr std::string_view kScript =
    R"(# Builds the material {0} in Blender. Open this file in the Text Editor and run it, or start
# Blender with --python and this file. The pictures must be in the folder of this file.
import os

import bpy

NAME = {0}
SCALE = {1}  # of the displacement, for a surface on which the whole picture is {6} wide
MIDLEVEL = {2}
EXTENSION = "{3}"
UDIMS = {5}  # the numbers of the tiles
PICTURES = [  # the input, the file, and whether its samples are colours
{4}]


def folder():
    text = getattr(bpy.context.space_data, "text", None)
    path = bpy.path.abspath(text.filepath) if text else __file__
    return os.path.dirname(os.path.abspath(path))


def texture(nodes, file, is_color, row):
    node = nodes.new("ShaderNodeTexImage")
    path = os.path.join(folder(), file)
    for number in UDIMS[:1]:
        path = path.replace("<UDIM>", str(number))
    node.image = bpy.data.images.load(path, check_existing=True)
    if UDIMS:
        node.image.source = "TILED"
    for number in UDIMS[1:]:
        if not node.image.tiles.get(number):
            node.image.tiles.new(number)
    if not is_color:
        node.image.colorspace_settings.is_data = True
    node.extension = EXTENSION
    node.location = (-700, 300 - 280 * row)
    return node


# The normal map has the small relief, so the displacement only moves vertices, without bump.
def displace(material):
    owner = material if hasattr(material, "displacement_method") else material.cycles
    owner.displacement_method = "DISPLACEMENT"


def build():
    material = bpy.data.materials.get(NAME) or bpy.data.materials.new(NAME)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    output = nodes.new("ShaderNodeOutputMaterial")
    output.location = (400, 0)
    surface = nodes.new("ShaderNodeBsdfPrincipled")
    links.new(surface.outputs["BSDF"], output.inputs["Surface"])
    for row, (name, file, is_color) in enumerate(PICTURES):
        image = texture(nodes, file, is_color, row)
        if name == "Normal":
            node = nodes.new("ShaderNodeNormalMap")
            node.location = (-300, 300 - 280 * row)
            links.new(image.outputs["Color"], node.inputs["Color"])
            links.new(node.outputs["Normal"], surface.inputs["Normal"])
        elif name == "Displacement":
            node = nodes.new("ShaderNodeDisplacement")
            node.location = (100, -500)
            node.inputs["Scale"].default_value = SCALE
            node.inputs["Midlevel"].default_value = MIDLEVEL
            links.new(image.outputs["Color"], node.inputs["Height"])
            links.new(node.outputs["Displacement"], output.inputs["Displacement"])
            displace(material)
        elif name:
            links.new(image.outputs["Color"], surface.inputs[name])
    return material


build()
)";

}  // namespace

std::string BlenderScript(const SetInfo& info, std::span<const SetFile> files) {
  std::string rows;
  for (const auto& [role, name] : kInputs)
    for (const SetFile& file : files) {
      if (file.picture->channels.front().role != role) continue;
      rows += fmt::format("    ({}, {}, {}),\n", Literal(name), Literal(FileNameOf(file.path)),
                          InfoOf(role).is_color ? "True" : "False");
    }
  const bool repeats = !files.empty() && files.front().tiles;
  return fmt::format(
      fmt::runtime(kScript), Literal(info.name),
      Shortest(info.world ? info.world->rise : info.height_scale), Shortest(info.height_middle),
      repeats ? "REPEAT" : "EXTEND", rows, fmt::format("[{}]", fmt::join(info.udims, ", ")),
      info.world ? fmt::format("{:.7g} m", info.world->rise / info.height_scale) : "1");
}

}  // namespace cobble
