// Writes binary glTF files.
//
//   header   "glTF", version 2, length of the file
//   chunk    length, "JSON", the scene, padded with spaces
//   chunk    length, "BIN\0", what the buffer views refer to, padded with zeros:
//            positions, normals, tangents, texture coordinates, indices, PNG files
// Based on: The Khronos Group, "glTF 2.0 Specification", 2021.
#include "engines/set_files.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"

namespace cobble {
namespace {

constexpr std::size_t kAlignment = 4;
constexpr int kFloat = 5126, kUnsignedShort = 5123;   // component types
constexpr int kVertices = 34962, kIndices = 34963;    // targets of buffer views
constexpr int kRepeat = 10497, kClampToEdge = 33071;  // wrap modes
constexpr int kLinear = 9729, kLinearMipmaps = 9987;  // filters
constexpr int kCorners = 4;

void AppendNumber(uint32_t number, int bytes, std::string* to) {
  for (int k = 0; k < bytes; ++k) *to += static_cast<char>(number >> (8 * k) & 0xFF);
}

void Pad(char with, std::string* text) {
  text->resize((text->size() + kAlignment - 1) / kAlignment * kAlignment, with);
}

// The scene's buffer, and its views and accessors.
class Buffer {
 public:
  // Adds the components of kCorners corners. `limits` has the minimum and maximum of positions.
  void AddFloats(std::span<const float> components, std::string_view type,
                 const JsonTree& limits = JsonTree::object()) {
    std::string bytes;
    for (const float x : components) AppendNumber(std::bit_cast<uint32_t>(x), 4, &bytes);
    AddAccessor(kFloat, kCorners, type, limits);
    AddView(bytes, kVertices);
  }

  void AddIndices(std::span<const uint16_t> indices) {
    std::string bytes;
    for (const uint16_t index : indices) AppendNumber(index, 2, &bytes);
    AddAccessor(kUnsignedShort, indices.size(), "SCALAR", JsonTree::object());
    AddView(bytes, kIndices);
  }

  // Returns the index of the view.
  std::size_t AddView(std::string_view bytes, int target = 0) {
    JsonTree view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", bytes.size()}};
    if (target != 0) view["target"] = target;
    views_.push_back(std::move(view));
    bytes_ += bytes;
    Pad('\0', &bytes_);
    return views_.size() - 1;
  }

  const std::string& bytes() const { return bytes_; }
  const JsonTree& views() const { return views_; }
  const JsonTree& accessors() const { return accessors_; }

 private:
  void AddAccessor(int component, std::size_t count, std::string_view type,
                   const JsonTree& limits) {
    JsonTree accessor{{"bufferView", views_.size()},
                      {"componentType", component},
                      {"count", count},
                      {"type", type}};
    accessor.update(limits);
    accessors_.push_back(std::move(accessor));
  }

