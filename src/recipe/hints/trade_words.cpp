// The table of trade words and its hints.
#include "recipe/hints/trade_words.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/node_spec.h"
#include "recipe/json/json.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

// A word that only formulas have.
struct FormulaWord {
  std::string_view word;
  WordPlace place;
  std::string_view hint;
};
using enum WordPlace;

constexpr std::string_view kFbm = "noise.type=perlin noise.octaves=5";
constexpr std::string_view kBillow = "noise.type=perlin noise.octaves=5 noise.turbulence=absolute";
constexpr std::string_view kRidged =
    "noise.type=fractal noise.kind=ridged noise.source.type=perlin";
constexpr std::string_view kHybrid =
    "noise.type=fractal noise.kind=hybrid noise.source.type=perlin";
constexpr std::string_view kGabor = "noise.type=phasor noise.profile=gabor";
constexpr std::string_view kMapPath = "map=", kMaterialPath = "maps.";
constexpr std::string_view kNoFile = "a recipe names no file; to render it, use ";

constexpr std::string_view kVector =
    "a formula has no vectors: write lists in brackets, as in transform(rock, [0.5, 0])";
constexpr std::string_view kColorAdvice =
    "write a colour as #a0b0c0 or by its name, or rgb(r, g, b) from 0 to 1";
constexpr std::string_view kArc =
    "draw its curve: curve(a, [[-1, -1.57], [-0.7, -0.78], [0.7, 0.78], [1, 1.57]])";
constexpr std::string_view kCoordinates = "x is the coordinate to the right, y downwards";
constexpr std::string_view kSlices =
    "z moves through noises with 3 dimensions: see \"slice\" of domain";

