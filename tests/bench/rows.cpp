// The rows of the benchmarks, and their recipes as JSON.
#include "bench/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <string_view>
#include <utility>

#include "cobble/recipe_io.h"
#include "output/formats.h"
#include "render/render_bands.h"

namespace cobble::bench {
namespace {

constexpr std::string_view kPathNames[] = {"grid", "affine", "tiled", "warp"};

struct FileKind {
  std::string name;
  Output output;
};

// Every format at each bit depth, with a height map and, if a file can hold several maps, with
// three. Also the other maps in their usual formats.
std::vector<FileKind> MakeFileKinds() {
  std::vector<FileKind> kinds{{"png8-normal", {{Map::kNormal}, "png", 8}},
                              {"png8-curvature", {{Map::kCurvature}, "png", 8}},
                              {"png8-ao", {{Map::kAo}, "png", 8}},
                              {"png8-lit", {{Map::kLit}, "png", 8}},
                              {"exr32-bumpslopes", {{Map::kBumpslopes}, "exr", 32}}};
  for (const Format& format : Formats())
    for (const int bits : format.bits) {
      const std::string format_name(format.name);
      const std::string name = format_name + (format.bits.size() > 1 ? std::to_string(bits) : "");
      kinds.push_back({name, {{Map::kHeight}, format_name, bits}});
      if (format.holds_many_maps)
        kinds.push_back(
            {name + "-3maps", {{Map::kHeight, Map::kNormal, Map::kSlope}, format_name, bits}});
    }
  return kinds;
}

struct Cells {
  int cells, octaves;
};
constexpr Cells kCells[] = {{8, 1}, {64, 1}, {512, 1}, {8, 8}, {64, 8}, {512, 8}};

struct Kind {
  std::string_view name, type;
  std::string_view options = {};  // further members: JSON that starts with a comma
  // kAll: every path and number of octaves. kOneOctave: one octave on grids and affine frames.
  // kGrids: one octave on grids. kFixed: on grids and affine frames, a tree without $. kMask: the
  // same for a tree without a slope.
  enum Which { kAll, kOneOctave, kGrids, kFixed, kMask } which = kAll;
  std::string_view tree = "$";  // a tree; the noise replaces each $
};

// The cheapest warp: moves all samples by the same offset.
constexpr std::string_view kMoved =
    R"({"type": "warp", "source": $, "by": [0.3, 0.7], "amount": 0.01})";
// A typical mountain: masked ridges and terraces, all warped.
constexpr std::string_view kMountains = R"({"type": "warp", "amount": 0.02, "by": [$, $],
    "source": {"type": "mix",
      "a": {"type": "fractal", "kind": "ridged", "octaves": 4, "source": $},
      "b": {"type": "terrace", "levels": 6, "source": {"type": "power", "exponent": 1.5,
            "source": {"type": "remap", "source": $}}},
      "by": {"type": "smoothstep", "low": -0.3, "high": 0.4, "source": $}}})";
constexpr std::string_view kRidged =
    R"({"type": "fractal", "kind": "ridged", "octaves": 6, "source": $})";
// A grey colour, blended and adjusted like any other. All three channels are computed.
constexpr std::string_view kRamp =
    R"({"type": "luminance", "source": {"type": "ramp", "source": $, "stops": [[-1, "#203040"],
        [-0.7, "#335577"], [-0.4, "teal"], [-0.1, "gold"], [0.2, "#886644"], [0.5, "olive"],
        [0.8, "wheat"], [1, "white"]]}})";
constexpr std::string_view kScreen =
    R"({"type": "luminance", "source": {"type": "blend", "mode": "screen", "base": $,
        "over": "teal", "by": {"type": "gradient"}}})";
constexpr std::string_view kSoftLight =
    R"({"type": "luminance", "source": {"type": "blend", "mode": "soft-light", "base": $,
        "over": "teal"}})";
constexpr std::string_view kHue =
    R"({"type": "luminance", "source": {"type": "adjust", "source": $, "hue": 40}})";
constexpr std::string_view kHueByNode =
    R"({"type": "luminance", "source": {"type": "adjust", "source": $,
        "hue": {"type": "gradient"}}})";
