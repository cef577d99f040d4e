// Tests every node: it agrees with the oracle in any view and below any node, repeats in tiled
// pictures, keeps its bits however it is rendered, and stays within its bounds. Takes all node
// types and choices of keys from the tables, and the nodes below. What is special to a type has
// its own file.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "support/errors.h"
#include "support/harness.h"
#include "support/long_form.h"
#include "support/sanitizers.h"

namespace cobble::test {
namespace {

using nlohmann::json;

// Nodes with several keys at once, one per line. # stands for a cone, @ for a colour. Those after a
// ! have 3D sources, whose lattice's oracle does not follow them out of its plane.
constexpr std::string_view kMore = R"table(
gradient(angle=30, length=0.4, repeat=repeat)
gradient(angle=-100, length=0.3, repeat=mirror)
gradient(kind=radial, centre=[0.3, -0.2], radius=0.25, repeat=repeat)
gradient(kind=radial, centre=[-0.1, 0.4], radius=0.2, repeat=mirror)
white(6, dimensions=1)
white(8, dimensions=3, pattern=stones)
stripes(5, width=0.7, bevel=0.25)
stripes(3, width=0.5, bevel=0)
dots(radius=0.5, bevel=0.5)
dots(function=id, pattern=studs)
bricks(columns=6, rows=4, shift=0.25, bevel=0.5, mortar=0)
bricks(columns=2, rows=6, shift=0.333, function=id)
bricks(columns=3, bevel=0.3, function=mortar)
bricks(mortar=0.2, function=u)
bricks(mortar=0.2, function=v, shift=0)
rings(7, width=0.6, bevel=0.3)
polygon(bevel=0.3)
polygon(sides=3, radius=0.35, bevel=0.5)
polygon(sides=17, radius=0.2, bevel=0)
hexagons(3, rows=2, gap=0, bevel=0.5)
hexagons(5, rows=6, function=id)
tiles(4, gap=0.3, function=u)
tiles(8, function=v)
tiles(4, layout=basket, bevel=0.5)
tiles(8, layout=basket, function=id)
tiles(4, layout=basket, function=v)
weave(4, gap=0, bevel=0.2)
weave(6, function=id)
scatter(#, 3, radius=1.3, overlap=add, size=[0.3, 1])
scatter(#, radius=0.9, density=2, function=id, pattern=stones)
scatter(#, radius=2, density=1.5, overlap=over, height=[-1, 1])
scatter(polygon(sides=5, radius=0.5, bevel=0.2), 5, overlap=over, size=[0.4, 1], height=[0.2, 1])
scatter(polygon(sides=3, radius=0.5, bevel=0), 5, overlap=over, function=id, turn=0, density=0.6)
scatter(perlin(2, 2, dimensions=3), 2, overlap=add, jitter=0.3, turn=30)
scatter(transform(warp(voronoi(2.5, dimensions=3), value(), 0.1), rotate=[10, 20, 30]))
scatter(1, radius=0.3, overlap=add, jitter=0)
scatter(x, 3, turn=90)
scatter(fractal(simplex(), 2, lacunarity=1.7), 3, radius=0.6)
scatter(scatter(#, 2, radius=0.6, overlap=add, density=2), 3, radius=0.8)
erosion(simplex(2))
erosion(perlin(2, 2), 4, 6, strength=0.2, sharpness=0.9, settle=0.5, range=[-0.6, 0.6])
erosion(value(3), 14, 4, strength=0.07, slope=0.04, detail=5.5)
erosion(hill(2), octaves=3, output=ridges)
erosion(simplex(2), octaves=3, lacunarity=3, sharpness=-0.5, strength=-0.05, branch=0.3)
erosion(gradient(kind=radial), octaves=2, pattern=cone)
!erosion(perlin(2, dimensions=3), octaves=2)
erosion(simplex(2), 40, 1)
phasor(profile=triangle, octaves=3, spread=0.1, angle=70)
phasor(profile=sawtooth, waves=2, angle=-200, octaves=2, lacunarity=3)
phasor(5, profile=gabor, spread=1, waves=0.1)
phasor(6, profile=sawtooth, angle=60*perlin(2))
phasor(octaves=2, spread=0.3, pattern=w, angle=180*simplex(2))
phasor(3, profile=triangle, waves=16, angle=30)
phasor(40, 2, profile=gabor)
!phasor(angle=50*perlin(2, dimensions=3))
image(b, filter=b-spline)
image(a, green, edges=clamp, encoding=srgb)
image(a, alpha, edges=clamp, filter=b-spline)
image(c, edges=clamp)
image(a, edges=extend, encoding=data)
image(c, blue, edges=extend, filter=b-spline, fit=cover)
image(b, edges=auto, fit=stretch)
image(a, alpha, edges=extend, fit=contain)
by-example(b, filter=b-spline, frequency=[4, 5.5])
by-example(b, edges=wrap, frequency=2, seed=9)
by-example(a, channel=green, encoding=srgb, frequency=8)
by-example(a, channel=alpha, filter=b-spline, edges=wrap, frequency=[4, 8], pattern=p)
luminance(adjust(@, hue=-33.3, chroma=0.7))
luminance(adjust(@, brightness=0.5, contrast=0.5, gamma=1.8))
luminance(adjust(@, hue=90*perlin(3), chroma=0.6 + 0.5*simplex(2), brightness=0.7, contrast=0.9))
luminance(blend(@, 0.4, mode=height, base-height=perlin(3), over-height=simplex(4), width=0.3))
slope-of(perlin(4, 3), radius=0.04, strength=0.7)
slope-of(bricks(bevel=0.3), magnitude, radius=0.03, limit=6)
slope-of(transform(simplex(), rotate=40, scale=[2, -1, 1]), x, radius=0.02)
slope-of(perlin(4, 3), y, radius=0.05, limit=1.5)
curvature-of(perlin(4, 3), radius=0.03, scale=0.1)
curvature-of(warp(simplex(), perlin(), 0.1), radius=0.02, strength=-0.2)
blur(perlin(4, 3), 0.05)
blur(warp(simplex(), perlin(), 0.1), 0.3, samples=9)
)table";

struct Subject {
  std::string node;
  bool may_be_tilted = true;
  bool has_oracle = true;
};

// Colours that the oracle does not compute. colors_test.cpp compares them with their formulas.
// balance_test.cpp compares lands with a slow twin, quantile_test.cpp shares with sorted values.
constexpr std::string_view kWithoutOracle[] = {"ramp", "palette", "drainage", "quantile"};

std::vector<Subject> MoreSubjects() {
  std::vector<Subject> subjects;
  for (std::string line : SplitLines(std::string(kMore))) {
    if (line.empty()) continue;
    const bool may_be_tilted = line[0] != '!';
    if (!may_be_tilted) line.erase(0, 1);
    for (const auto& [mark, text] : {std::pair{'#', "(1 - gradient(kind=radial))"},
                                     {'@', "channels(0.5 + 0.4*perlin(3), simplex(4), 0.3)"}})
      for (std::size_t at; (at = line.find(mark)) != line.npos;) line.replace(at, 1, text);
    subjects.push_back({'"' + line + '"', may_be_tilted});
  }
  return subjects;
}

// Returns a positive number or colour that varies from place to place.
json AnyInput(const Field& field, int seed) {
  const json number = json::parse(Between(0.5, 1.5, seed));
  if (field.accepts == Accepts::kNumber) return number;
  return {{"type", "channels"},
          {"red", number},
          {"green", json::parse(Between(0.1, 0.9, seed + 10))},
          {"blue", 0.3}};
}

// Returns values of a key besides its default.
std::vector<json> ValuesOf(const Field& field, int seed) {
  const json fallback = field.fallback.empty() ? json() : json::parse(field.fallback);
  const double start = fallback.is_number() ? fallback.get<double>() : 0.4;
  std::vector<json> values;
  switch (field.type) {
    case FieldType::kInteger:
      values = {std::clamp(std::round(start) + 1, field.minimum, field.maximum)};
      break;
    case FieldType::kNumber:
    case FieldType::kByAxis:
      // Whole frequencies tile.
      values = {start >= 2 ? start + 2
                           : std::clamp(0.8 * start + 0.15, field.minimum, field.maximum)};
      break;
    case FieldType::kBool:
      values = {!fallback.get<bool>()};
      break;
    case FieldType::kChoice:
      for (const std::string_view choice : field.choices) values.push_back(choice);
      break;
    case FieldType::kVector:
    case FieldType::kScale:
      values = {std::vector<double>{0.25, 1.2, 0.8}};
      values[0].get_ref<json::array_t&>().resize(static_cast<std::size_t>(field.count));
      break;
    case FieldType::kRange:
      values = {{0.4, 1.6}};
      break;
    case FieldType::kList:
      values = {{0.75, 0.25}};
      break;
    case FieldType::kInput:
      values = {AnyInput(field, seed)};
      break;
    case FieldType::kInputs:
      values = {{AnyInput(field, seed), 0.2}};
      break;
    case FieldType::kPairs:
      values = {{{0.5, 0}, {0.9, 1}, {1.5, 0.25}}};
      break;
    case FieldType::kStops:
      values = {{{0.5, "navy"}, {0.9, "wheat"}, {1.5, "olive"}}};
      break;
    case FieldType::kColors:
      values = {{"navy", "wheat", "olive"}};
      break;
    case FieldType::kColor:
      values = {"olive"};
      break;
    case FieldType::kText:
      if (field.key == "name") values = {"b"};
      break;
    default:
      break;
  }
  return values;
}

// Returns the node as a number, if a recipe can have it.
std::optional<std::string> AsNumber(const json& node) {
  for (const json& number : {node, json{{"type", "luminance"}, {"source", node}}}) try {
      Program::Compile(ReadNode(number.dump()), {.slopes = false});
      return number.dump();
    } catch (const Error&) {
      continue;
    }
  return std::nullopt;
}

// Returns each node type with its defaults, and with another value for each of its keys.
std::vector<Subject> TableSubjects() {
  std::vector<Subject> subjects;
  for (const NodeSpec* const spec : NodeSpecs()) {
    if (spec->name == kRefType || spec->name == kConstantType) continue;
    CAPTURE(spec->name);
    const bool has_oracle = std::ranges::count(kWithoutOracle, spec->name) == 0;
    json plain{{"type", spec->name}};
    int seed = 20;
    for (const Field& field : spec->fields)
      if (field.required && field.effective_if.empty())
        plain[std::string(field.key)] = ValuesOf(field, ++seed).at(0);
    if (spec->name == "drainage" || spec->name == "quantile")
      plain["resolution"] = 64;  // takes milliseconds
    const auto add = [&](const json& node) {
      const auto number = AsNumber(node);
      if (number) subjects.push_back({*number, true, has_oracle});
      return number.has_value();
    };
    CHECK_MESSAGE(add(plain), plain.dump());
    for (const Field& field : spec->fields) {
      if (field.key == "seed" || field.key == "pattern") continue;
      for (const json& value : ValuesOf(field, 40)) {
        json node = plain;
        node[std::string(field.key)] = value;
        if (!field.effective_if.empty())
          node[std::string(field.effective_if)] = field.effective_values[0];
        if (value != json::parse(field.fallback.empty() ? "null" : field.fallback)) add(node);
      }
    }
  }
  return subjects;
}

const std::vector<Subject>& Subjects() {
  static const std::vector<Subject> subjects = [] {
    std::vector<Subject> all = TableSubjects();
    CHECK(all.size() > 3 * NodeSpecs().size());
    for (Subject& more : MoreSubjects()) all.push_back(std::move(more));
    return all;
  }();
  return subjects;
}

bool Compiles(const Recipe& recipe, const CompileOptions& options) {
  return Succeeds([&] { Program::Compile(recipe, options); });
}

// Points vary in z, which some sources must not.
bool HasPoints(const Recipe& recipe) {
  return Compiles(recipe, {.positions = CompileOptions::kPoints});
}

enum Oracles { kAny, kWithOracle };

// Which subjects a test takes: all, or every ninth from this one on, in the long form every third.
constexpr int kAll = -1;

// Calls `test` with subjects below a tree, in a recipe with `members`. Leaves out subjects that
// cannot be there, having no slope or not tiling.
template <typename Test>
void ForEachSubject(int part, const std::string& tree, const std::string& members, Oracles oracles,
                    const Test& test) {
  const bool is_tilted = (members + tree).find("[20, ") != std::string::npos;
  const std::size_t part_step = IsLongForm() ? 3 : 9;
  const std::size_t first = part == kAll ? 0 : static_cast<std::size_t>(part) % part_step;
  const std::size_t step = (part == kAll ? 1 : part_step) * (kUnderSanitizer ? 5 : 1);
  std::size_t count = 0;
  for (std::size_t k = first; k < Subjects().size(); k += step) {
    const Subject& subject = Subjects()[k];
    if (is_tilted && !subject.may_be_tilted) continue;
    if (oracles == kWithOracle && !subject.has_oracle) continue;
    const Recipe recipe = ReadNode(Below(tree.c_str(), subject.node), members);
    if (!Compiles(recipe, {})) continue;
    INFO(WriteRecipe(recipe));
    test(recipe);
    ++count;
  }
  CHECK(count > Subjects().size() / step / 4);
}

// slope-of has a slope only with a radius. masks_test.cpp compares its values without one.
TEST_CASE("every node compiles with slopes in a plain picture") {
  for (const Subject& subject : Subjects()) {
    const bool has_slope = subject.node.find("\"slope-of\"") == std::string::npos ||
                           subject.node.find("\"radius\"") != std::string::npos;
    CHECK_MESSAGE(Compiles(ReadNode(subject.node, ""), {}) == has_slope, subject.node);
  }
}

constexpr const char* kTrees[] = {
    R"({{"type": "transform", "rotate": [20, 0, 25], "scale": 0.8, "source": {}}})",
    R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.2, {{"type": "value"}}],
        "source": {}}})",
    R"({{"type": "warp", "amount": 0.03, "by": [{}], "source": {{"type": "perlin"}}}})",
    R"({{"type": "fractal", "octaves": 2, "lacunarity": 1.5, "source": {}}})",
    R"({{"type": "slope-of", "radius": 0.02, "strength": 0.1, "source": {}}})",
    R"({{"type": "scatter", "source": {}}})"};

void CompareAll(int part, const char* tree, const std::string& members) {
  Tally all;
  ForEachSubject(part, tree, members, kWithOracle, [&](const Recipe& recipe) {
    const Oracle oracle(recipe);
    const Program program = Program::Compile(recipe);
    // The oracle does not bound adjust's results, and does not know that a channel is constant.
    if (oracle.bounds().low < oracle.bounds().high && program.low() < program.high()) {
      CHECK(program.low() == doctest::Approx(oracle.bounds().low).epsilon(1e-6));
      CHECK(program.high() == doctest::Approx(oracle.bounds().high).epsilon(1e-6));
    }
    // Two corners of the picture, and beyond.
    Tally tally = PixelsAgainstOracle(recipe, oracle, {-7, -5, 24, 16});
    tally.Add(PixelsAgainstOracle(recipe, oracle, {30, 20, 24, 16}));
    Random random(18);
    if (HasPoints(recipe))
      tally.Add(PointsAgainstOracle(recipe, oracle, RandomPoints(random, 100, 1)));
    CheckMisses(tally);
    all.Add(tally);
  });
  CheckMissesAndKinks(all);
}

TEST_CASE("nodes agree with the oracle, in pictures that are moved, turned or scaled") {
  CompareAll(kAll, "{}", "");
  CompareAll(0, "{}", R"("domain": {"translate": [0.7, -30, 2], "slice": 0.3}, )");
  CompareAll(1, "{}", R"("domain": {"rotate": [0, 0, 90], "scale": [2, -3, 1], "slice": -0.9}, )");
  CompareAll(2, "{}", R"("domain": {"rotate": [0, 0, 33], "extent": [2, 1]}, )");
  CompareAll(3, "{}",
             R"("domain": {"rotate": [20, 50, 70], "scale": [0.5, 2, 1.5], "slice": 0.2}, )");
}

TEST_CASE("nodes agree with the oracle below transforms, warps, fractals and masks") {
  int part = 0;
  for (const char* const tree : kTrees) CompareAll(part++, tree, R"("domain": {"slice": 0.03}, )");
}

TEST_CASE("nodes repeat with a tiled picture, also below transforms and warps") {
  const std::string tiled =
      R"("tiling": true, "domain": {"extent": [2, 2], "translate": [0.0137, 0.0071]}, )";
  const auto check = [&](int part, const char* tree) {
    CompareAll(part, tree, tiled);
    ForEachSubject(part, tree, tiled, kAny, &CheckRepeats);
  };
  check(kAll, "{}");
  check(4, R"({{"type": "transform", "rotate": 180, "scale": [2, -4, 1], "translate": [0.113, 7.13],
           "source": {}}})");
  check(5, R"({{"type": "warp", "amount": 0.05, "by": [{{"type": "perlin"}}, 0.7, -2.9],
           "source": {}}})");
}

