// Writes binary glTF files.
//
//   header   "glTF", version 2, length of the file
//   chunk    length, "JSON", the scene, padded with spaces
//   chunk    length, "BIN\0", what the buffer views refer to, padded with zeros:
//            positions, normals, tangents, texture coordinates, indices, PNG files
//
// Based on: The Khronos Group, "glTF 2.0 Specification", 2021.
#include "engines/glb.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "cobble/error.h"
#include "cobble/version.h"
#include "core/numbers.h"

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

// Returns a JSON string. In: valid UTF-8 without control characters.
std::string JsonText(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + '"';
}

void Pad(char with, std::string* text) {
  text->resize((text->size() + kAlignment - 1) / kAlignment * kAlignment, with);
}

// The scene's buffer and the JSON of its views and accessors.
class Buffer {
 public:
  // Adds the components of `count` corners. `limits` is JSON: the minimum and maximum of positions.
  void AddFloats(std::span<const float> components, std::string_view type,
                 const std::string& limits = {}) {
    std::string bytes;
    for (const float x : components) AppendNumber(std::bit_cast<uint32_t>(x), 4, &bytes);
    AddAccessor(kFloat, kCorners, type, limits);
    AddView(bytes, kVertices);
  }

  void AddIndices(std::span<const uint16_t> indices) {
    std::string bytes;
    for (const uint16_t index : indices) AppendNumber(index, 2, &bytes);
    AddAccessor(kUnsignedShort, indices.size(), "SCALAR", {});
    AddView(bytes, kIndices);
  }

  // Returns the index of the view.
  std::size_t AddView(std::string_view bytes, int target = 0) {
    views_.push_back(fmt::format(R"({{"buffer":0,"byteOffset":{},"byteLength":{}{}}})",
                                 bytes_.size(), bytes.size(),
                                 target == 0 ? "" : fmt::format(R"(,"target":{})", target)));
    bytes_ += bytes;
    Pad('\0', &bytes_);
    return views_.size() - 1;
  }

  const std::string& bytes() const { return bytes_; }
  std::string Views() const { return fmt::format("{}", fmt::join(views_, ",")); }
  std::string Accessors() const { return fmt::format("{}", fmt::join(accessors_, ",")); }

 private:
  void AddAccessor(int component, std::size_t count, std::string_view type,
                   const std::string& limits) {
    accessors_.push_back(
        fmt::format(R"({{"bufferView":{},"componentType":{},"count":{},"type":"{}"{}}})",
                    views_.size(), component, count, type, limits));
  }

  std::string bytes_;
  std::vector<std::string> views_, accessors_;
};

// Adds the attributes and indices of a quad from (-1/2, -height/2) to (1/2, height/2) that faces
// +Z. The first row of a picture is at v = 0, the upper edge.
//
//   2---3
//   |  /|
//   | / |
//   0---1
void AddQuad(float height, Buffer* buffer) {
  const float y = height / 2;
  const std::array<float, 12> positions{-0.5f, -y, 0, 0.5f, -y, 0, -0.5f, y, 0, 0.5f, y, 0};
  const std::array<float, 12> normals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  const std::array<float, 16> tangents{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1};
  const std::array<float, 8> coordinates{0, 1, 1, 1, 0, 0, 1, 0};
  const std::array<uint16_t, 6> indices{0, 1, 3, 0, 3, 2};
  buffer->AddFloats(
      positions, "VEC3",
      fmt::format(R"(,"min":[-0.5,{},0],"max":[0.5,{},0])", Shortest(-y), Shortest(y)));
  buffer->AddFloats(normals, "VEC3");
  buffer->AddFloats(tangents, "VEC4");
  buffer->AddFloats(coordinates, "VEC2");
  buffer->AddIndices(indices);
}

// Returns the JSON of the material: a texture for each picture, in their order. A role's texture is
// the one whose first channel has it.
std::string Material(const SetInfo& info, std::span<const SetFile> files) {
  std::string surface, rest;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string texture = fmt::format(R"({{"index":{}}})", i);
    const Role role = files[i].picture->channels.front().role;
    if (role == Role::kColor) surface += fmt::format(R"("baseColorTexture":{},)", texture);
    if (role == Role::kNormal) rest += fmt::format(R"(,"normalTexture":{})", texture);
    if (role != Role::kAo) continue;
    surface += fmt::format(R"("metallicRoughnessTexture":{},)", texture);
    rest += fmt::format(R"(,"occlusionTexture":{})", texture);
  }
  return fmt::format(
      R"({{"name":{},"pbrMetallicRoughness":{{{}"metallicFactor":1,"roughnessFactor":1}}{}}})",
      JsonText(info.name), surface, rest);
}

// Returns the JSON of the scene, and adds all it refers to to the buffer.
std::string Scene(const SetInfo& info, std::span<const SetFile> files, Buffer* buffer) {
  const SetFile& first = files.front();
  AddQuad(static_cast<float>(static_cast<double>(first.height) / static_cast<double>(first.width)),
          buffer);
  std::vector<std::string> images, textures;
  for (const SetFile& file : files) {
    textures.push_back(fmt::format(R"({{"sampler":0,"source":{}}})", images.size()));
    images.push_back(fmt::format(R"({{"name":{},"mimeType":"image/png","bufferView":{}}})",
                                 JsonText(info.name + std::string(file.picture->suffix)),
                                 buffer->AddView(file.bytes)));
  }
  const std::string name = JsonText(info.name);
  const int wrap = first.tiles ? kRepeat : kClampToEdge;
  std::string json =
      fmt::format(R"({{"asset":{{"version":"2.0","generator":"cobble {}"}},)", Version());
  json += fmt::format(R"("scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":{},"mesh":0}}],)",
                      name);
  json += fmt::format(R"("meshes":[{{"name":{},"primitives":[{{"attributes":{{)", name);
  json += R"("POSITION":0,"NORMAL":1,"TANGENT":2,"TEXCOORD_0":3},"indices":4,"material":0}]}],)";
  json += fmt::format(R"("materials":[{}],)", Material(info, files));
  json += fmt::format(R"("samplers":[{{"magFilter":{},"minFilter":{},"wrapS":{},"wrapT":{}}}],)",
                      kLinear, kLinearMipmaps, wrap, wrap);
  json += fmt::format(R"("textures":[{}],"images":[{}],)", fmt::join(textures, ","),
                      fmt::join(images, ","));
  json += fmt::format(R"("accessors":[{}],"bufferViews":[{}],"buffers":[{{"byteLength":{}}}]}})",
                      buffer->Accessors(), buffer->Views(), buffer->bytes().size());
  return json;
}

}  // namespace

std::string Glb(const SetInfo& info, std::span<const SetFile> files) {
  Buffer buffer;
  std::string json = Scene(info, files, &buffer);
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
