// Writes MaterialX documents.
// Based on: Smythe, Stone, et al., "MaterialX: An Open Standard for Network-Based CG Object Looks",
// version 1.38, 2022, and its Standard Nodes; Georgiev et al., "Autodesk Standard Surface", 2019;
// Andersson et al., "OpenPBR Surface", version 1.1, 2024.
#include "engines/set_files.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "core/escape.h"
#include "core/numbers.h"
#include "platform/path.h"

namespace cobble {
namespace {

// Returns a name that MaterialX accepts: letters, digits and underscores, not a digit first.
std::string NodeName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && name.empty()) name = "_";
    name += is_letter || is_digit ? c : '_';
  }
  return name;
}

std::string Value(std::string_view name, std::string_view type, std::string_view value,
                  std::string_view more = {}) {
  return fmt::format(R"(<input name="{}" type="{}" value="{}"{} />)", name, type, value, more);
}

std::string Link(std::string_view name, std::string_view type, std::string_view node) {
  return fmt::format(R"(<input name="{}" type="{}" nodename="{}" />)", name, type, node);
}

std::string GraphLink(std::string_view name, std::string_view type, std::string_view output) {
  return fmt::format(R"(<input name="{}" type="{}" nodegraph="textures" output="{}" />)", name,
                     type, output);
}

std::string_view TypeOf(const SetPicture& picture) {
  const Role first = picture.channels.front().role;
  if (first == Role::kColor) return "color3";
  if (first == Role::kNormal) return "vector3";
  constexpr std::string_view kTypes[] = {"float", "vector2", "vector3", "vector4"};
  return kTypes[picture.channels.size() - 1];
}

// A surface's node, and its inputs whose names differ from those of others.
struct Surface {
  std::string_view version, node, weight, metalness, normal;
};
constexpr Surface kStandardSurface{"1.38", "standard_surface", "base", "metalness", "normal"};
constexpr Surface kOpenPbr{"1.39", "open_pbr_surface", "base_weight", "base_metalness",
                           "geometry_normal"};

struct Place {
  std::size_t file, channel;
};

class Writer {
 public:
  Writer(const Surface& surface, const SetInfo& info, std::span<const SetFile> files)
      : kind_(surface), info_(info), files_(files) {}

  std::string Write() {
    AddImages();
    if (const auto color = Find(Role::kColor))
      AddInput("base_color", "color3", ImageName(color->file));
    AddNumber(Role::kRoughness, "specular_roughness");
    AddNumber(Role::kMetallic, kind_.metalness);
    AddNormal();
    AddHeight();
    return Document();
  }

