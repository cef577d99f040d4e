// Tests random recipes whose structs are changed at random, as a caller may do: they are rejected
// or behave like recipes read from text.
#include <doctest/doctest.h>

#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"
#include "support/harness.h"
#include "support/random/recipe.h"

namespace cobble::test {
namespace {

class Mutator {
 public:
  explicit Mutator(Random& random) : random_(random) {}

  void Change(Recipe* recipe) {
    if (random_.Chance(0.1)) return ChangeSettings(recipe);
    ChangeNode(AnyNode(recipe));
  }

 private:
  std::size_t Index(std::size_t size) {
    return static_cast<std::size_t>(random_.Integer(0, static_cast<int64_t>(size) - 1));
  }

  double Number() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return random_.OneOf<double>({0,    -0.0,  1,      -1,           2,    3,         5,
                                  0.5,  32,    33,     4096,         4097, 1e-9,      -1e12,
                                  1e12, 1e300, 5e-324, 4294967296.0, kNan, kInfinity, -kInfinity});
  }

  std::string Word() {
    return random_.OneOf<const char*>({"", "F1", "edge", "none", "natural", "euclidean", "poly",
                                       "ridged", "weibull", "rock", "perlin", "\xFF", "unknown"});
  }

  std::string Key() {
    static const Strings keys = [] {
      Strings all = SplitWords(
          "type ref value a b width source by amount low high from to points levels translate "
          "rotate scale kind dimensions frequency octaves metric function weights density smooth "
          "waves smoothness sizes distribution distribution.type distribution.beta seed x-mine "
          ". a.b.c \xFF");
      all.emplace_back();
      return all;
    }();
    return keys[Index(keys.size())];
  }

  Value AnyValue() {
    switch (random_.Integer(0, 3)) {
      case 0:
        return random_.Chance(0.5);
      case 1:
        return Number();
      case 2:
        return Word();
    }
    std::vector<double> numbers(static_cast<std::size_t>(random_.Integer(0, 5)));
    for (double& number : numbers) number = Number();
    return numbers;
  }

  // Returns the noise, a named node, or an input of either.
  Node* AnyNode(Recipe* recipe) {
    Node* node = &recipe->noise;
    if (!recipe->nodes.empty() && random_.Chance(0.3))
      node = &std::next(recipe->nodes.begin(), static_cast<int64_t>(Index(recipe->nodes.size())))
                  ->second;
    while (!node->inputs.empty() && random_.Chance(0.7)) {
      const auto at = static_cast<int64_t>(Index(node->inputs.size()));
      std::vector<Node>& inputs = std::next(node->inputs.begin(), at)->second;
      if (inputs.empty()) break;
      node = &inputs[Index(inputs.size())];
    }
    return node;
  }

  std::string AnyType() {
    const auto specs = NodeSpecs();
    const std::size_t index = Index(specs.size() + 1);
    return index < specs.size() ? std::string(specs[index]->name) : "no such type";
  }

  void ChangeNode(Node* node) {
    switch (random_.Integer(0, 7)) {
      case 0:
        node->type = AnyType();
        break;
      case 1:
        node->values[Key()] = AnyValue();
        break;
      case 2:
      case 3:  // removes or changes an existing value
        if (node->values.empty()) break;
        ChangeValue(
            node, std::next(node->values.begin(), static_cast<int64_t>(Index(node->values.size())))
                      ->first);
        break;
      case 4: {
        Node copy = *node;
        node->inputs[Key()].push_back(std::move(copy));
        break;
      }
      case 5:
        if (!node->inputs.empty()) node->inputs.begin()->second.clear();
        break;
      case 6:
        if (!node->inputs.empty()) node->inputs.erase(node->inputs.begin());
        break;
      case 7:
        *node = Node::Constant(Number());
        break;
    }
  }

  void ChangeValue(Node* node, const std::string& key) {
    if (random_.Chance(0.3)) {
      node->values.erase(key);
      return;
    }
    Value& value = node->values[key];
    if (auto* const number = std::get_if<double>(&value); number && random_.Chance(0.6)) {
      *number = random_.Chance(0.5) ? Number() : *number + 1;
    } else if (auto* const list = std::get_if<NumberList>(&value);
               list && !list->empty() && random_.Chance(0.6)) {
      (*list)[Index(list->size())] = Number();
    } else {
      value = AnyValue();
    }
  }

