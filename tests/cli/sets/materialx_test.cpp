// Tests cobble render --mtlx against a list of MaterialX's nodes and their inputs.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <sstream>

#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

using Attributes = std::map<std::string, std::string>;
// Node -> input -> type, such as "float", "T" for the node's own, or "vector3|vector4".
using NodeList = std::map<std::string, std::map<std::string, std::string>>;

NodeList ReadNodes() {
  NodeList nodes;
  for (const std::string& line :
       SplitLines(ReadAll(COBBLE_SOURCE_DIR "/tests/support/materialx_nodes.txt"))) {
    if (line.starts_with('#')) continue;
    const std::size_t colon = line.find(": ");
    std::istringstream inputs(line.substr(colon + 2));
    for (std::string name, type; inputs >> name >> type;) {
      if (type.ends_with(',')) type.pop_back();
      nodes[line.substr(0, colon)][name] = type;
    }
  }
  return nodes;
}

struct Tag {
  std::string name;
  Attributes attributes;
  bool closes = false;    // </name>
  bool is_empty = false;  // <name ... />
};

// Splits a document that has no text between its tags.
std::vector<Tag> ReadTags(const std::string& xml) {
  static const std::regex tag(R"(<(/?)(\w+)((?:\s+\w+="[^"<]*")*)\s*(/?)>)");
  static const std::regex attribute(R"re((\w+)="([^"]*)")re");
  const std::string header = "<?xml version=\"1.0\"?>\n";
  REQUIRE(xml.starts_with(header));
  std::vector<Tag> tags;
  const std::string body = xml.substr(header.size());
  CHECK(std::regex_replace(body, tag, "").find_first_not_of(" \n") == std::string::npos);
  for (std::sregex_iterator at(body.begin(), body.end(), tag), end; at != end; ++at) {
    Tag one{.name = (*at)[2],
            .attributes = {},
            .closes = (*at)[1].length() > 0,
            .is_empty = (*at)[4].length() > 0};
    const std::string text = (*at)[3];
    for (std::sregex_iterator a(text.begin(), text.end(), attribute); a != end; ++a)
      one.attributes[(*a)[1]] = (*a)[2];
    tags.push_back(std::move(one));
  }
  return tags;
}

// Checks a document: nodes, inputs, types and references.
class Checker {
 public:
  explicit Checker(const std::string& path) : tags_(ReadTags(ReadAll(path))) {
    REQUIRE(tags_.size() > 2);
    CHECK(tags_.front().name == "materialx");
    CHECK(tags_.front().attributes["version"] == (Contains(path, "openpbr") ? "1.39" : "1.38"));
    for (std::size_t i = 1; i + 1 < tags_.size(); ++i) Visit(tags_[i]);
    CHECK(open_.empty());
  }

  std::vector<std::string> files, surface_inputs;

 private:
  void Visit(Tag& tag) {
    CAPTURE(tag.name);
    if (tag.closes) {
      REQUIRE_FALSE(open_.empty());
      CHECK(open_.back().name == tag.name);
      if (tag.name == "nodegraph") scope_ = "";
      open_.pop_back();
    } else if (tag.name == "nodegraph") {
      scope_ = tag.attributes["name"] + "/";
      open_.push_back(tag);
    } else if (tag.name == "output") {
      CHECK(types_[scope_ + tag.attributes["nodename"]] == tag.attributes["type"]);
      Define(tag);
    } else if (tag.name == "input") {
      VisitInput(tag);
    } else {
      REQUIRE(nodes_.contains(tag.name));
      Define(tag);
      CHECK_FALSE(tag.is_empty);
      open_.push_back(tag);
    }
  }

  void VisitInput(Tag& input) {
    Attributes& a = input.attributes;
    REQUIRE_FALSE(open_.empty());
    Tag& node = open_.back();
    CAPTURE(node.name);
    CAPTURE(a["name"]);
    REQUIRE(nodes_.at(node.name).contains(a["name"]));
    std::string allowed = nodes_.at(node.name).at(a["name"]);
    if (allowed == "T") allowed = node.attributes["type"];
    CHECK(("|" + allowed + "|").find("|" + a["type"] + "|") != std::string::npos);
    CHECK(static_cast<int>(a.contains("value")) + static_cast<int>(a.contains("nodename")) +
              static_cast<int>(a.contains("nodegraph")) ==
          1);
    if (a.contains("nodename")) CHECK(types_[scope_ + a["nodename"]] == a["type"]);
    if (a.contains("nodegraph")) CHECK(types_[a["nodegraph"] + "/" + a["output"]] == a["type"]);
    if (a["type"] == "filename") {
      CHECK_MESSAGE(std::filesystem::is_regular_file(a["value"]), a["value"]);
      CHECK(a.contains("colorspace") == (node.attributes["type"] == "color3"));
      files.push_back(a["value"]);
    }
    if (node.name.ends_with("_surface")) surface_inputs.push_back(a["name"]);
  }

  void Define(Tag& tag) {
    const std::string name = scope_ + tag.attributes["name"];
    CHECK(std::regex_match(tag.attributes["name"], std::regex(R"([A-Za-z_]\w*)")));
    CHECK_MESSAGE(types_.emplace(name, tag.attributes["type"]).second, name);
  }

  const NodeList nodes_ = ReadNodes();
  std::vector<Tag> tags_, open_;
  std::map<std::string, std::string> types_;  // of nodes and outputs, by scope and name
  std::string scope_;
};

TEST_CASE("a material reads the pictures of every engine through known nodes") {
  const std::pair<std::string, Strings> sets[] = {
      {"unreal", {"T_a_D.png", "T_a_N.png", "T_a_ORM.png"}},
      {"unity", {"a_Albedo.png", "a_Normal.png", "a_MetallicSmoothness.png", "a_Height.png"}},
      {"unity-hdrp", {"a_BaseColor.png", "a_Normal.png", "a_MaskMap.png", "a_Height.png"}},
      {"godot", {"a_albedo.png", "a_normal.png", "a_orm.png", "a_height.exr"}},
      {"blender",
       {"a_BaseColor.png", "a_Roughness.png", "a_Metallic.png", "a_Normal.png",
        "a_Displacement.exr"}}};
  for (const auto& set : sets) {
    const auto& engine = set.first;
    const auto& files = set.second;
    CAPTURE(engine);
    Folder folder;
    Render("--quiet --preset rust --size 32 --mtlx --for " + engine + " -o a");
    const Checker checker("a.mtlx");
    CHECK(checker.files == files);
    CHECK(checker.surface_inputs ==
          Strings{"base", "base_color", "specular_roughness", "metalness", "normal"});
    const Checker open_pbr("a_openpbr.mtlx");
    CHECK(open_pbr.files == files);
    CHECK(open_pbr.surface_inputs == Strings{"base_weight", "base_color", "specular_roughness",
                                             "base_metalness", "geometry_normal"});
  }
}

TEST_CASE("MaterialX's library finds the documents valid, and makes shaders of both materials") {
  const Folder folder;
  const std::string command = "node " COBBLE_SOURCE_DIR "/tests/cli/sets/read_materialx.js ";
  for (const std::string engine : {"unreal", "blender"}) {
    Render("--quiet --preset rust --size 32 --mtlx --for " + engine + " -o a");
    const Outcome first = RunShell(command + "a.mtlx");
    if (first.status == 3 || first.status == 127) return test::Skip("no MaterialX");
    const int pictures = engine == "unreal" ? 3 : 5;
    const std::string read = std::to_string(pictures) + " pictures\n";
    CHECK(first.out == "valid\nmaterial_a standard_surface " + read);
    CHECK(RunShell(command + "a_openpbr.mtlx").out == "valid\nmaterial_a open_pbr_surface " + read);
  }
  // The library does find faults.
  std::string broken = ReadAll("a_openpbr.mtlx");
  broken.replace(broken.rfind("\"base_metalness\" type"), 16, "\"metalness\"");
  WriteFile("b.mtlx", broken);
  CHECK(RunShell(command + "b.mtlx").out.starts_with("invalid"));
}

TEST_CASE("a channel of a pack is extracted, smoothness is inverted, normals point up") {
  const Folder folder;
  Render("--quiet --preset rust --size 32 --mtlx --for unreal -o a");
  Render("--quiet --preset rust --size 32 --mtlx --for unity-hdrp -o b");
  const std::string down = ReadAll("a.mtlx"), up = ReadAll("b.mtlx");
  const auto node = [](const std::string& xml, const std::string& name) {
    const std::size_t at = xml.find(" name=\"" + name + "\"");
    REQUIRE_MESSAGE(at != std::string::npos, name);
    const std::size_t start = xml.rfind('<', at);
    return xml.substr(start, xml.find("\n    </", start) - start);
  };
  CHECK(Contains(node(down, "roughness"), "name=\"index\" type=\"integer\" value=\"1\""));
  CHECK(node(down, "metallic").find("value=\"2\"") != std::string::npos);
  CHECK(node(down, "normal_y_up").starts_with("<invert "));
  CHECK(node(down, "normalmap").find("nodename=\"normal_up\"") != std::string::npos);
  CHECK(node(up, "roughness").find("value=\"3\"") != std::string::npos);
  CHECK(node(up, "roughness_inverted").starts_with("<invert "));
  CHECK(node(up, "metallic").find("value=\"0\"") != std::string::npos);
  CHECK(node(up, "normalmap").find("nodename=\"image_Normal\"") != std::string::npos);
  CHECK(up.find("<input name=\"scale\" type=\"float\" value=\"0.03\" />") != std::string::npos);
  CHECK(down.find("<displacement ") == std::string::npos);
}

TEST_CASE("what does not tile is clamped at its edges") {
  const Folder folder;
  Render("--quiet --preset rust --size 32 --no-tiling --mtlx --for unity -o a");
  const Checker checker("a.mtlx");
  const std::string xml = ReadAll("a.mtlx");
  CHECK(xml.find("tiledimage") == std::string::npos);
  CHECK(Contains(xml, "<input name=\"uaddressmode\" type=\"string\" value=\"clamp\" />"));
}

TEST_CASE("names are escaped, and without a colour there is no input for it") {
  if (test::Lacks(test::kNames)) return;
  const Folder folder;
  const std::string name = "4&\"<\xC3\xA9>";
  Render("--quiet --noise perlin --size 32 --mtlx --for blender -o " + name);
  const std::string xml = ReadAll(name + ".mtlx");
  CHECK(xml.find("value=\"4&amp;&quot;&lt;\xC3\xA9>_Normal.png\"") != std::string::npos);
  CHECK(xml.find("<surfacematerial name=\"material__4____") != std::string::npos);
  CHECK(xml.find("base_color") == std::string::npos);
}

}  // namespace
}  // namespace cobble
