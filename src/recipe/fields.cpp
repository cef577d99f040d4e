// The rows of all objects of a recipe but nodes.
#include "recipe/fields.h"

#include <algorithm>
#include <array>

#include "cobble/version.h"
#include "core/window.h"

namespace cobble {
namespace {

using enum ObjectKind;
using enum FieldType;

// Picture widths that maps look around each pixel. What they look at beyond the picture is
// rendered, too, and rows that hold it are kept in memory.
constexpr double kMaxRadius = 0.25;
constexpr double kMaxScale = 1e6;

// A range that is neither named nor fixed does not exist, and "fixed" is written as its numbers.
const std::array kRangeWords{Name(RangeMode::kNatural), Name(RangeMode::kFit),
                             Name(RangeMode::kNone)};

const std::vector<double>& Numbers(const Value& value) { return std::get<NumberList>(value); }

Value GetSize(const Recipe& recipe) {
  return std::vector{static_cast<double>(recipe.width), static_cast<double>(recipe.height)};
}
void SetSize(Recipe& recipe, const Value& value) {
  recipe.width = static_cast<int64_t>(Numbers(value)[0]);
  recipe.height = static_cast<int64_t>(Numbers(value)[1]);
}

template <auto kMember>
Value GetVector(const Recipe& recipe) {
  const auto& array = recipe.domain.*kMember;
  return std::vector<double>(array.begin(), array.end());
}
template <auto kMember>
void SetVector(Recipe& recipe, const Value& value) {
  std::copy(Numbers(value).begin(), Numbers(value).end(), (recipe.domain.*kMember).begin());
}

template <auto kMember>
Value GetText(const Recipe& recipe) {
  return recipe.*kMember;
}
template <auto kMember>
void SetText(Recipe& recipe, const Value& value) {
  recipe.*kMember = std::get<std::string>(value);
}

// A number of one of the recipe's objects.
template <auto kObject, auto kMember>
Value GetOf(const Recipe& recipe) {
  return recipe.*kObject.*kMember;
}
template <auto kObject, auto kMember>
void SetOf(Recipe& recipe, const Value& value) {
  recipe.*kObject.*kMember = std::get<double>(value);
}

// Square pixels.
Value DeriveExtent(const Recipe& recipe) {
  return std::vector{1.0, static_cast<double>(recipe.height) / static_cast<double>(recipe.width)};
}

Value GetRange(const Recipe& recipe) {
  const Range& range = recipe.range;
  if (range.mode == RangeMode::kFixed) return std::vector{range.low, range.high};
  return std::string(Name(range.mode));
}
void SetRange(Recipe& recipe, const Value& value) {
  recipe.range = Range();
  if (const auto* word = std::get_if<std::string>(&value)) {
    FromName(*word, &recipe.range.mode);
  } else {
    recipe.range = {RangeMode::kFixed, Numbers(value)[0], Numbers(value)[1]};
  }
}

// Laid out by hand: with a line for each member a row would take ten.
// clang-format off
const Field kRows[] = {
    {.object = kRecipe, .key = "cobble", .type = kWhole,
     .minimum = kRecipeVersion, .maximum = kRecipeVersion,
     .otherwise = "required in a file", .help = "version of the format",
     .get = [](const Recipe&) -> Value { return double{kRecipeVersion}; },
     .set = [](Recipe&, const Value&) {}},
    {.object = kRecipe, .key = "$schema", .type = kText, .fallback = "\"\"",
     .help = "kept and otherwise ignored",
     .get = GetText<&Recipe::schema>, .set = SetText<&Recipe::schema>},
    {.object = kRecipe, .key = "description", .type = kText, .fallback = "\"\"",
     .flag = "--description", .help = "what the picture shows, kept and otherwise ignored",
     .get = GetText<&Recipe::description>, .set = SetText<&Recipe::description>},
    {.object = kRecipe, .key = "size", .type = kSize, .minimum = 1, .maximum = kMaxWindowSide, .count = 2,
     .fallback = "[1024, 1024]", .flag = "--size",
     .help = "width and height in pixels, or one number for a square",
     .get = GetSize, .set = SetSize},
    {.object = kRecipe, .key = "seed", .type = kWhole, .minimum = 0, .maximum = kMaxSeed,
     .fallback = "0", .flag = "--seed", .help = "another seed, another picture of the same kind",
     .get = [](const Recipe& r) -> Value { return static_cast<double>(r.seed); },
     .set = [](Recipe& r, const Value& v) { r.seed = static_cast<uint32_t>(std::get<double>(v)); }},
    {.object = kRecipe, .key = "tiling", .type = kFlag, .fallback = "false", .flag = "--tiling",
     .help = "the picture repeats without a seam, exactly",
     .get = [](const Recipe& r) -> Value { return r.tiling; },
     .set = [](Recipe& r, const Value& v) { r.tiling = std::get<bool>(v); }},
    {.object = kRecipe, .key = "domain", .type = kObject, .inner = kDomain, .fallback = "{}",
     .help = "which part of the endless noise the picture shows"},
    {.object = kRecipe, .key = "noise", .type = kInput, .inner = kNode, .required = true,
     .help = "the noise, or an operation over others"},
    {.object = kRecipe, .key = "nodes", .type = kNodes, .inner = kNode, .otherwise = "none",
     .help = "named nodes, for {\"ref\": \"name\"} anywhere"},
    {.object = kRecipe, .key = "range", .type = kRange, .count = 2, .choices = kRangeWords,
     .fallback = "\"natural\"", .flag = "--range",
     .help = "what becomes 0 and 1: natural (the noise's bounds), two values, fit (the picture's "
             "least and greatest), none (keep the values)",
     .get = GetRange, .set = SetRange},
    {.object = kRecipe, .key = "normal", .type = kObject, .inner = kNormal, .fallback = "{}",
     .help = "how normal maps are made"},
    {.object = kRecipe, .key = "curvature", .type = kObject, .inner = kCurvature,
     .fallback = "{}", .help = "how curvature maps are made"},
    {.object = kRecipe, .key = "ao", .type = kObject, .inner = kAo, .fallback = "{}",
     .help = "how ambient occlusion maps are made"},

    {.object = kDomain, .key = "translate", .type = kVector, .count = 3, .fallback = "[0, 0, 0]",
     .flag = "--translate", .help = "moves the noise, in recipe units",
     .get = GetVector<&Domain::translate>, .set = SetVector<&Domain::translate>},
    {.object = kDomain, .key = "rotate", .type = kVector, .minimum = -kMaxAngle,
     .maximum = kMaxAngle, .count = 3, .fallback = "[0, 0, 0]", .flag = "--rotate",
     .help = "degrees about x, y and z; z first, then x, then y",
     .get = GetVector<&Domain::rotate>, .set = SetVector<&Domain::rotate>},
    {.object = kDomain, .key = "scale", .type = kScale, .not_zero = true, .count = 3,
     .fallback = "[1, 1, 1]", .flag = "--scale", .help = "one factor, or one each for x, y and z",
     .get = GetVector<&Domain::scale>, .set = SetVector<&Domain::scale>},
    {.object = kDomain, .key = "extent", .type = kVector, .minimum = 0, .exclusive_minimum = true,
     .count = 2, .otherwise = "[1, height / width]", .flag = "--extent",
     .help = "the picture's sides in recipe units",
     .get = GetVector<&Domain::extent>, .set = SetVector<&Domain::extent>,
     .derived = DeriveExtent},
    {.object = kDomain, .key = "slice", .type = kNumber, .fallback = "0", .flag = "--slice",
     .help = "the z at which the picture cuts the noise",
     .get = [](const Recipe& r) -> Value { return r.domain.slice; },
     .set = [](Recipe& r, const Value& v) { r.domain.slice = std::get<double>(v); }},

    // A negative strength is that of the picture's negative.
    {.object = kNormal, .key = "strength", .type = kNumber, .minimum = -1e6, .maximum = 1e6,
     .fallback = "0.1", .flag = "--normal-strength", .help = "the height of 1, in picture widths",
     .get = [](const Recipe& r) -> Value { return r.normal.strength; },
     .set = [](Recipe& r, const Value& v) { r.normal.strength = std::get<double>(v); }},
    {.object = kNormal, .key = "y", .type = kChoice, .choices = Names<NormalY>(),
     .fallback = "\"up\"", .flag = "--normal-y", .help = "up as in OpenGL, down as in DirectX",
     .get = [](const Recipe& r) -> Value { return std::string(Name(r.normal.y)); },
     .set = [](Recipe& r, const Value& v) { FromName(std::get<std::string>(v), &r.normal.y); }},

    {.object = kCurvature, .key = "radius", .type = kNumber, .minimum = 0, .maximum = kMaxRadius,
     .fallback = "0.005", .flag = "--curvature-radius",
     .help = "how far apart slopes are compared, in picture widths; at least a pixel",
     .get = GetOf<&Recipe::curvature, &Curvature::radius>,
     .set = SetOf<&Recipe::curvature, &Curvature::radius>},
    // A negative scale is that of the picture's negative.
    {.object = kCurvature, .key = "scale", .type = kNumber, .minimum = -kMaxScale,
     .maximum = kMaxScale, .fallback = "0.02", .flag = "--curvature-scale",
     .help = "the contrast: a dome of this radius, in picture widths, is white, a bowl black",
     .get = GetOf<&Recipe::curvature, &Curvature::scale>,
     .set = SetOf<&Recipe::curvature, &Curvature::scale>},

    {.object = kAo, .key = "radius", .type = kNumber, .minimum = 0, .maximum = kMaxRadius,
     .fallback = "0.05", .flag = "--ao-radius",
     .help = "how far away what hides the sky is looked for, in picture widths; at least a pixel",
     .get = GetOf<&Recipe::ao, &Ao::radius>, .set = SetOf<&Recipe::ao, &Ao::radius>},
    {.object = kAo, .key = "directions", .type = kWhole, .minimum = 8, .maximum = 16,
     .fallback = "8", .flag = "--ao-directions", .help = "in how many directions that is",
     .get = [](const Recipe& r) -> Value { return static_cast<double>(r.ao.directions); },
     .set = [](Recipe& r, const Value& v) {
       r.ao.directions = static_cast<int>(std::get<double>(v));
     }},
};
// clang-format on

}  // namespace

std::span<const Field> RecipeFields() { return kRows; }

}  // namespace cobble