// The noise that is written in every kind of file, and the kind that every noise is written in.
constexpr std::string_view kCheapest = "value", kCommonest = "png16";
constexpr Kind kKinds[] = {
    {"value", "value"},
    {"perlin", "perlin"},
    {"simplex", "simplex"},
    {"simplex-value", "simplex-value", {}, Kind::kOneOctave},
    {"simplex-ridged", "simplex", {}, Kind::kOneOctave, kRidged},
    {"voronoi-F1", "voronoi"},
    {"voronoi-F2-F1", "voronoi", R"(, "function": "F2-F1")", Kind::kGrids},
    {"voronoi-cell-id", "voronoi", R"(, "function": "cell-id")", Kind::kGrids},
    {"voronoi-u", "voronoi", R"(, "function": "u")", Kind::kGrids},
    {"voronoi-edge", "voronoi", R"(, "function": "edge")", Kind::kGrids},
    {"voronoi-lse", "voronoi", R"(, "smooth": "lse")", Kind::kGrids},
    {"voronoi-poly", "voronoi", R"(, "smooth": "poly")", Kind::kGrids},
    {"cell-F1", "cell", {}, Kind::kOneOctave},
    {"cell-F2-F1", "cell", R"(, "function": "F2-F1")", Kind::kOneOctave},
    {"hill", "hill", {}, Kind::kOneOctave},
    {"value-moved", "value", {}, Kind::kGrids, kMoved},
    {"perlin-moved", "perlin", {}, Kind::kGrids, kMoved},
    {"perlin-mountains", "perlin", {}, Kind::kGrids, kMountains},
    {"value-ramp", "value", {}, Kind::kGrids, kRamp},
    {"value-screen", "value", {}, Kind::kGrids, kScreen},
    {"value-soft-light", "value", {}, Kind::kGrids, kSoftLight},
    {"value-hue", "value", {}, Kind::kGrids, kHue},
    {"value-hue-node", "value", {}, Kind::kGrids, kHueByNode},
    {"coordinate-x", {}, {}, Kind::kFixed, R"({"type": "coordinate"})"},
    {"coordinate-radius", {}, {}, Kind::kFixed, R"({"type": "coordinate", "axis": "radius"})"},
    {"coordinate-angle", {}, {}, Kind::kFixed, R"({"type": "coordinate", "axis": "angle"})"},
    {"gradient-linear", {}, {}, Kind::kFixed, R"({"type": "gradient", "angle": 30})"},
    {"gradient-radial", {}, {}, Kind::kFixed, R"({"type": "gradient", "kind": "radial"})"},
    {"image", {}, {}, Kind::kFixed, R"({"type": "image", "name": "photograph"})"},
    {"by-example", {}, {}, Kind::kFixed, R"({"type": "by-example", "name": "photograph"})"},
    {"white", {}, {}, Kind::kFixed, R"({"type": "white", "frequency": 64})"},
    {"checker", {}, {}, Kind::kFixed, R"({"type": "checker", "frequency": 64})"},
    {"stripes", {}, {}, Kind::kFixed, R"({"type": "stripes", "frequency": 64})"},
    {"dots", {}, {}, Kind::kFixed, R"({"type": "dots", "frequency": 64})"},
    {"bricks", {}, {}, Kind::kFixed, R"({"type": "bricks", "columns": 32, "rows": 64})"},
    {"bricks-id",
     {},
     {},
     Kind::kFixed,
     R"({"type": "bricks", "columns": 32, "rows": 64, "function": "id"})"},
    {"rings", {}, {}, Kind::kFixed, R"({"type": "rings", "frequency": 64})"},
    {"polygon", {}, {}, Kind::kFixed, R"({"type": "polygon"})"},
    {"hexagons", {}, {}, Kind::kFixed, R"({"type": "hexagons", "frequency": 64})"},
    {"tiles", {}, {}, Kind::kFixed, R"({"type": "tiles", "frequency": 64})"},
    {"weave", {}, {}, Kind::kFixed, R"({"type": "weave", "frequency": 64})"},
    {"scatter", {}, {}, Kind::kFixed, R"({"type": "scatter", "frequency": 64,
        "source": {"type": "gradient", "kind": "radial"}})"},
    {"scatter-wide", {}, {}, Kind::kFixed, R"({"type": "scatter", "frequency": 64, "radius": 1,
        "source": {"type": "gradient", "kind": "radial"}})"},
    {"scatter-fbm", {}, {}, Kind::kFixed, R"({"type": "scatter", "frequency": 64,
        "source": {"type": "perlin", "octaves": 5}})"},
    {"erosion-8x5", {}, {}, Kind::kFixed, R"({"type": "erosion", "source":
        {"type": "simplex", "frequency": 2}})"},
    {"phasor-8x5", {}, {}, Kind::kFixed, R"({"type": "phasor", "octaves": 5})"},
    {"phasor-8-sawtooth-angle", {}, {}, Kind::kFixed, R"({"type": "phasor", "profile": "sawtooth",
        "angle": {"type": "multiply", "a": 40, "b": {"type": "simplex", "frequency": 2}}})"},
    {"drainage", {}, {}, Kind::kFixed, R"({"type": "drainage", "source":
        {"type": "perlin", "frequency": 4, "octaves": 5}})"},
    {"slope-of-perlin-8x5", {}, {}, Kind::kMask, R"({"type": "slope-of", "source":
        {"type": "perlin", "frequency": 8, "octaves": 5}})"},
    {"slope-of-radius-perlin-8x5", {}, {}, Kind::kFixed, R"({"type": "slope-of", "radius": 0.01,
        "source": {"type": "perlin", "frequency": 8, "octaves": 5}})"},
    {"curvature-of-perlin-8x5", {}, {}, Kind::kFixed, R"({"type": "curvature-of", "source":
        {"type": "perlin", "frequency": 8, "octaves": 5}})"},
    {"blur-16-perlin-8x5", {}, {}, Kind::kFixed, R"({"type": "blur", "radius": 0.02,
        "samples": 16, "source": {"type": "perlin", "frequency": 8, "octaves": 5}})"},
    {"blur-32-perlin-8x5", {}, {}, Kind::kFixed, R"({"type": "blur", "radius": 0.02,
        "samples": 32, "source": {"type": "perlin", "frequency": 8, "octaves": 5}})"},
};

