// Tests the round trip from recipe to JSON and back, with random recipes made from the field table.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "cobble/recipe_io.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_kind.h"
#include "recipe/fields/node_spec.h"

namespace cobble {
namespace {

class Maker {
 public:
  explicit Maker(uint64_t seed) : random_(seed) {}

  Recipe Make() {
    Recipe recipe;
    for (const Field& field : Fields()) {
      if (field.access.set) field.access.set(recipe, MakeValue(field));
    }
    recipe.domain.surface = SurfaceShape::kPlane;  // reading/sphere_test.cpp has spheres
    MakeWorld(&recipe);
    if (recipe.domain.grid == Grid::kVertices) {
      recipe.samples = 1;
      recipe.width = std::max<int64_t>(recipe.width, 2);
      recipe.height = std::max<int64_t>(recipe.height, 2);
    }
    for (uint64_t n = Below(3); n > 0; --n)
      recipe.nodes[MakeName()] = MakeNode(2, Accepts::kNumber);
    for (uint64_t n = Below(3); n > 0; --n)
      recipe.maps["m" + std::to_string(Below(9))] = MakeNode(2, Accepts::kAny);
    if (Below(2) == 0) recipe.packs["p"] = MakePack(recipe);
    do {
      recipe.noise = MakeNode(4, Accepts::kNumber);
    } while (recipe.noise.type == "constant" && Below(4) > 0);
    return recipe;
  }

 private:
  uint64_t Below(uint64_t n) { return random_() % n; }

  // Leaves the world in a third of the recipes.
  void MakeWorld(Recipe* recipe) {
    std::ranges::sort(recipe->world->heights);
    recipe->world->radius = 0;
    if (recipe->range.mode != RangeMode::kFixed || Below(3) > 0) recipe->world.reset();
    if (recipe->world) recipe->normal.strength = recipe->world->Strength();
  }

  double MakeNumber(const Field& field) {
    const bool whole = field.type == FieldType::kInteger || field.type == FieldType::kSize;
    const double fraction = static_cast<double>(random_() >> 11) / 9007199254740992.0;
    double number = field.minimum + fraction * (field.maximum - field.minimum);
    if (Below(3) == 0) number = std::clamp(fraction * 8, field.minimum, field.maximum);
    if (Below(8) == 0) number = field.maximum;
    if (whole) number = std::floor(number);
    if (field.exclusive_minimum && number <= field.minimum) return field.maximum;
    if (field.or_zero && Below(4) == 0) return 0;
    return field.not_zero && number == 0 ? 1 : number;
  }

  std::string MakeText() {
    constexpr std::string_view kPieces[] = {"a", "\"", "\\", "\n", "\x01", "\xC3\xA9", "/*", " "};
    std::string text;
    for (uint64_t n = Below(9); n > 0; --n) text += kPieces[Below(std::size(kPieces))];
    return text;
  }

  std::string MakeName() {
    constexpr std::string_view kPieces[] = {"rock", "\"", ".", "\\", "\xC3\xA9", " ", "type", "9"};
    std::string name(kPieces[Below(std::size(kPieces))]);
    for (uint64_t n = Below(4); n > 0; --n) name += kPieces[Below(std::size(kPieces))];
    return name;
  }

  std::vector<PackPart> MakePack(const Recipe& recipe) {
    std::vector<PackPart> parts{{.map = "ao", .invert = Below(2) == 0}, {.map = {}, .value = 0.25}};
    if (recipe.maps.empty()) return parts;
    const auto& [name, node] = *recipe.maps.begin();
    if (!IsColor(recipe, node)) parts.push_back({.map = name, .invert = Below(2) == 0});
    return parts;
  }

  // A colour that can be written as #rrggbb, or one that cannot.
  Value MakeColor() {
    if (Below(2) == 0) return NumberList(3, Below(2) == 0 ? 0.0 : 1.0);
    Field channel;
    channel.minimum = 0;
    channel.maximum = kMaxChannel;
    return NumberList{MakeNumber(channel), MakeNumber(channel), MakeNumber(channel)};
  }

  Value MakePairs(const Field& field) {
    std::vector<double> pairs;
    double x = field.minimum;
    for (uint64_t n = 2 + Below(Below(4) == 0 ? 255 : 4); n > 0; --n) {
      pairs.insert(pairs.end(), {x, MakeNumber(field)});
      x += static_cast<double>(1 + Below(1u << 20)) / 1024;
    }
    return pairs;
  }

  Value MakeNumbers(const Field& field) {
    std::vector<double> numbers;
    uint64_t count = static_cast<uint64_t>(field.count);
    if (field.type == FieldType::kList) count = 1 + Below(std::min<uint64_t>(count, 50));
    for (uint64_t i = 0; i < count; ++i) numbers.push_back(MakeNumber(field));
    if (field.type == FieldType::kRange) numbers[1] = numbers[0] > 0 ? -1 : 1;  // different
    return numbers;
  }