TEST_CASE("nodes have the same bits at every level, in any window and tile") {
  ForEachSubject(kAll, "{}", "", kAny, &CheckSameBitsEverywhere);
  ForEachSubject(1, "{}", R"("domain": {"rotate": [0, 0, 33]}, )", kAny, &CheckSameBitsEverywhere);
  ForEachSubject(2, "{}", R"("tiling": true, "domain": {"extent": [1, 1]}, )", kAny,
                 &CheckSameBitsEverywhere);
}

// Points come in runs that share cells; alone, each has its own.
TEST_CASE("a point has the same bits alone and among others") {
  ForEachSubject(kAll, "{}", "", kAny, [](const Recipe& recipe) {
    if (HasPoints(recipe)) CheckLonePoints(recipe);
  });
}

TEST_CASE("values are within the bounds of their node") {
  ForEachSubject(kAll, "{}", R"("domain": {"scale": 7}, )", kAny, [](Recipe recipe) {
    recipe.width = recipe.height = 100;
    const Program program = Program::Compile(recipe);
    const Image image = RenderImage(program, Map::kValue);
    const auto [low, high] = std::ranges::minmax(image.samples);
    const double rounding = 1e-6 * (std::abs(program.low()) + std::abs(program.high()));
    CHECK(double{low} >= program.low() - rounding);
    CHECK(double{high} <= program.high() + rounding);
  });
}

}  // namespace
}  // namespace cobble::test