const Kind& KindOf(const Row& row) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [&](const Kind& kind) { return kind.name == row.noise; });
}

bool Wanted(const Row& row, Path path) {
  const Kind& kind = KindOf(row);
  if (kind.which == Kind::kAll) return path != Path::kTiled || row.octaves == 1;
  const bool is_affine = kind.which != Kind::kGrids && path == Path::kAffine;
  const bool is_first = row.dimensions == 2 && row.cells == kCells[0].cells;
  const bool is_fixed = kind.which == Kind::kFixed || kind.which == Kind::kMask;
  return row.octaves == 1 && (path == Path::kGrid || is_affine) && (!is_fixed || is_first);
}

std::string NoiseText(const Row& row) {
  const Kind& kind = KindOf(row);
  return fmt::format(R"({{"type": "{}", "dimensions": {}, "frequency": {}, "octaves": {}{}}})",
                     kind.type, row.dimensions, row.cells, row.octaves, kind.options);
}

// The node of a row, whose noise replaces each $ of `tree`.
std::string NodeText(const Row& row, std::string tree) {
  const std::string noise = NoiseText(row);
  for (std::size_t at = 0; (at = tree.find('$', at)) != std::string::npos; at += noise.size())
    tree.replace(at, 1, noise);
  return tree;
}

// Returns what nodes that show an image show: as many pixels as a small photograph, of grey noise.
std::shared_ptr<const SourceImage> Photograph() {
  static const auto photograph = [] {
    constexpr int64_t kSide = 512;
    Image pixels{kSide, kSide, 1, {}};
    std::mt19937 random(1);
    for (int64_t k = 0; k < kSide * kSide; ++k)
      pixels.samples.push_back(static_cast<float>(random() >> 8) / 0x1p24f);
    return std::make_shared<const SourceImage>(std::move(pixels), false);
  }();
  return photograph;
}

// A typical warp in a recipe: the noises that move the source cost time, too.
std::string WarpTree(int dimensions) {
  const std::string by =
      fmt::format(R"({{"type": "perlin", "dimensions": {}, "frequency": 8}})", dimensions);
  return fmt::format(R"({{"type": "warp", "source": $, "by": [{0}, {0}{1}], "amount": 0.05}})", by,
                     dimensions == 3 ? ", " + by : "");
}