  // Colours, after an increasing x each if they are stops.
  Value MakeColors(bool are_stops) {
    std::vector<double> numbers;
    double x = -3;
    for (std::size_t count = 2 + Below(5); count > 0; --count) {
      if (are_stops) numbers.push_back(x += 0.25 + static_cast<double>(Below(8)));
      const Value color = MakeColor();
      const auto& rgb = std::get<NumberList>(color);
      numbers.insert(numbers.end(), rgb.begin(), rgb.end());
    }
    return numbers;
  }

  Value MakeValue(const Field& field) {
    switch (field.type) {
      case FieldType::kBool:
        return Below(2) == 0;
      case FieldType::kText:
        return MakeText();
      case FieldType::kInteger:
      case FieldType::kNumber:
        return MakeNumber(field);
      case FieldType::kPairs:
        return MakePairs(field);
      case FieldType::kColor:
        return MakeColor();
      case FieldType::kColors:
        return MakeColors(false);
      case FieldType::kStops:
        return MakeColors(true);
      case FieldType::kRange:
        if (field.choices.empty() || Below(2) == 0) return MakeNumbers(field);
        [[fallthrough]];
      case FieldType::kChoice:
        return std::string(field.choices[Below(field.choices.size())]);
      case FieldType::kByAxis:
        if (Below(2) == 0) return MakeNumber(field);
        [[fallthrough]];
      case FieldType::kSize:
      case FieldType::kVector:
      case FieldType::kScale:
      case FieldType::kList:
        return MakeNumbers(field);
      case FieldType::kObject:
      case FieldType::kInput:
      case FieldType::kInputs:
      case FieldType::kNodes:
      case FieldType::kMaps:
      case FieldType::kPack:
      case FieldType::kPacks:
      case FieldType::kStop:
      case FieldType::kKnobValue:
      case FieldType::kKnobs:
      case FieldType::kFunctions:
        break;
    }
    FAIL("such a field has no plain value: " << field.key);
    return {};
  }

  Node MakeNode(int depth, Accepts accepts) {
    Node node;
    const NodeSpec& spec = *NodeSpecs()[Below(NodeSpecs().size())];
    if (spec.is_color && accepts == Accepts::kNumber) return MakeNode(depth, accepts);
    node.type = spec.name;
    if (depth == 0 && node.type != "perlin") node.type = "constant";
    FillAll(ObjectKind::kNode, *NodeTypeNumber(node.type), "", depth, &node);
    const auto& [choice, color] = spec.color_choice;
    if (accepts == Accepts::kNumber && node.type == spec.name && !choice.empty() &&
        node.Text(choice) == color)
      return MakeNode(depth, accepts);
    const auto decides = node.inputs.find(std::string(spec.color_if));
    if (decides != node.inputs.end() && accepts == Accepts::kNumber)
      decides->second = {MakeNode(depth - 1, accepts)};
    return node;
  }

  // `path` is the object's path in the node.
  void FillAll(ObjectKind kind, int type, const std::string& path, int depth, Node* node) {
    for (const Field& field : Fields()) {
      if (field.object != kind || !Uses(type, field)) continue;
      if (field.key != "type" && IsPresent(field, path, *node)) Fill(field, path, depth, node);
      if (!node->Has(path + std::string(field.key))) continue;
      for (const auto replaced : field.excludes) node->values.erase(path + std::string(replaced));
    }
    if (node->Has(path + "high")) Sort(path, node);
  }

  // Returns false for a key that other values of another key require.
  static bool IsPresent(const Field& field, const std::string& path, const Node& node) {
    if (!field.required || field.effective_if.empty()) return true;
    const std::string& value = node.Text(path + std::string(field.effective_if));
    return std::ranges::count(field.effective_values, value) > 0;
  }

  static void Sort(const std::string& path, Node* node) {
    std::vector<double> numbers;
    std::vector<std::string> keys{path + "low", path + "mode", path + "high"};
    std::erase_if(keys, [&](const std::string& key) { return !node->Has(key); });
    for (const std::string& key : keys) numbers.push_back(node->Number(key));
    std::sort(numbers.begin(), numbers.end());
    if (numbers.back() - numbers.front() < kMinDifference) numbers = {-1, 0, 1};
    for (std::size_t i = 0; i < keys.size(); ++i) node->values[keys[i]] = numbers[i];
  }

  void Fill(const Field& field, const std::string& path, int depth, Node* node) {
    const std::string key = path + std::string(field.key);
    if (field.type == FieldType::kObject) {
      const auto type = Below(TypesOf(field.inner).size());
      node->values[key + ".type"] = std::string(TypesOf(field.inner)[type]);
      return FillAll(field.inner, static_cast<int>(type), key + ".", depth, node);
    }
    const bool list = field.type == FieldType::kInputs;
    if (list || field.type == FieldType::kInput) {
      const uint64_t count = list ? 1 + Below(static_cast<uint64_t>(field.count)) : 1;
      for (uint64_t i = 0; i < count; ++i)
        node->inputs[key].push_back(MakeNode(depth - 1, field.accepts));
    } else if (field.required || !field.fallback.empty() || Below(2) == 0) {
      node->values[key] = MakeValue(field);
    }
  }

