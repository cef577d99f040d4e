// Writes Godot's .import files.
#include "engines/set_files.h"

#include <fmt/format.h>

namespace cobble {
namespace {

// Values of compress/mode: lossless keeps floats; Video RAM compression is for materials.
constexpr int kLossless = 0, kVram = 2;
// Values of compress/normal_map: 1 imports normals, of which it keeps x and y; 2 anything else,
// such as normals with an alpha; 0 would guess.
constexpr int kNormals = 1, kNoNormals = 2;

}  // namespace

std::string GodotImport(const SetFile& file) {
  const std::span<const SetChannel> channels = file.picture->channels;
  const Role role = channels.front().role;
  return fmt::format(R"([remap]

importer="texture"
type="CompressedTexture2D"

[params]

compress/mode={}
compress/normal_map={}
mipmaps/generate=true
process/normal_map_invert_y=false
detect_3d/compress_to=0
)",
                     role == Role::kHeight ? kLossless : kVram,
                     role == Role::kNormal && channels.size() == 1 ? kNormals : kNoNormals);
}

// The faces X+, X-, Y+, Y-, Z+ and Z- are side by side.
std::string GodotCubemapImport(const SetFile&) {
  constexpr int kSixByOne = 3;  // of 1x6, 2x3, 3x2 and 6x1
  return fmt::format(R"([remap]

importer="cubemap_texture"
type="CompressedCubemap"

[params]

compress/mode={}
mipmaps/generate=true
slices/arrangement={}
)",
                     kVram, kSixByOne);
}

}  // namespace cobble