  std::string bytes_;
  JsonTree views_ = JsonTree::array(), accessors_ = JsonTree::array();
};

// Adds the attributes and indices of a quad in the plane of x and y, centred at 0, facing +Z. The
// first row of a picture is at v = 0, the upper edge.
//
//   2---3
//   |  /|
//   | / |
//   0---1
void AddQuad(float width, float height, Buffer* buffer) {
  const float x = width / 2, y = height / 2;
  const std::array<float, 12> positions{-x, -y, 0, x, -y, 0, -x, y, 0, x, y, 0};
  const std::array<float, 12> normals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  const std::array<float, 16> tangents{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
  const std::array<float, 8> coordinates{0, 1, 1, 1, 0, 0, 1, 0};
  const std::array<uint16_t, 6> indices{0, 1, 3, 0, 3, 2};
  buffer->AddFloats(positions, "VEC3", {{"min", {-x, -y, 0}}, {"max", {x, y, 0}}});
  buffer->AddFloats(normals, "VEC3");
  buffer->AddFloats(tangents, "VEC4");
  buffer->AddFloats(coordinates, "VEC2");
  buffer->AddIndices(indices);
}

// Returns the material, with a texture for each picture in order. A picture's first channel decides
// which role it serves.
JsonTree Material(const SetInfo& info, std::span<const SetFile> files) {
  JsonTree surface = JsonTree::object();
  // The quad has no separate back, and viewers often show it from behind.
  JsonTree material{{"name", info.name}, {"doubleSided", true}, {"pbrMetallicRoughness", nullptr}};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const JsonTree texture{{"index", i}};
    const Role role = files[i].picture->channels.front().role;
    if (role == Role::kColor) surface["baseColorTexture"] = texture;
    if (role == Role::kNormal) material["normalTexture"] = texture;
    if (role != Role::kAo) continue;
    surface["metallicRoughnessTexture"] = texture;
    material["occlusionTexture"] = texture;
  }
  surface["metallicFactor"] = 1;
  surface["roughnessFactor"] = 1;
  material["pbrMetallicRoughness"] = std::move(surface);
  return material;
}

// Returns the scene. Adds all it refers to to the buffer.
JsonTree Scene(const SetInfo& info, std::span<const SetFile> files, Buffer* buffer) {
  const SetFile& first = files.front();
  const double ratio = static_cast<double>(first.height) / static_cast<double>(first.width);
  AddQuad(static_cast<float>(info.world ? info.world->width : 1),
          static_cast<float>(info.world ? info.world->length : ratio), buffer);
  JsonTree images = JsonTree::array(), textures = JsonTree::array();
  for (const SetFile& file : files) {
    textures.push_back({{"sampler", 0}, {"source", images.size()}});
    images.push_back({{"name", info.name + std::string(file.picture->suffix)},
                      {"mimeType", "image/png"},
                      {"bufferView", buffer->AddView(file.bytes)}});
  }
  const int wrap = first.tiles ? kRepeat : kClampToEdge;
  const JsonTree primitive{
      {"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"TANGENT", 2}, {"TEXCOORD_0", 3}}},
      {"indices", 4},
      {"material", 0}};
  const auto list = [](JsonTree item) { return JsonTree::array({std::move(item)}); };
  return {{"asset", {{"version", "2.0"}, {"generator", "cobble " + std::string(Version())}}},
          {"scene", 0},
          {"scenes", list({{"nodes", list(0)}})},
          {"nodes", list({{"name", info.name}, {"mesh", 0}})},
          {"meshes", list({{"name", info.name}, {"primitives", list(primitive)}})},
          {"materials", list(Material(info, files))},
          {"samplers", list({{"magFilter", kLinear},
                             {"minFilter", kLinearMipmaps},
                             {"wrapS", wrap},
                             {"wrapT", wrap}})},
          {"textures", textures},
          {"images", images},
          {"accessors", buffer->accessors()},
          {"bufferViews", buffer->views()},
          {"buffers", list({{"byteLength", buffer->bytes().size()}})}};
}

}  // namespace

std::string Glb(const SetInfo& info, std::span<const SetFile> files) {
  Buffer buffer;
  std::string json = PrintJsonLine(Scene(info, files, &buffer));
  Pad(' ', &json);

  constexpr std::size_t kHeader = 12, kChunkHeader = 8;
  const std::size_t length = kHeader + 2 * kChunkHeader + json.size() + buffer.bytes().size();
  if (length > std::numeric_limits<uint32_t>::max())
    throw Error(ErrorKind::kLimit, info.name, "a .glb file holds at most 4 GiB",
                "render a smaller picture");
  std::string file = "glTF";
  AppendNumber(2, 4, &file);
  AppendNumber(static_cast<uint32_t>(length), 4, &file);
  AppendNumber(static_cast<uint32_t>(json.size()), 4, &file);
  file += "JSON" + json;
  AppendNumber(static_cast<uint32_t>(buffer.bytes().size()), 4, &file);
  file += std::string_view("BIN\0", 4);
  return file + buffer.bytes();
}

}  // namespace cobble
