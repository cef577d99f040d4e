// The files that engines import beside pictures or instead of them. Each is a column of a row in
// engines.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engines/engines.h"

namespace cobble {

// Returns the text of the .import file of a picture. Godot reads these settings when it first
// imports the picture, and then completes the file. A height is imported without loss.
std::string GodotImport(const SetFile& file);

// Returns the text of NAME.json, from which Unreal's landscape importer reads the size and depth of
// NAME.r16. Without it, Unreal only imports squares. With a world, it also has the scale and the
// location of the landscape, in Unreal's units of a centimetre.
std::string UnrealRawInfo(const SetInfo& info, const SetFile& file);

// The scales of a landscape in Unreal: a quad is 1 m wide at X and Y 100, and 16 bits span 511.992
// m at Z 100. Its location is where the raw height 32768 is.
struct LandscapeScale {
  double xy, z;       // percent
  double location_z;  // centimetres
};
LandscapeScale LandscapeScaleOf(const SetWorld& world);

// Returns the text of NAME.json, which states the size and position of a terrain in Unity, where y
// is up and z points to the last row of the file; empty without a world.
std::string UnityTerrainInfo(const SetInfo& info, const SetFile& file);

// Returns the text of the .meta file of a texture in Unity: whether it is sRGB, whether it holds
// normals, how it wraps, and its size. Unity adds the settings that are left out.
std::string UnityMeta(const SetFile& file);
// Returns whether the absolute path contains a folder Assets.
bool IsInAssets(std::string_view path);
// Returns the GUID of the file: 32 hex digits, the 128-bit FNV-1a hash of its path below the
// project's folder Assets, or of its name if there is none. The project's is the one beside a
// folder ProjectSettings or, without that, the outermost. The GUID is the same on each machine, so
// materials that use the texture keep working.
std::string UnityGuid(std::string_view path);

// Returns a MaterialX 1.38 document: a standard_surface whose inputs read the pictures through
// tiledimage nodes. Files are named relative to the document's folder, which is theirs.
std::string MaterialX(const SetInfo& info, std::span<const SetFile> files);

// Returns the text of a Python script for Blender 3.1 or later that makes the material: a
// Principled BSDF whose inputs read the pictures, which are beside the script, and a displacement
// of the right scale.
std::string BlenderScript(const SetInfo& info, std::span<const SetFile> files);

// Returns a .glb file, glTF 2.0 in one binary file, that contains the PNG files of a set: a colour
// (if there is one), normals, and occlusion, roughness and metallic packed. The quad is 1 wide, or
// with a world as many metres as the picture, and faces +Z. Throws Error kLimit if the file would
// exceed the 4 GiB of the format.
std::string Glb(const SetInfo& info, std::span<const SetFile> files);

}  // namespace cobble
