// Writes Godot's .import files.
#include "engines/set_files.h"

#include <fmt/format.h>

namespace cobble {
namespace {

// Values of compress/mode: lossless keeps floats; Video RAM compression is for materials.
constexpr int kLossless = 0, kVram = 2;
// Values of compress/normal_map: 1 imports normals, 2 anything else; 0 would guess.
constexpr int kNormals = 1, kNoNormals = 2;

}  // namespace

std::string GodotImport(const SetFile& file) {
  const Role role = file.picture->channels.front().role;
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
                     role == Role::kNormal ? kNormals : kNoNormals);
}

}  // namespace cobble