// Formatted by hand, grouped by meaning.
// clang-format off
constexpr TradeWord kWords[] = {
    // Maps of a material.
    {"color", "maps.color"}, {"colour", "maps.color"}, {"albedo", "maps.color"},
    {"basecolor", "maps.color"}, {"basecolour", "maps.color"}, {"diffuse", "maps.color"},
    {"roughness", "maps.roughness"}, {"metallic", "maps.metallic"}, {"metal", "maps.metallic"},
    {"metalness", "maps.metallic"}, {"emissive", "maps.emissive"}, {"emission", "maps.emissive"},
    // Noises.
    {"worley", "noise.type=voronoi"}, {"cellular", "noise.type=voronoi"},
    {"worleynoise", "noise.type=voronoi"}, {"cells", "noise.type=voronoi"},
    {"whitenoise", "noise.type=white"}, {"checkerboard", "noise.type=checker"},
    {"chessboard", "noise.type=checker"}, {"honeycomb", "noise.type=hexagons"},
    {"parquet", "noise.type=tiles"},
    {"herringbone", "noise.type=tiles noise.layout=herringbone"},
    {"basket", "noise.type=tiles noise.layout=basket"},
    {"basketweave", "noise.type=tiles noise.layout=basket"},
    {"slope", "noise.type=slope-of"}, {"curvature", "noise.type=curvature-of"},
    {"classic", "noise.type=perlin"},
    {"opensimplex", "noise.type=simplex"}, {"opensimplex2", "noise.type=simplex"},
    {"opensimplex2s", "noise.type=simplex"}, {"opensimplex2f", "noise.type=simplex"},
    {"supersimplex", "noise.type=simplex"}, {"simplexsmooth", "noise.type=simplex"},
    {"simplexnoise", "noise.type=simplex"},
    {"valuenoise", "noise.type=value"}, {"valuecubic", "noise.type=value"},
    {"perlinnoise", "noise.type=perlin"}, {"voronoinoise", "noise.type=voronoi"},
    {"cellularnoise", "noise.type=voronoi"},
    {"fbm", kFbm, " (several octaves are fbm)"}, {"fractalnoise", kFbm},
    {"billow", kBillow}, {"billow", "noise.turbulence=absolute"},
    {"billowy", kBillow}, {"billowy", "noise.turbulence=absolute"},
    {"turbulence", kBillow}, {"turbulent", "noise.turbulence=absolute"},
    {"ridged", kRidged}, {"ridgedmulti", kRidged}, {"ridgedmultifractal", kRidged},
    {"multifractal", kHybrid}, {"hybridmultifractal", kHybrid}, {"hybridmulti", kHybrid},
    {"musgrave", kHybrid},
    {"gabor", kGabor}, {"gabornoise", kGabor}, {"anisotropic", "noise.type=phasor"},
    {"phasornoise", "noise.type=phasor"}, {"flownoise", "noise.type=phasor"},
    {"ref", "noise.ref=NAME", " instead of a type"},
    {"reference", "noise.ref=NAME", " instead of a type"},
    {"picture", "noise.type=image"}, {"photo", "noise.type=image"},
    {"photograph", "noise.type=image"}, {"bitmap", "noise.type=image"},
    {"texture", "noise.type=image"}, {"imagetexture", "noise.type=image"},
    {"texturesynthesis", "noise.type=by-example"}, {"synthesis", "noise.type=by-example"},
    {"stochastictexturing", "noise.type=by-example"}, {"hextiling", "noise.type=by-example"},
    {"histogramblending", "noise.type=by-example"}, {"endless", "noise.type=by-example"},
    // Operations.
    {"lerp", "noise.type=mix"}, {"interpolate", "noise.type=mix"},
    {"select", "noise.type=mix"}, {"crossfade", "noise.type=mix"},
    {"sum", "noise.type=add"}, {"plus", "noise.type=add"},
    {"minus", "noise.type=subtract"}, {"sub", "noise.type=subtract"},
    {"difference", "noise.type=subtract"},
    {"times", "noise.type=multiply"}, {"product", "noise.type=multiply"},
    {"mul", "noise.type=multiply"},
    {"div", "noise.type=divide"}, {"quotient", "noise.type=divide"},
    {"mod", "noise.type=modulo"}, {"fmod", "noise.type=modulo"},
    {"remainder", "noise.type=modulo"}, {"fract", "noise.type=modulo"},
    {"sin", "noise.type=sine"}, {"cos", "noise.type=sine"}, {"cosine", "noise.type=sine"},
    {"erode", "noise.type=erosion"},
    {"wave", "noise.type=sine"}, {"pingpong", "noise.type=triangle"},
    {"zigzag", "noise.type=triangle"}, {"pulse", "noise.type=square"},
    {"round", "noise.type=floor"}, {"signum", "noise.type=sign"},
    {"exponential", "noise.type=exp"}, {"ln", "noise.type=log"}, {"logarithm", "noise.type=log"},
    {"smin", "noise.type=smooth-min"}, {"smax", "noise.type=smooth-max"},
    {"absolute", "noise.type=abs"},
    {"negate", "noise.type=invert"}, {"inverse", "noise.type=invert"},
    {"oneminus", "noise.type=invert"},
    {"pow", "noise.type=power"}, {"gamma", "noise.type=power"},
    {"saturate", "noise.type=clamp"}, {"clip", "noise.type=clamp"},
    {"rescale", "noise.type=remap"}, {"normalize", "noise.type=remap"},
    {"normalise", "noise.type=remap"}, {"maprange", "noise.type=remap"},
    {"step", "noise.type=threshold"}, {"mask", "noise.type=threshold"},
    {"binary", "noise.type=threshold"},
    {"posterize", "noise.type=terrace"}, {"quantize", "noise.type=terrace"},
    {"stairs", "noise.type=terrace"}, {"steps", "noise.levels"},
    {"spline", "noise.type=curve"}, {"colorramp", "noise.type=curve"},
    {"gaussianblur", "noise.type=blur"}, {"boxblur", "noise.type=blur"},
    {"soften", "noise.type=blur"},
    {"domainwarp", "noise.type=warp"}, {"displace", "noise.type=warp"},
    {"distortion", "noise.type=warp"},
    {"distort", "noise.type=warp"}, {"perturb", "noise.type=warp"},
    // Ends.
    {"min", "range=[-1,1]"}, {"max", "range=[-1,1]"},
    {"minimum", "range=[-1,1]"}, {"maximum", "range=[-1,1]"},
    // Keys of nodes.
    {"min", "noise.low"}, {"max", "noise.high"},
    {"min", "noise.distribution.low"}, {"max", "noise.distribution.high"},
    {"minimum", "noise.low"}, {"maximum", "noise.high"},
    {"edge0", "noise.low"}, {"edge1", "noise.high"},
    {"freq", "noise.frequency"}, {"size", "noise.frequency"}, {"period", "noise.frequency"},
    {"cellsize", "noise.frequency"}, {"wavelength", "noise.frequency"},
    {"gain", "noise.persistence"}, {"roughness", "noise.persistence"},
    {"iterations", "noise.octaves"}, {"detail", "noise.octaves"}, {"layers", "noise.octaves"},
    {"randomness", "noise.jitter"}, {"irregularity", "noise.jitter"},
    {"randomness", "noise.spread"}, {"anisotropy", "noise.spread"}, {"bandwidth", "noise.waves"},
    {"direction", "noise.angle"}, {"orientation", "noise.angle"},
    {"waveform", "noise.profile"}, {"shape", "noise.profile"},
    {"distance", "noise.metric"}, {"distancefunction", "noise.metric"},
    {"returntype", "noise.function"}, {"feature", "noise.function"},
    {"smoothing", "noise.smooth"},
    {"dim", "noise.dimensions"}, {"dims", "noise.dimensions"},
    {"3d", "noise.dimensions=3"}, {"2d", "noise.dimensions=2"}, {"1d", "noise.dimensions=1"},
    {"cutoff", "noise.level"}, {"edge", "noise.level"}, {"threshold", "noise.level"},
    {"exp", "noise.exponent"}, {"power", "noise.exponent"},
    {"input", "noise.source"}, {"in", "noise.source"}, {"base", "noise.source"},
    {"left", "noise.a"}, {"lhs", "noise.a"},
    {"right", "noise.b"}, {"rhs", "noise.b"},
    {"alpha", "noise.by"}, {"t", "noise.by"}, {"factor", "noise.by"}, {"fac", "noise.by"},
    {"weight", "noise.by"}, {"mask", "noise.by"},
    {"strength", "normal.strength"}, {"strength", "noise.amount"}, {"amplitude", "noise.amount"},
    {"amplitude", "normal.strength", ", or ", "range"},
    {"noisetype", "noise.type"}, {"noise", "noise.type"}, {"algorithm", "noise.type"},
    {"basis", "noise.type"},
    // The view. The keys of the transform node come second.
    {"offset", "domain.translate"}, {"offset", "noise.translate"},
    {"position", "domain.translate"}, {"position", "noise.translate"},
    {"pan", "domain.translate"}, {"origin", "domain.translate"}, {"center", "domain.translate"},
    {"centre", "domain.translate"}, {"shift", "domain.translate"}, {"shift", "noise.translate"},
    {"translation", "domain.translate"}, {"translation", "noise.translate"},
    {"rotation", "domain.rotate"}, {"rotation", "noise.rotate"},
    {"rotation", "noise.angle"},
    {"angle", "domain.rotate"}, {"angle", "noise.rotate"},
    {"zoom", "domain.scale"}, {"zoom", "noise.scale"},
    {"frequency", "domain.scale=2", " to show twice as much"},
    {"z", "domain.slice"}, {"time", "domain.slice"},
    // The recipe.
    {"width", "size"}, {"height", "size"}, {"resolution", "size"}, {"dimensions", "size"},
    {"pixels", "size"},
    {"random", "seed"}, {"randomseed", "seed"},
    {"tile", "tiling=true"}, {"tiled", "tiling=true"}, {"tileable", "tiling=true"},
    {"seamless", "tiling=true"}, {"wrap", "tiling=true"}, {"repeat", "tiling=true"},
    {"periodic", "tiling=true"},
    {"mirror", "flip=true"}, {"vflip", "flip=true"}, {"flipvertical", "flip=true"},
    {"cols", "noise.columns"},
    {"columns", "", "for the pictures in a row of a sheet, use ", "per_row"},
    {"cols", "", "for the pictures in a row of a sheet, use ", "per_row"},
    {"animate", "loop=true"}, {"animation", "loop=true"}, {"cyclic", "loop=true"},
    {"vertices", "domain.grid=vertices"}, {"vertex", "domain.grid=vertices"},
    {"version", "cobble"}, {"title", "description"}, {"comment", "description"},
    {"file", "noise.name"}, {"filename", "noise.name"}, {"path", "noise.name"},
    {"interpolation", "noise.filter"}, {"colorspace", "noise.encoding"},
    {"extension", "noise.edges"}, {"boundary", "noise.edges"},
    {"output", "", kNoFile, "path"}, {"file", "", kNoFile, "path"},
    {"filename", "", kNoFile, "path"}, {"format", "", kNoFile, "path"},
    {"preset", "", "a recipe names no preset: use ", "preset"},
    // Normal maps.
    {"bumpiness", "normal.strength"},
    {"intensity", "normal.strength"},
    {"opengl", "normal.y=up"}, {"gl", "normal.y=up"}, {"unity", "normal.y=up"},
    {"godot", "normal.y=up"}, {"blender", "normal.y=up"},
    {"directx", "normal.y=down"}, {"dx", "normal.y=down"}, {"unreal", "normal.y=down"},
    {"flipy", "normal.y=down"}, {"flipgreen", "normal.y=down"},
    // Curvature and ambient occlusion maps.
    {"size", "curvature.radius"}, {"distance", "curvature.radius"},
    {"distance", "ao.radius"}, {"size", "ao.radius"}, {"samples", "ao.directions"},
    {"rays", "ao.directions"},
    // Values.
    {"euclid", "noise.metric=euclidean"}, {"l2", "noise.metric=euclidean"},
    {"l1", "noise.metric=manhattan"}, {"taxicab", "noise.metric=manhattan"},
    {"linf", "noise.metric=chebyshev"}, {"chessboard", "noise.metric=chebyshev"},
    {"distance", "noise.function=F1"}, {"distance2", "noise.function=F2"},
    {"distance2sub", "noise.function=F2-F1"}, {"cellvalue", "noise.function=cell-id"},
    {"cells", "noise.function=cell-id"},
    {"abs", "noise.turbulence=absolute"}, {"gaussian", "noise.distribution.type=normal"},
    {"saw", "noise.profile=sawtooth"}, {"sin", "noise.profile=sine"},
    {"repeat", "noise.edges=wrap"}, {"bicubic", "noise.filter=catmull-rom"},
    {"linear", "noise.encoding=data"}, {"rgb", "noise.channel=color"},
    {"grey", "noise.channel=luminance"}, {"gray", "noise.channel=luminance"},
    {"auto", "range=fit"}, {"minmax", "range=fit"}, {"normalized", "range=fit"},
    // Maps.
    {"heightmap", "map=height"}, {"displacement", "map=height"}, {"bump", "map=height"},
    {"elevation", "map=height"}, {"disp", "map=height"},
    {"normals", "map=normal"}, {"normalmap", "map=normal"}, {"nrm", "map=normal"},
    {"nor", "map=normal"}, {"slopes", "map=slope"}, {"gradient", "map=slope"},
    {"occlusion", "map=ao"}, {"ambientocclusion", "map=ao"},
    {"cavity", "map=curvature"}, {"convexity", "map=curvature"}, {"raw", "map=value"},
    {"preview", "map=lit"}, {"shaded", "map=lit"}, {"beauty", "map=lit"},
    {"hillshade", "map=lit"}, {"lighting", "map=lit"},
};