 private:
  std::optional<Place> Find(Role role) const {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const auto& channels = files_[i].picture->channels;
      for (std::size_t c = 0; c < channels.size(); ++c)
        if (channels[c].role == role) return Place{i, c};
    }
    return std::nullopt;
  }

  std::string ImageName(std::size_t i) const {
    return "image" + NodeName(files_[i].picture->suffix);
  }

  // Adds a node for each picture that the surface uses.
  void AddImages() {
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const SetPicture& picture = *files_[i].picture;
      const Role role = picture.channels.front().role;
      if (picture.channels.size() == 1 && !HasInput(role)) continue;
      const std::string_view space =
          role == Role::kColor ? R"( colorspace="srgb_texture")" : std::string_view();
      std::vector<std::string> inputs{
          Value("file", "filename", EscapedXml(FileNameOf(files_[i].path)), space)};
      // A tiledimage always repeats.
      if (!files_[i].tiles)
        for (const std::string_view axis : {"u", "v"})
          inputs.push_back(Value(std::string(axis) + "addressmode", "string", "clamp"));
      Add(files_[i].tiles ? "tiledimage" : "image", ImageName(i), TypeOf(picture), inputs);
    }
  }

  // Adds a node to the graph. Returns its name.
  std::string Add(std::string_view node, const std::string& name, std::string_view type,
                  const std::vector<std::string>& inputs) {
    graph_ += fmt::format("    <{} name=\"{}\" type=\"{}\">\n", node, name, type);
    for (const std::string& input : inputs) graph_ += "      " + input + '\n';
    graph_ += fmt::format("    </{}>\n", node);
    return name;
  }

  void AddOutput(std::string_view name, std::string_view type, std::string_view node) {
    graph_ +=
        fmt::format("    <output name=\"{}\" type=\"{}\" nodename=\"{}\" />\n", name, type, node);
  }

  // Adds an output of the graph, and the surface's input of the same name.
  void AddInput(std::string_view name, std::string_view type, std::string_view node) {
    AddOutput(name, type, node);
    surface_ += "    " + GraphLink(name, type, name) + '\n';
  }

  static bool HasInput(Role role) {
    return role == Role::kColor || role == Role::kNormal || role == Role::kHeight ||
           role == Role::kRoughness || role == Role::kMetallic;
  }

  void AddNumber(Role role, std::string_view input) {
    const auto place = Find(role);
    if (!place) return;
    const SetPicture& picture = *files_[place->file].picture;
    std::string node = ImageName(place->file);
    if (picture.channels.size() > 1)
      node = Extract(node, TypeOf(picture), place->channel, std::string(InfoOf(role).map));
    if (picture.channels[place->channel].invert)
      node = Add("invert", node + "_inverted", "float", {Link("in", "float", node)});
    AddInput(input, "float", node);
  }

  std::string Extract(const std::string& node, std::string_view type, std::size_t channel,
                      const std::string& name) {
    return Add("extract", name, "float",
               {Link("in", type, node), Value("index", "integer", std::to_string(channel))});
  }

  // The node normalmap expects y to point up.
  void AddNormal() {
    const auto place = Find(Role::kNormal);
    if (!place) return;
    std::string node = ImageName(place->file);
    if (info_.normal_is_down) {
      std::vector<std::string> axes;
      for (std::size_t c = 0; c < 3; ++c)
        axes.push_back(Extract(node, "vector3", c, std::string("normal_") + "xyz"[c]));
      const std::string up = Add("invert", "normal_y_up", "float", {Link("in", "float", axes[1])});
      node = Add(
          "combine3", "normal_up", "vector3",
          {Link("in1", "float", axes[0]), Link("in2", "float", up), Link("in3", "float", axes[2])});
    }
    Add("normalmap", "normalmap", "vector3", {Link("in", "vector3", node)});
    AddInput(kind_.normal, "vector3", "normalmap");
  }

  void AddHeight() {
    const auto place = Find(Role::kHeight);
    if (!place) return;
    AddOutput("height", "float", ImageName(place->file));
    displacement_ = "  <displacement name=\"displacement\" type=\"displacementshader\">\n    " +
                    GraphLink("displacement", "float", "height") + "\n    " + Scale() +
                    "\n  </displacement>\n";
  }

  // In picture widths, or in metres with a world.
  std::string Scale() const {
    if (!info_.world) return Value("scale", "float", Shortest(info_.height_scale));
    return Value("scale", "float", Shortest(info_.world->rise),
                 R"( unittype="distance" unit="meter")");
  }

  std::string Document() const {
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n<materialx version=\"{}\" colorspace=\"lin_rec709\">\n"
        "  <nodegraph name=\"textures\">\n{}  </nodegraph>\n"
        "  <{} name=\"surface\" type=\"surfaceshader\">\n    {}\n{}  </{}>\n",
        kind_.version, graph_, kind_.node, Value(kind_.weight, "float", "1"), surface_, kind_.node);
    text += displacement_;
    text += fmt::format("  <surfacematerial name=\"{}\" type=\"material\">\n    {}\n",
                        "material_" + NodeName(info_.name),
                        Link("surfaceshader", "surfaceshader", "surface"));
    if (!displacement_.empty())
      text += "    " + Link("displacementshader", "displacementshader", "displacement") + '\n';
    return text + "  </surfacematerial>\n</materialx>\n";
  }

  const Surface& kind_;
  const SetInfo& info_;
  std::span<const SetFile> files_;
  std::string graph_;                   // "textures": nodes that read pictures, and outputs
  std::string surface_, displacement_;  // the surface's inputs; the displacement node
};

}  // namespace

std::string MaterialX(const SetInfo& info, std::span<const SetFile> files) {
  return Writer(kStandardSurface, info, files).Write();
}

std::string MaterialXOpenPbr(const SetInfo& info, std::span<const SetFile> files) {
  return Writer(kOpenPbr, info, files).Write();
}

}  // namespace cobble