  void ChangeSettings(Recipe* recipe) {
    switch (random_.Integer(0, 10)) {
      case 0:
        recipe->width = random_.OneOf<int64_t>({0, -1, 1, int64_t{1} << 31, int64_t{1} << 62});
        break;
      case 1:
        recipe->domain.scale[Index(3)] = Number();
        break;
      case 2:
        recipe->domain.extent[Index(2)] = Number();
        break;
      case 3:
        recipe->domain.rotate[Index(3)] = Number();
        break;
      case 4:
        recipe->range = {static_cast<RangeMode>(random_.Integer(-1, 4)), Number(), Number()};
        break;
      case 5:
        recipe->normal = {Number(), static_cast<NormalY>(random_.Integer(-1, 2))};
        break;
      case 6:
        recipe->nodes[Word()] = recipe->noise;
        break;
      case 7:
        recipe->description = Word();
        break;
      case 8:
        recipe->maps[Word()] = recipe->noise;
        break;
      case 9:
        recipe->maps["m"] = Node::Color({Number(), Number(), Number()});
        break;
      case 10:
        recipe->packs["p"] = {
            {.map = Word(), .invert = random_.Chance(0.5), .weight = random_.Chance(0.5)},
            {.map = random_.Chance(0.5) ? "m" : "", .value = Number()}};
        break;
    }
  }

  Random& random_;
};

// Returns whether the recipe is valid. Checks that all functions that can reject a recipe agree.
bool IsValid(const Recipe& recipe) {
  try {
    Validate(recipe);
    return true;
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kRecipe);
    CHECK_THROWS_AS(WriteRecipe(recipe), Error);
    CHECK_THROWS_AS(Program::Compile(recipe), Error);
    return false;
  }
}

// Resets the ends of a range that is not fixed, which are ignored.
Recipe WithoutIgnoredEnds(Recipe recipe) {
  Range& range = recipe.range;
  if (range.mode != RangeMode::kShares) range.is_share = {false, false};
  if (range.mode != RangeMode::kFixed && range.mode != RangeMode::kShares)
    range = {range.mode, 0, 1};
  return recipe;
}

// Compiles and renders. Compiling may find errors that Validate does not check.
void Use(const Recipe& recipe, CompileOptions::Positions positions) {
  try {
    const Program program = Program::Compile(recipe, {.positions = positions});
    if (program.cost().evaluations > 2000) return;
    if (positions == CompileOptions::kPixels) {
      RenderImage(program, Map::kNormal, {.window = {1, 1, 4, 2}, .threads = 1});
    } else {
      const std::vector<double> at{0.25, -0.5};
      std::vector<float> value(2);
      SamplePoints(program, at, at, at, {value, {}, {}, {}});
    }
  } catch (const Error& error) {
    CHECK(error.kind() != ErrorKind::kBug);
  }
}

TEST_CASE("a recipe that was read is valid, and reads back the same from its text") {
  ForEachRecipe(31, MixedWishes(400, 12, 64, 48), [](const Recipe& recipe, Random&) {
    CHECK_NOTHROW(Validate(recipe));
    CHECK(ReadRecipe(WriteRecipe(recipe), "written") == recipe);
  });
}

TEST_CASE("a changed recipe is rejected or behaves like one that was read") {
  int valid = 0, rejected = 0;
  ForEachRecipe(32, MixedWishes(4000, 6, 8, 8), [&](const Recipe& good, Random& random) {
    Recipe recipe = good;
    Mutator mutator(random);
    for (int64_t changes = random.Integer(1, 2); changes > 0; --changes) mutator.Change(&recipe);
    if (!IsValid(recipe)) {
      ++rejected;
      return;
    }
    ++valid;
    const std::string text = WriteRecipe(recipe);
    CAPTURE(text);
    CHECK(ReadRecipe(text, "written") == WithoutIgnoredEnds(recipe));
    Use(recipe, random.Chance(0.5) ? CompileOptions::kPixels : CompileOptions::kPoints);
  });
  MESSAGE(valid << " of " << valid + rejected << " are valid");
  CHECK(valid > rejected / 20);
  CHECK(rejected > valid / 20);
}

}  // namespace
}  // namespace cobble::test