// Functions and names of other languages, and what formulas write instead.
constexpr FormulaWord kFormulaWords[] = {
    {"noise", kCall, "write perlin(4)"}, {"snoise", kCall, "write simplex(4)"},
    {"cnoise", kCall, "write perlin(4)"}, {"worley", kCall, "write voronoi(8)"},
    {"mod", kCall, "write a % b"}, {"fmod", kCall, "write a % b"},
    {"frac", kCall, "write fract(a)"}, {"clamp01", kCall, "write saturate(a)"},
    {"length", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"distance", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"hypot", kCall, "write sqrt(x*x + y*y), or coordinate(radius)"},
    {"atan2", kCall, "coordinate(angle) is the angle of (x, y), in turns"},
    {"atan", kCall, "coordinate(angle) is the angle of (x, y), in turns"},
    {"tan", kCall, "write sin(a) / cos(a)"}, {"ceil", kCall, "write -floor(-a)"},
    {"round", kCall, "write floor(a + 0.5)"}, {"trunc", kCall, "write sign(a) * floor(abs(a))"},
    {"sq", kCall, "write a^2"}, {"sqr", kCall, "write a^2"},
    {"if", kCall, "write condition ? a : b"}, {"select", kCall, "write condition ? a : b"},
    {"ln", kCall, "write log(a)"}, {"log2", kCall, "write log(a) / 0.6931471805599453"},
    {"log10", kCall, "write log(a) / 2.302585092994046"},
    {"exp2", kCall, "write exp(a * 0.6931471805599453)"}, {"inversesqrt", kCall, "write a ^ -0.5"},
    {"random", kCall, "write white(64)"}, {"rand", kCall, "write white(64)"},
    {"hash", kCall, "write white(64)"},
    {"linearstep", kCall, "write saturate((a - low) / (high - low))"},
    {"fit", kCall, "write remap(a, [0, 1], [-1, 1])"}, {"vec2", kCall, kVector},
    {"vec3", kCall, kVector}, {"float2", kCall, kVector}, {"float3", kCall, kVector},
    {"vec4", kCall, kVector}, {"dot", kCall, kVector}, {"normalize", kCall, kVector},
    {"hsv", kCall, kColorAdvice}, {"hsl", kCall, kColorAdvice}, {"color3", kCall, kColorAdvice},
    {"ridgedmulti", kCall, "write ridged(source)"},
    {"ridgedmultifractal", kCall, "write ridged(source)"}, {"negate", kCall, "write -a"},
    {"neg", kCall, "write -a"}, {"oneminus", kCall, "write 1 - a"},
    {"rsqrt", kCall, "write a ^ -0.5"}, {"cbrt", kCall, "write a ^ 0.3333333333333333"},
    {"asin", kCall, kArc},
    {"acos", kCall, "draw its curve: curve(a, [[-1, 3.14], [-0.7, 2.35], [0.7, 0.8], [1, 0]])"},
    {"sinh", kCall, "write (exp(a) - exp(-a)) / 2"},
    {"cosh", kCall, "write (exp(a) + exp(-a)) / 2"},
    {"tanh", kCall, "write 1 - 2 / (exp(2*a) + 1)"}, {"sgn", kCall, "write sign(a)"},
    {"radians", kCall, "write a * pi / 180"}, {"degrees", kCall, "write a * 180 / pi"},
    {"map", kCall, "write remap(a, [0, 1], [-1, 1])"},
    {"maprange", kCall, "write remap(a, [0, 1], [-1, 1])"},
    {"turbulence", kCall, "write perlin(4, 5, turbulence=absolute)"},
    {"billow", kCall, "write perlin(4, 5, turbulence=absolute)"},
    {"smin", kCall, "write smooth-min(a, b, 0.1)"}, {"smax", kCall, "write smooth-max(a, b, 0.1)"},
    // Names.
    {"u", kName, kCoordinates},
    {"v", kName, kCoordinates},
    {"uv", kName, kCoordinates},
    {"p", kName, kCoordinates}, {"pi", kName, "write pi"},
    {"tau", kName, "write tau"},
    {"time", kName, kSlices},
    {"t", kName, kSlices},
};
// clang-format on

