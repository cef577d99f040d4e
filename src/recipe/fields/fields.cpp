// The rows of all objects of a recipe except nodes and objects inside nodes.
#include "recipe/fields/fields.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "cobble/version.h"
#include "core/window.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {
namespace {

using enum ObjectKind;
using enum FieldType;

constexpr double kMaxScale = 1e6;
constexpr double kMaxSamples = 8;

// The modes of a range that are words; a fixed range is two numbers.
const std::array kRangeModes{Name(RangeMode::kNatural), Name(RangeMode::kFit),
                             Name(RangeMode::kNone)};

const NumberList& Numbers(const Value& value) { return std::get<NumberList>(value); }

template <typename T>
Value ToValue(const T& member) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(Name(member));
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    return member;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(member);
  } else {
    return NumberList(member.begin(), member.end());
  }
}
template <typename T>
void FromValue(const Value& value, T* member) {
  if constexpr (std::is_enum_v<T>) {
    FromName(std::get<std::string>(value), member);
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>) {
    *member = std::get<T>(value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    *member = static_cast<T>(std::get<double>(value));
  } else {
    std::ranges::copy(std::get<NumberList>(value), member->begin());
  }
}

// A member of the recipe or of an inner object: kMemberAt<&Recipe::normal, &Normal::strength>.
template <auto... kPath>
constexpr FieldAccess kMemberAt{
    [](const Recipe& recipe) { return ToValue((recipe.*....*kPath)); },
    [](Recipe& recipe, const Value& value) { FromValue(value, &(recipe.*....*kPath)); }};

Value GetSize(const Recipe& recipe) {
  return NumberList{static_cast<double>(recipe.width), static_cast<double>(recipe.height)};
}
void SetSize(Recipe& recipe, const Value& value) {
  recipe.width = static_cast<int64_t>(Numbers(value)[0]);
  recipe.height = static_cast<int64_t>(Numbers(value)[1]);
}

// A member of the world. Without a world, or if a length is 0, the value is an empty text, which is
// not written.
template <auto kMember>
constexpr FieldAccess kWorldMember{[](const Recipe& recipe) {
                                     const Value none{std::string()};
                                     if (!recipe.world) return none;
                                     Value value = ToValue((*recipe.world).*kMember);
                                     return value == Value(0.0) ? none : value;
                                   },
                                   [](Recipe& recipe, const Value& value) {
                                     if (!recipe.world) recipe.world.emplace();
                                     FromValue(value, &((*recipe.world).*kMember));
                                   }};

// Returns the strength that makes normals the world's.
std::optional<Value> DeriveStrength(const Recipe& recipe) {
  const bool has_world = recipe.world && recipe.world->Width() > 0 && recipe.world->Rise() > 0;
  if (!has_world) return std::nullopt;
  return recipe.world->Strength();
}

// Returns the extent that makes pixels square; of a sphere, which has none, a square.
std::optional<Value> DeriveExtent(const Recipe& recipe) {
  if (recipe.domain.IsSphere()) return std::vector{1.0, 1.0};
  const PictureSteps steps = StepsOf(recipe);
  return std::vector{1.0, static_cast<double>(steps.y) / static_cast<double>(steps.x)};
}

// Written recipes of planes leave these keys out.
std::optional<Value> DeriveSurface(const Recipe&) {
  return std::string(Name(SurfaceShape::kPlane));
}
std::optional<Value> DeriveSpace(const Recipe&) { return std::string(Name(NormalSpace::kTangent)); }

Value GetRange(const Recipe& recipe) {
  const Range& range = recipe.range;
  if (range.mode == RangeMode::kFixed) return std::vector{range.low, range.high};
  const auto [low, high] = range.is_share;
  if (range.mode == RangeMode::kShares && (low || high))
    return std::vector{range.low, range.high, low ? 1.0 : 0.0, high ? 1.0 : 0.0};
  return std::string(Name(range.mode));
}
void SetRange(Recipe& recipe, const Value& value) {
  recipe.range = Range();
  if (const auto* word = std::get_if<std::string>(&value)) {
    FromName(*word, &recipe.range.mode);
    return;
  }
  const std::vector<double>& numbers = Numbers(value);
  recipe.range = {RangeMode::kFixed, numbers[0], numbers[1]};
  if (numbers.size() == 2) return;
  recipe.range.mode = RangeMode::kShares;
  recipe.range.is_share = {numbers[2] != 0, numbers[3] != 0};
}

constexpr Detail kSamplesDetails[] = {
    {"positions", "the samples are at the pixel centres of a picture n times as wide and high"},
    {"mean",
     "of values and slopes, before normals and other maps are made; of colours in linear light"},
    {"cost", "n x n times the noise of one sample per pixel"},
};
constexpr Detail kFlipDetails[] = {
    {"rows",
     "row j of the picture is row H - 1 - j of the unflipped one, in every map, format and "
     "checksum; windows count rows of the flipped picture"},
    {"normals",
     "the y of normals and slopes is negated, so that the mirrored surface is lit correctly; this "
     "has nothing to do with normal.y, the direction in which the map's green channel points"},
    {"points", "cobble sample ignores flip: y points down in the unflipped picture"},
};
constexpr Detail kLoopDetails[] = {
    {"period",
     "1 along z of the position in the picture: slice 1 is slice 0, bit for bit; picture k of N "
     "in a loop has slice k/N; a domain scale of [1, 1, 3] makes it pass through 3 times as much "
     "noise"},
    {"frequency",
     "frequency * the scale along z must be a whole number of cells in every octave; x and y are "
     "free, unless the picture is also tiled"},
    {"rotation", "about z by any angle, but z must remain the direction of the slices"},
    {"tiling", "a tiled picture repeats along z in any case"},
    {"simplex", "noises of 3 dimensions use the same lattice as in a tiled picture"},
};
// What the reader of a picture sees.
constexpr Detail kDomainDetails[] = {
    {"coordinates",
     "the middle of the picture is (0, 0), x points right, y down; pixel i of W stands at "
     "((i + 0.5)/W - 0.5) * extent, so the picture is 1 unit wide by default"},
    {"view",
     "the picture shows the noise at translate + R (scale * P), P = the position in the picture, "
     "R = the rotation; the domain acts once, on the whole tree of nodes, so it changes which part "
     "of the noise is shown and nothing else"},
};
constexpr Detail kTranslateDetails[] = {
    {"[0.5, 0, 0]",
     "moves the view right by half the width of the picture, so everything in the "
     "picture moves left; a positive y moves the view down"},
};
constexpr Detail kRotateDetails[] = {
    {"[0, 0, 45]",
     "turns the view clockwise about the middle of the picture, so everything in the "
     "picture turns counterclockwise"},
};
constexpr Detail kScaleDetails[] = {
    {"2", "shows twice as much around the middle: everything is half as large"},
    {"0.5", "shows half as much: everything is twice as large"},
    {"[2, 1, 1]", "shows twice as much along x: everything is half as wide"},
    {"[-1, 1, 1]", "mirrors the view left to right"},
};
constexpr Detail kExtentDetails[] = {
    {"[2, 2]",
     "shows two units in each direction; pixels are square if the extent has the shape "
     "of the picture"},
    {"default", "[1, H/W], or with grid vertices [1, (H - 1)/(W - 1)], so pixels are square"},
};
constexpr Detail kSliceDetails[] = {
    {"0.5",
     "shows another cross-section through noises whose dimensions are 3; the others do not "
     "change with z"},
    {"loop", "like tiling, in pictures that do not tile"},
    {"tiling", "the noise has period 1 along z, so slices from 0 to 1 form a seamless loop"},
};
constexpr Detail kGridDetails[] = {
    {"pixels",
     "a pixel shows its centre: pixel i of W stands at ((i + 0.5)/W - 0.5) * extent; for textures"},
    {"vertices",
     "the outermost pixels are on the edges: pixel i of W stands at (i/(W - 1) - 0.5) * extent, "
     "and one picture width is W - 1 steps; for heightmaps of terrains, whose sizes are often "
     "2^n + 1"},
    {"tiling",
     "with vertices the period is (W - 1) x (H - 1) pixels: the last column equals the first, and "
     "the last row the first, bit for bit, so neighbouring tiles of a terrain meet"},
    {"sphere",
     "with vertices, an equirectangular picture of H rows has 2H - 1 columns and an equator of "
     "2H - 2 steps, and a cube of H rows an equator of 4H - 4"},
    {"samples", "must be 1 with vertices, which have no area to average"},
};
constexpr Detail kSurfaceDetails[] = {
    {"plane", "a flat picture"},
    {"equirectangular",
     "a sphere by longitude and latitude, 2N x N pixels: the middle of the picture is in the "
     "middle, east to its right, north above; size N means 2N x N, or with vertices (2N - 1) x N"},
    {"cube",
     "a sphere by six faces of N x N pixels, named px, nx, py, ny, pz and nz as in Vulkan, OpenGL "
     "and KTX: pz is the middle of the equirectangular picture, px east of it, py the north. Size "
     "N means all six, side by side; {face} in a file's name writes one file each"},
    {"positions",
     "the direction d of a pixel stands at d/(2 pi), so that the equator is one unit long and "
     "frequency 4 has four cells around it; there x points east, y south and z to the middle of "
     "the picture. translate, rotate and scale act on it. Both surfaces show the same world"},
    {"noises", "have 3 dimensions by default"},
    {"slopes",
     "are exact and tangential, per unit along the ground; normal.strength and slope count in "
     "lengths of the equator"},
    {"vertices",
     "faces share the vertices on their edges, with the same bits in all maps but slope and "
     "normals in tangent space; so do the first and last column of an equirectangular picture, and "
     "a pole's row has one value"},
    {"refused",
     "tiling, loop, slice, extent and world.width (world.radius takes its place), and "
     "nodes that are flat by nature, such as bricks, scatter and erosion"},
};
constexpr Detail kNormalSpaceDetails[] = {
    {"tangent",
     "relative to the surface: of a sphere, x points east and y north, or along the rows "
     "and columns of a face of a cube"},
    {"object",
     "relative to the sphere: x points east, y north and z to the middle of the picture; of a "
     "plane, "
     "the same as tangent"},
};
constexpr Detail kKnobsDetails[] = {
    {"names",
     "as in formulas: letters, digits, _ and single hyphens; no node, coordinate, constant, colour "
     "or key of recipes (seed) may have the name of a knob; a call may"},
    {"uses",
     "the name stands for the value in every formula, and in a text in place of a number or a "
     "colour, such as \"columns\": \"rows/3\" or \"value\": \"brick-color\""},
    {"values",
     "are taken after the last layer, so that a value changes every formula that names the knob"},
};
constexpr Detail kFunctionsDetails[] = {
    {"names",
     "as in formulas: letters, digits, _ and single hyphens; not the name of a type of node or of "
     "a function of formulas (sqrt). A function hides one of a library"},
    {"calls",
     "as of a type of node: grime(rock, amount=0.3). A call expands to nodes after the last layer, "
     "so no path leads into one"},
    {"bodies",
     "see the parameters, the function's own nodes, knobs, coordinates, constants and colours, but "
     "no node of the recipe; they may call other functions, but not in a circle"},
    {"seeds",
     "a noise takes its seed from the place of the formula that calls, the function's name, the "
     "call's number among the calls of that function in it, and its own place in the body, so two "
     "calls are two noises"},
};
constexpr Detail kParametersDetails[] = {
    {"s", "must be given, by place or by key: grime(rock), grime(s=rock)"},
    {"amount=0.5", "may be left out"},
    {"values", "nodes, numbers, colours, words for keys that take words, or texts in quotes"},
};
constexpr Detail kMapsDetails[] = {
    {"names",
     "lower-case letters, digits, - and _; the names of built-in maps, such as height and "
     "normal, are reserved"},
    {"values",
     "written as they are, and limited to 0..1 in formats that hold nothing else; range applies to "
     "the height only"},
    {"seeds",
     "a noise without a seed takes one from its path, /maps/NAME/..., so two maps with the same "
     "noise differ; name the noise in nodes to share it"},
    {"reads",
     "may name other maps, and height, slope (its magnitude, up to 10000), ao and curvature of the "
     "picture: "
     "\"(1 - ao)*0.7\", \"1 - sqrt(roughness)\". A map never means itself by its name. ao and "
     "curvature exist at the pixels of a picture: not below warps, transforms and fractals, not in "
     "what a node computes beforehand, and not at points"},
};
constexpr Detail kPackDetails[] = {
    {"NAME",
     "a map, built in or in maps, but not slope or value, which have no range, and no pack; normal "
     "and colours have 3 channels, all others 1"},
    {"NAME.y",
     "a channel of a map, by its letter: x or r is the first, y or g the second, z or b the third; "
     "it stands wherever a name may"},
    {"invert:NAME",
     "1 - the map, which must have 1 channel; a channel of the normal is negated, so that "
     "invert:normal.y points the other way"},
    {"weight:NAME",
     "the map divided by the sum of all weights of the pack, which then add up to 1, as the layers "
     "of a landscape must; negative values count as 0; where all are 0, the first is 1"},
    {"0.5", "a channel with this value everywhere"},
};
constexpr Detail kWorldDetails[] = {
    {"normals",
     "normal.strength becomes the rise of the heights divided by the width, so normals, "
     "curvature, ao and lit match the ground; a normal.strength that says otherwise is refused"},
    {"range",
     "must be two numbers, the values of the noise at the two heights; or fit: the heights are "
     "then those of the picture's minimum and maximum; or shares: those of these ends"},
    {"windows",
     "the world covers the whole picture; a window or a tile has as many metres per pixel"},
    {"pixels",
     "are square on the ground: a picture W wide and H high is width * H / W metres high"},
};
constexpr Detail kWorldWidthDetails[] = {
    {"vertices",
     "from the first column to the last, so 4033 vertices over 4032 m are a metre apart"},
};
constexpr Detail kAzimuthDetails[] = {
    {"0", "above the picture"},
    {"90", "to its right"},
    {"180", "below it"},
    {"270", "to its left"},
    {"315", "at its upper left, as on maps with shaded relief"},
};
constexpr Detail kNormalY[] = {
    {"up", "green points up: Unity, Godot, Blender, OpenGL"},
    {"down", "green points down: Unreal Engine, DirectX"},
};

// Formatted by hand: clang-format would put each of a row's ten members on its own line.
// clang-format off
const Field kRows[] = {
    {.object = kRecipe, .key = "cobble", .type = kInteger,
     .minimum = kRecipeVersion, .maximum = kRecipeVersion,
     .default_text = "required in a file", .help = "version of the recipe format",
     .access = {[](const Recipe&) -> Value { return double{kRecipeVersion}; },
                [](Recipe&, const Value&) {}}},
    {.object = kRecipe, .key = "$schema", .type = kText, .fallback = "\"\"",
     .help = "kept but otherwise ignored", .access = kMemberAt<&Recipe::schema>},
    {.object = kRecipe, .key = "description", .type = kText, .fallback = "\"\"",
     .help = "description of the picture; kept but otherwise ignored",
     .access = kMemberAt<&Recipe::description>},
    {.object = kRecipe, .key = "size", .type = kSize, .minimum = 1, .maximum = kMaxWindowSide,
     .count = 2, .fallback = "[1024, 1024]",
     .help = "width and height in pixels, or one number for a square",
     .access = {GetSize, SetSize}},
    {.object = kRecipe, .key = "samples", .type = kInteger, .minimum = 1, .maximum = kMaxSamples,
     .fallback = "1", .help = "smooth edges: a pixel is the mean of n x n samples, n = this number",
     .details = kSamplesDetails, .access = kMemberAt<&Recipe::samples>},
    {.object = kRecipe, .key = "seed", .type = kInteger, .minimum = 0, .maximum = kMaxSeed,
     .fallback = "0", .help = "a different seed gives a different picture of the same kind",
     .access = kMemberAt<&Recipe::seed>},
    {.object = kRecipe, .key = "tiling", .type = kBool, .fallback = "false",
     .help = "makes the picture repeat seamlessly; where only a preset sets it, a shape, scale or "
             "rotation that cannot tile is rendered without it, with a warning",
     .access = kMemberAt<&Recipe::tiling>},
    {.object = kRecipe, .key = "flip", .type = kBool, .fallback = "false",
     .help = "mirrors the picture top to bottom, and its normals with it", .details = kFlipDetails,
     .access = kMemberAt<&Recipe::flip>},
    {.object = kRecipe, .key = "loop", .type = kBool, .fallback = "false",
     .help = "makes slices from 0 to 1 a seamless loop: noises with 3 dimensions repeat along z",
     .details = kLoopDetails, .access = kMemberAt<&Recipe::loop>},
    {.object = kRecipe, .key = "domain", .type = kObject, .inner = kDomain, .fallback = "{}",
     .help = "the part of the unbounded noise that the picture shows", .details = kDomainDetails},
    {.object = kRecipe, .key = "knobs", .type = kKnobs, .inner = kKnob, .default_text = "none",
     .help = "numbers and colours that formulas name, to be turned without reading them",
     .details = kKnobsDetails},
    {.object = kRecipe, .key = "functions", .type = kFunctions, .inner = kFunction,
     .default_text = "none",
     .help = "formulas with parameters, which all formulas of the recipe can call",
     .details = kFunctionsDetails},
    {.object = kRecipe, .key = "noise", .type = kInput, .inner = kNode, .required = true,
     .help = "a noise, or any other node"},
    {.object = kRecipe, .key = "nodes", .type = kNodes, .accepts = Accepts::kAny, .inner = kNode,
     .default_text = "none", .help = "named nodes, which {\"ref\": \"name\"} can use anywhere"},
    {.object = kRecipe, .key = "maps", .type = kMaps, .accepts = Accepts::kAny, .inner = kNode,
     .default_text = "none",
     .help = "more maps, by name: each is a node, a number or a colour",
     .details = kMapsDetails},
    {.object = kRecipe, .key = "pack", .type = kPacks, .default_text = "none",
     .help = "pictures that hold several maps, by name: each is a list of 2 to 4 parts, with at "
             "most 4 channels in all",
     .details = kPackDetails},
    {.object = kRecipe, .key = "range", .type = kRange, .count = 2, .choices = kRangeModes,
     .equal_hint = "for black below a value and white above, use a \"threshold\" node",
     .fallback = "\"natural\"",
     .help = "the values that become 0 and 1: natural (the noise's bounds), two numbers, fit "
             "(the picture's minimum and maximum), none (keep the values), or shares: 2 % of the "
             "picture is below \"2%\"",
     .access = {GetRange, SetRange}},
    {.object = kRecipe, .key = "world", .type = kObject, .inner = kWorld, .default_text = "none",
     .help = "the size of the picture on the ground, and what the height means, in metres",
     .details = kWorldDetails},
    {.object = kRecipe, .key = "normal", .type = kObject, .inner = kNormal, .fallback = "{}",
     .help = "settings of normal maps"},
    {.object = kRecipe, .key = "curvature", .type = kObject, .inner = kCurvature,
     .fallback = "{}", .help = "settings of curvature maps"},
    {.object = kRecipe, .key = "ao", .type = kObject, .inner = kAo, .fallback = "{}",
     .help = "settings of ambient occlusion maps"},
    {.object = kRecipe, .key = "bumpslopes", .type = kObject, .inner = kBumpslopes,
     .fallback = "{}", .help = "settings of bumpslopes maps"},
    {.object = kRecipe, .key = "lit", .type = kObject, .inner = kLit, .fallback = "{}",
     .help = "the sun of lit maps"},

    {.object = kDomain, .key = "translate", .type = kVector, .count = 3, .minimum_count = 2,
     .fallback = "[0, 0, 0]", .help = "position of the picture in the noise, in recipe units",
     .details = kTranslateDetails, .access = kMemberAt<&Recipe::domain, &Domain::translate>},
    {.object = kDomain, .key = "rotate", .type = kVector, .minimum = -kMaxAngle,
     .maximum = kMaxAngle, .count = 3, .single_sets_last = true, .fallback = "[0, 0, 0]",
     .help = "rotation about x, y and z in degrees; z first, then x, then y; one angle is "
             "about z",
     .details = kRotateDetails, .access = kMemberAt<&Recipe::domain, &Domain::rotate>},
    {.object = kDomain, .key = "scale", .type = kScale, .not_zero = true, .count = 3,
     .minimum_count = 2, .fallback = "[1, 1, 1]",
     .help = "one factor, or one each for x, y and z; 2 shows twice as much",
     .details = kScaleDetails, .access = kMemberAt<&Recipe::domain, &Domain::scale>},
    {.object = kDomain, .key = "extent", .type = kVector, .minimum = 0, .exclusive_minimum = true,
     .count = 2, .default_text = "[1, height / width]",
     .help = "width and height of the picture, in recipe units", .details = kExtentDetails,
     .access = kMemberAt<&Recipe::domain, &Domain::extent>, .derived = DeriveExtent},
    {.object = kDomain, .key = "slice", .type = kNumber, .fallback = "0",
     .help = "z of the cross-section through noises with 3 dimensions",
     .details = kSliceDetails, .access = kMemberAt<&Recipe::domain, &Domain::slice>},
    {.object = kDomain, .key = "grid", .type = kChoice, .choices = Names<Grid>(),
     .fallback = "\"pixels\"",
     .help = "what a sample of the picture is: the centre of a pixel, or a vertex of a mesh, "
             "with the first and last on the edges", .details = kGridDetails,
     .access = kMemberAt<&Recipe::domain, &Domain::grid>},
    {.object = kDomain, .key = "surface", .type = kChoice, .choices = Names<SurfaceShape>(),
     .fallback = "\"plane\"", .help = "what the pixels cover: a plane, or a sphere",
     .details = kSurfaceDetails, .access = kMemberAt<&Recipe::domain, &Domain::surface>,
     .derived = DeriveSurface},

    {.object = kWorld, .key = "width", .type = kNumber, .minimum = 0.001, .maximum = 1e9,
     .required = true, .help = "width of the picture in metres; not of a sphere",
     .details = kWorldWidthDetails, .access = kWorldMember<&World::width>},
    {.object = kWorld, .key = "radius", .type = kNumber, .minimum = 0.001, .maximum = 1e9,
     .default_text = "required on a sphere", .help = "radius of the sphere in metres",
     .access = kWorldMember<&World::radius>},
    {.object = kWorld, .key = "heights", .type = kRange, .minimum = -1e6, .maximum = 1e6,
     .count = 2, .required = true,
     .help = "metres at the heights 0 and 1, which the range maps values to; the second is the "
             "higher one", .access = kWorldMember<&World::heights>},

    // A negative strength inverts the surface.
    {.object = kNormal, .key = "strength", .type = kNumber, .minimum = -1e6, .maximum = 1e6,
     .fallback = "0.1",
     .help = "surface height at value 1, in picture widths, of a sphere in equators; with a world, "
             "derived from it",
     .access = kMemberAt<&Recipe::normal, &Normal::strength>, .derived = DeriveStrength,
     .follows = "world"},
    {.object = kNormal, .key = "y", .type = kChoice, .choices = Names<NormalY>(),
     .fallback = "\"up\"", .help = "direction of y: up (Unity, Godot, Blender) or down (Unreal)",
     .details = kNormalY, .access = kMemberAt<&Recipe::normal, &Normal::y>},
    {.object = kNormal, .key = "space", .type = kChoice, .choices = Names<NormalSpace>(),
     .fallback = "\"tangent\"",
     .help = "what the vectors are relative to: the surface or, of a sphere, all of it",
     .details = kNormalSpaceDetails, .access = kMemberAt<&Recipe::normal, &Normal::space>,
     .derived = DeriveSpace},

    {.object = kCurvature, .key = "radius", .type = kNumber, .minimum = 0, .maximum = kMaxMapRadius,
     .fallback = "0.005",
     .help = "distance over which slopes are compared, in picture widths; at least one pixel",
     .access = kMemberAt<&Recipe::curvature, &Curvature::radius>},
    // A negative scale inverts the surface.
    {.object = kCurvature, .key = "scale", .type = kNumber, .minimum = -kMaxScale,
     .maximum = kMaxScale, .fallback = "0.007",
     .help = "contrast: a dome of this radius, in picture widths, is white, a bowl black",
     .access = kMemberAt<&Recipe::curvature, &Curvature::scale>},

    {.object = kAo, .key = "radius", .type = kNumber, .minimum = 0, .maximum = kMaxMapRadius,
     .fallback = "0.05",
     .help = "maximum distance to occluders, in picture widths; at least one pixel",
     .access = kMemberAt<&Recipe::ao, &Ao::radius>},
    {.object = kAo, .key = "directions", .type = kInteger, .minimum = 8, .maximum = 16,
     .fallback = "8", .help = "number of directions searched for occluders",
     .access = kMemberAt<&Recipe::ao, &Ao::directions>},

    {.object = kBumpslopes, .key = "uvslopes-scale", .type = kNumber, .minimum = 0,
     .maximum = kMaxScale, .fallback = "0",
     .help = "0 for slopes per texel; otherwise slopes are per picture width and height, divided "
             "by this", .access = kMemberAt<&Recipe::bumpslopes, &Bumpslopes::uvslopes_scale>},

    {.object = kKnob, .key = "value", .type = kKnobValue, .required = true,
     .help = "the value that the name stands for in formulas"},
    {.object = kKnob, .key = "range", .type = kRange, .count = 2,
     .default_text = "required for a number",
     .help = "the lowest and the highest value of a number"},
    {.object = kKnob, .key = "step", .type = kNumber, .minimum = 0, .maximum = kMaxMagnitude,
     .fallback = "0",
     .help = "distance between values, counted from the lowest; 0 for any number in the range"},
    {.object = kKnob, .key = "description", .type = kText, .fallback = "\"\"",
     .help = "what turning it changes, in a few words"},

    {.object = kFunction, .key = "parameters", .type = kText, .fallback = "\"\"",
     .help = "the names of what a call gives, in order, with defaults: s, amount=0.5",
     .details = kParametersDetails},
    {.object = kFunction, .key = "description", .type = kText, .fallback = "\"\"",
     .help = "what the function makes, in a few words"},
    {.object = kFunction, .key = "nodes", .type = kNodes, .accepts = Accepts::kAny, .inner = kNode,
     .default_text = "none",
     .help = "the function's own named nodes; a call computes each once"},
    {.object = kFunction, .key = "value", .type = kInput, .accepts = Accepts::kAny, .inner = kNode,
     .required = true, .help = "what a call stands for: a formula or another node"},

    {.object = kLit, .key = "azimuth", .type = kNumber, .minimum = -kMaxAngle, .maximum = kMaxAngle,
     .useful = {0, 360}, .fallback = "315",
     .help = "where the sun is, in degrees clockwise from the top of the picture",
     .details = kAzimuthDetails, .access = kMemberAt<&Recipe::lit, &Lit::azimuth>},
    {.object = kLit, .key = "elevation", .type = kNumber, .minimum = 0, .maximum = 90,
     .fallback = "45",
     .help = "degrees of the sun above the horizon: a low sun shades more slopes, 90 is overhead",
     .access = kMemberAt<&Recipe::lit, &Lit::elevation>},
};
// clang-format on

}  // namespace

std::span<const Field> RecipeFields() { return kRows; }

}  // namespace cobble
