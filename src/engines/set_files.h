// The files that engines import beside or instead of pictures. Rows of engines.cpp refer to them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/engines.h"

namespace cobble {

// Returns the text of a picture's .import file. Godot reads these settings when it first imports
// the picture, and then completes the file. A height is imported without loss.
std::string GodotImport(const SetFile& file);
std::string GodotCubemapImport(const SetFile& file);

// Returns the text of NAME.json, from which Unreal's landscape importer reads the size and depth of
// NAME.r16; without it, Unreal imports only squares. With a world, it also has the landscape's
// scale and its location in centimetres, Unreal's units.
std::string UnrealRawInfo(const SetInfo& info, const SetFile& file);

// Returns the text of NAME.json, which states a Unity terrain's size and position (y is up, z
// points to the last row of the file); empty without a world.
std::string UnityTerrainInfo(const SetInfo& info, const SetFile& file);

// Returns the text of a Unity texture's .meta file: whether it is sRGB or holds normals, how it
// wraps, and its size. Unity adds the other settings.
std::string UnityMeta(const SetFile& file);
std::string UnityCubemapMeta(const SetFile& file);
// Returns whether the absolute path contains a folder Assets.
bool IsInAssets(std::string_view path);
// Returns the file's GUID: 32 hex digits, the 128-bit FNV-1a hash of its path below the project's
// folder Assets, or of its name without one. The project's Assets is beside a folder
// ProjectSettings or else the outermost. The GUID is the same on all machines, so materials that
// use the texture keep working.
std::string UnityGuid(std::string_view path);

// Return MaterialX documents: version 1.38 with a standard_surface, and version 1.39 with an
// open_pbr_surface, whose inputs read the pictures through tiledimage nodes. File names are
// relative to the document's folder, where the pictures are. They are two documents because readers
// of version 1.38 refuse a whole document if they do not know the surface of one material.
std::string MaterialX(const SetInfo& info, std::span<const SetFile> files);
std::string MaterialXOpenPbr(const SetInfo& info, std::span<const SetFile> files);

// Returns a Python script for Blender 3.1 or later that builds the material: a Principled BSDF
// whose inputs read the pictures beside the script, and a displacement of the right scale.
std::string BlenderScript(const SetInfo& info, std::span<const SetFile> files);

// Returns a .glb file (glTF 2.0 in one binary file) with a set's PNG files: the colour if any,
// normals, and packed occlusion, roughness and metallic. The quad faces +Z. It is 1 wide, or with a
// world as many metres as the picture. Throws Error kLimit above the format's 4 GiB.
std::string Glb(const SetInfo& info, std::span<const SetFile> files);

// Returns MuJoCo's binary height field: the numbers of rows and columns (int32), and a set's only
// picture, a raw file of floats whose rows start at the bottom.
std::string MujocoField(const SetInfo& info, std::span<const SetFile> files);
// Returns MJCF that places the field in metres: x is to the right, y up in the picture, and the
// middle of the whole picture is at 0, 0. MuJoCo maps the lowest and highest sample to 0 and 1.
std::string MujocoModel(const SetInfo& info, std::span<const SetFile> files);

// Return Gazebo's files of a model, NAME, for the set's heightmap and its texture, if it has one:
// the axes and the middle are as for MuJoCo. Gazebo maps a sample of 0 to 0 and the highest to the
// size's z. It takes the position of what is seen from the heightmap, and of what collides from the
// collision.
std::string GazeboModel(const SetInfo& info, std::span<const SetFile> files);
std::string GazeboConfig(const SetInfo& info, std::span<const SetFile> files);

}  // namespace cobble