bool IsMaterial(const TradeWord& row) { return row.settings.starts_with(kMaterialPath); }

std::vector<const TradeWord*> RowsOf(std::string_view word) {
  std::vector<const TradeWord*> rows;
  const std::string plain = PlainWord(word);
  for (const TradeWord& row : kWords)
    if (row.word == plain && !row.settings.starts_with(kMapPath)) rows.push_back(&row);
  return rows;
}

struct Setting {
  std::string_view path, value;  // value: may be empty
};

std::vector<Setting> SettingsOf(const TradeWord& row) {
  std::vector<Setting> settings;
  if (row.settings.empty()) return settings;
  for (const std::string_view word : PiecesOf(row.settings, " ")) {
    const std::size_t equals = std::min(word.find('='), word.size());
    settings.push_back({word.substr(0, equals), word.substr(std::min(equals + 1, word.size()))});
  }
  return settings;
}

// Returns the object of the first setting; nullopt for a row that is only a note.
std::optional<ObjectKind> ObjectOf(const TradeWord& row) {
  const auto settings = SettingsOf(row);
  if (settings.empty()) return std::nullopt;
  for (const Field& field : Fields())
    if (PathOf(field) == settings.front().path) return field.object;
  return std::nullopt;
}

std::string_view KeyOf(const Setting& setting) {
  return setting.path.substr(setting.path.rfind('.') + 1);
}