  std::mt19937_64 random_;
};

TEST_CASE("a written recipe reads back as the same") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Recipe recipe = Maker(seed).Make();
    const std::string text = WriteRecipe(recipe);
    CAPTURE(text);
    const Recipe read = ReadRecipe(text, "f");
    REQUIRE(read == recipe);
    REQUIRE(WriteRecipe(read) == text);
    const std::string line = WriteRecipeLine(recipe);
    REQUIRE(line.find('\n') == std::string::npos);
    REQUIRE(ReadRecipe(line, "f") == recipe);
  }
}

TEST_CASE("an extent is written unless it follows from the size") {
  const auto written = [](const std::string& rest) {
    const std::string text =
        R"({"cobble": 1, "noise": {"type": "value"}, "size": [100, 30], "domain": )" + rest + "}";
    const Recipe recipe = ReadRecipe(text, "f");
    REQUIRE(ReadRecipe(WriteRecipe(recipe), "f") == recipe);
    return WriteRecipeLine(recipe);
  };
  for (const char* same : {"{}", R"({"extent": [1, 0.3]})"})
    CHECK(written(same).find("extent") == std::string::npos);
  CHECK(written(R"({"extent": [1, 1]})").find(R"("extent": [1, 1])") != std::string::npos);
  CHECK(written(R"({"extent": [2, 0.6]})").find(R"("extent": [2, 0.6])") != std::string::npos);

  Recipe by_hand;  // its default extent is a square's
  by_hand.noise = Node::Constant(1);
  by_hand.width = 500;
  CHECK(ReadRecipe(WriteRecipe(by_hand), "f") == by_hand);
}

TEST_CASE("recipes that differ are not equal") {
  const Recipe recipe = Maker(1).Make();
  Recipe other = recipe;
  other.origins["/size"] = {"f:1:1", false};
  CHECK(other == recipe);
  void (*const changes[])(Recipe&) = {[](Recipe& r) { r.seed ^= 1; },
                                      [](Recipe& r) { r.domain.slice += 1; },
                                      [](Recipe& r) { r.curvature.scale += 1; },
                                      [](Recipe& r) { r.ao.directions += 1; },
                                      [](Recipe& r) { r.bumpslopes.uvslopes_scale += 1; },
                                      [](Recipe& r) { r.world.emplace().width = 7; },
                                      [](Recipe& r) { r.lit.azimuth += 1; },
                                      [](Recipe& r) { r.noise = Node::Constant(0.123); },
                                      [](Recipe& r) { r.maps["m9"] = Node::Constant(1); },
                                      [](Recipe& r) {
                                        r.packs["p9"] = {{.map = "ao"}, {.map = "ao"}};
                                      },
                                      [](Recipe& r) { r.description += "x"; }};
  for (const auto change : changes) {
    other = recipe;
    change(other);
    CHECK_FALSE(other == recipe);
  }
}

TEST_CASE("a recipe is written completely, in the order of the table") {
  const Recipe recipe = ReadRecipe(
      R"({"noise": {"octaves": 3, "type": "value"}, "size": 64, "cobble": 1, "x-a": 1})", "f");
  CHECK(WriteRecipe(recipe) ==
        "{\n"
        "  \"cobble\": 1,\n"
        "  \"size\": [64, 64],\n"
        "  \"samples\": 1,\n"
        "  \"seed\": 0,\n"
        "  \"tiling\": false,\n"
        "  \"flip\": false,\n"
        "  \"loop\": false,\n"
        "  \"domain\": {\n"
        "    \"translate\": [0, 0, 0],\n"
        "    \"rotate\": [0, 0, 0],\n"
        "    \"scale\": [1, 1, 1],\n"
        "    \"slice\": 0,\n"
        "    \"grid\": \"pixels\"\n"
        "  },\n"
        "  \"noise\": {\n"
        "    \"type\": \"value\",\n"
        "    \"dimensions\": 2,\n"
        "    \"frequency\": 4,\n"
        "    \"octaves\": 3,\n"
        "    \"lacunarity\": 2,\n"
        "    \"persistence\": 0.5,\n"
        "    \"turbulence\": \"none\",\n"
        "    \"aligned\": false\n"
        "  },\n"
        "  \"range\": \"natural\",\n"
        "  \"normal\": {\n"
        "    \"strength\": 0.1,\n"
        "    \"y\": \"up\"\n"
        "  },\n"
        "  \"curvature\": {\n"
        "    \"radius\": 0.005,\n"
        "    \"scale\": 0.007\n"
        "  },\n"
        "  \"ao\": {\n"
        "    \"radius\": 0.05,\n"
        "    \"directions\": 8\n"
        "  },\n"
        "  \"bumpslopes\": {\n"
        "    \"uvslopes-scale\": 0\n"
        "  },\n"
        "  \"lit\": {\n"
        "    \"azimuth\": 315,\n"
        "    \"elevation\": 45\n"
        "  }\n"
        "}\n");
}

}  // namespace
}  // namespace cobble