std::vector<Row> Noises() {
  std::vector<Row> noises;
  for (const Kind& kind : kKinds)
    for (const int dimensions : {2, 3})
      for (const auto [cells, octaves] : kCells)
        noises.push_back({.noise = std::string(kind.name),
                          .dimensions = dimensions,
                          .cells = cells,
                          .octaves = octaves});
  return noises;
}

// Rows of noises whose samples are discarded.
void AddSamples(std::vector<Row>* rows) {
  for (Row row : Noises())
    for (const Map map : {Map::kValue, Map::kSlope})
      for (const Path path : {Path::kGrid, Path::kAffine, Path::kTiled, Path::kWarp}) {
        if (!Wanted(row, path) || (map == Map::kSlope && KindOf(row).which == Kind::kMask))
          continue;
        row.outputs = {{{map}}};
        row.path = path;
        rows->push_back(row);
      }
}

// Rows that write files: every kind for one noise, the most common kind for every noise.
void AddFiles(std::vector<Row>* rows) {
  const std::vector<FileKind> kinds = MakeFileKinds();
  for (Row row : Noises())
    for (const FileKind& kind : kinds) {
      const bool is_cheap = row.noise == kCheapest && row.dimensions == 2 &&
                            row.cells == kCells[0].cells && row.octaves == 1;
      if (!is_cheap && !(kind.name == kCommonest && KindOf(row).which == Kind::kAll)) continue;
      row.outputs = {kind.output};
      row.file_kind = kind.name;
      rows->push_back(row);
    }
}

// Rows of presets: height and normal map, discarded before the encoder and as PNG files.
void AddPresets(std::vector<Row>* rows) {
  for (const Preset& preset : Presets()) {
    if (!preset.images.empty()) continue;  // an image shows what the user gives
    Row row{.preset = std::string(preset.name)};
    row.outputs = {{{Map::kHeight}}, {{Map::kNormal}}};
    rows->push_back(row);
    row.outputs = {{{Map::kHeight}, "png", 16}, {{Map::kNormal}, "png", 8}};
    row.file_kind = "png";
    rows->push_back(row);
  }
}

}  // namespace

bool Row::NeedsSlope() const {
  return std::ranges::any_of(
      outputs, [](const Output& output) { return std::ranges::any_of(output.maps, &NeedsSlopes); });
}

std::string Row::Name() const {
  const auto name = [&](std::string_view discarded) {
    return fmt::format("{}/{}/{}t", file_kind.empty() ? discarded : file_kind, level, threads);
  };
  if (!preset.empty()) return fmt::format("preset/{}/{}", preset, name("maps"));
  const std::string cells_text =
      octaves == 1 ? std::to_string(cells) : fmt::format("{}x{}", cells, octaves);
  return fmt::format("{}/{}d/{}/{}/{}", noise, dimensions, cells_text,
                     NeedsSlope() ? "slope" : "value", name(kPathNames[static_cast<int>(path)]));
}

std::vector<Row> Rows(const std::vector<std::string>& levels) {
  std::vector<Row> all, rows;
  AddSamples(&all);
  AddFiles(&all);
  AddPresets(&all);
  for (const Row& row : all)
    for (const std::string& level : levels)
      for (const int threads : {1, 2}) {
        rows.push_back(row);
        rows.back().level = level;
        rows.back().threads = threads;
      }
  return rows;
}

Recipe RecipeOf(const Row& row, int side) {
  RecipeLayers layers;
  layers.AddKey("size", std::to_string(side));
  if (!row.preset.empty()) {
    layers.AddPreset(row.preset);
    return layers.Resolve();
  }
  const bool is_warp = row.path == Path::kWarp;
  const std::string tree = is_warp ? WarpTree(row.dimensions) : std::string(KindOf(row).tree);
  std::string rotate = "[0, 0, 0]";
  if (row.path == Path::kAffine) rotate = row.dimensions == 3 ? "[20, 10, 30]" : "[0, 0, 30]";
  layers.AddText(fmt::format(R"({{"cobble": 1, "seed": 1, "tiling": {}, "noise": {},
                                 "domain": {{"rotate": {}, "slice": 0.25}}}})",
                             row.path == Path::kTiled, NodeText(row, tree), rotate),
                 row.Name());
  if (tree.find("\"photograph\"") != std::string::npos) layers.AddImage("photograph", Photograph());
  return layers.Resolve();
}

}  // namespace cobble::bench