// Returns the settings as members, "type": "perlin", with the objects around other objects' keys.
std::string MembersText(const std::vector<Setting>& settings, ObjectKind object) {
  const auto source = std::make_shared<const Source>(Source{"the table of words", true});
  Json root;
  Faults faults;
  for (const auto& [path, value] : settings)
    PutAtPath(path, *SetValueToJson(path, value, source, &faults), &root);
  const Json& inner = AtPath(root, PathOf(object));
  const std::string text = WriteJsonLine(inner.is_null() ? root : inner);
  return text.substr(1, text.size() - 2);
}

std::string JsonText(const std::vector<Setting>& settings, ObjectKind place) {
  const Setting& first = settings.front();
  if (!first.value.empty()) return MembersText(settings, place);
  const std::string text = Quoted(KeyOf(first));
  const std::size_t dot = first.path.rfind('.');
  const std::string_view owner = dot == first.path.npos ? "" : first.path.substr(0, dot);
  if (owner == PathOf(place)) return text;
  return text + " in " + (owner.empty() ? "the recipe itself" : Quoted(owner));
}

// Returns the settings of a node as in a call: "octaves=", or, after a type, "perlin(octaves=5)".
std::string CallText(std::span<const Setting> settings) {
  const bool is_type = KeyOf(settings.front()) == "type";
  std::string text;
  for (const Setting& setting : settings.subspan(is_type ? 1 : 0)) {
    const bool is_source = setting.path.ends_with(".source.type");
    text += (text.empty() ? "" : ", ") +
            (is_source ? "source=" + std::string(setting.value) + "()"
                       : std::string(KeyOf(setting)) + "=" + std::string(setting.value));
  }
  return is_type ? std::string(settings.front().value) + "(" + text + ")" : text;
}

Phrase OptionsText(const std::vector<Setting>& settings) {
  Phrase text;
  for (const auto& [path, value] : settings)
    text += (text.empty() ? "" : " ") + Phrase::Option(path, value);
  return text;
}

Advice AdviceOf(const TradeWord& row, ObjectKind place, HintForm form) {
  Phrase note = row.note;
  if (!row.option.empty()) note += Phrase::Option(row.option);
  const auto settings = SettingsOf(row);
  if (settings.empty()) return {.use = {}, .sentence = note};
  if (form == HintForm::kOptions) return {OptionsText(settings) + note};
  if (form == HintForm::kFormula && ObjectOf(row) == ObjectKind::kNode &&
      place == ObjectKind::kNode)
    return {CallText(settings) + note};
  return {JsonText(settings, place) + note};
}

// Returns whether a node of that type has the key that the row means; true if it means no key.
bool HasKeyOf(int type, const TradeWord& row) {
  const auto settings = SettingsOf(row);
  if (settings.empty() || !settings.front().value.empty()) return true;
  if (ObjectOf(row) != ObjectKind::kNode) return true;
  return FindFieldOf(ObjectKind::kNode, type, KeyOf(settings.front())) != nullptr;
}

}  // namespace

HintForm FormAt(const Place& place) {
  if (place.formula) return HintForm::kFormula;
  return place.is_flag() ? HintForm::kOptions : HintForm::kJson;
}

Phrase Advice::Hint() const { return use.empty() ? sentence : "use " + use; }

Phrase Either(const Advice& first, const Advice& second) {
  if (first.empty() || second.empty()) return first.Hint() + second.Hint();
  const bool are_settings = !first.use.empty() && !second.use.empty();
  return first.Hint() + (are_settings ? ", or " + second.use : "; " + second.Hint());
}

std::span<const TradeWord> TradeWords() { return kWords; }

std::string PlainWord(std::string_view word) {
  std::string plain = LowerCase(word);
  std::erase_if(plain, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return plain;
}

std::string FormulaWordHint(WordPlace place, std::string_view word) {
  const std::string plain = PlainWord(word);
  for (const FormulaWord& row : kFormulaWords)
    if (row.place == place && row.word == plain) return std::string(row.hint);
  return {};
}

std::optional<Map> MapOfWord(std::string_view word) {
  const std::string plain = PlainWord(word);
  Map map{};
  if (FromName(plain, &map)) return map;
  for (const TradeWord& row : kWords) {
    if (row.word != plain || !row.settings.starts_with(kMapPath)) continue;
    if (FromName(row.settings.substr(kMapPath.size()), &map)) return map;
  }
  return std::nullopt;
}

std::string_view MaterialMapOfWord(std::string_view word) {
  for (const TradeWord* row : RowsOf(word))
    if (IsMaterial(*row)) return row->settings.substr(kMaterialPath.size());
  return {};
}

Phrase KeyHint(ObjectKind object, std::optional<int> type, std::string_view word, HintForm form) {
  const auto rows = RowsOf(word);
  const TradeWord* best = nullptr;
  int best_rank = 0;
  for (const TradeWord* row : rows) {
    if (ObjectOf(*row) != object) continue;
    const Setting first = SettingsOf(*row).front();
    const std::string_view key = KeyOf(first);
    const Field* const field = FindField(object, key, type);
    if (key == word || !field || (type && !Uses(*type, *field))) continue;
    // A node already has a type, and a key that other types use hardly means a type.
    if (type && key == "type" && (first.value.empty() || FindField(object, word))) continue;
    // Another name of a key is nearer than a value, a value nearer than another type.
    int rank = key == "type" && type ? 1 : 2;
    if (first.value.empty()) rank = 3;
    if (rank > best_rank) best = row;
    best_rank = std::max(rank, best_rank);
  }
  return best ? AdviceOf(*best, object, form).Hint() : Phrase();
}

Advice OtherKeyAdvice(ObjectKind object, std::string_view word, HintForm form) {
  for (const TradeWord* row : RowsOf(word)) {
    if (ObjectOf(*row) == object) continue;
    // In a recipe's text, --scale does not replace a frequency.
    const auto settings = SettingsOf(*row);
    const bool is_key = !settings.empty() && settings.front().value.empty();
    if (form != HintForm::kOptions && !is_key && FindField(object, word)) continue;
    return AdviceOf(*row, object, form);
  }
  return {};
}

Phrase ChoiceHint(const Field& field, std::string_view word, HintForm form) {
  const auto rows = RowsOf(word);
  for (const TradeWord* row : rows) {
    const auto settings = SettingsOf(*row);
    const bool fits = settings.size() == 1 && settings.front().path == PathOf(field) &&
                      std::ranges::count(field.choices, settings.front().value) > 0;
    if (fits) return DidYouMean(settings.front().value);
  }
  // A key without a value does not answer a wrong value.
  for (const TradeWord* row : rows) {
    const auto settings = SettingsOf(*row);
    if (!settings.empty() && !settings.front().value.empty())
      return AdviceOf(*row, field.object, form).Hint();
  }
  return {};
}

Advice WordAdvice(std::string_view word, std::optional<int> type) {
  auto rows = RowsOf(word);
  std::erase_if(rows, [&](const TradeWord* row) {
    return IsMaterial(*row) || (type && !HasKeyOf(*type, *row));
  });
  if (rows.empty()) return {};
  const TradeWord& best = *rows.front();
  const auto settings = SettingsOf(best);
  const NodeSpec* const spec =
      settings.size() == 1 ? FindNodeSpec(settings.front().value) : nullptr;
  // An operation needs inputs, which flags cannot give.
  if (spec && !StandsAlone(*spec))
    return {.use = {},
            .sentence = "the operation " + Quoted(spec->name) + " does that: see cobble explain " +
                        std::string(spec->name)};
  return AdviceOf(best, ObjectKind::kRecipe, HintForm::kOptions);
}

std::string_view TopicOf(std::string_view word) {
  auto rows = RowsOf(word);
  std::erase_if(rows, [](const TradeWord* row) { return IsMaterial(*row); });
  const auto settings = rows.empty() ? std::vector<Setting>() : SettingsOf(*rows.front());
  if (settings.empty()) return {};
  const Setting& first = settings.front();
  const bool is_node_type = first.path == "noise.type" && !first.value.empty();
  return is_node_type ? first.value : first.path;
}

}  // namespace cobble
