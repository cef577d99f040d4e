// A recipe: everything that determines a picture's pixels, with all defaults filled in. Read one
// from JSON with recipe_io.h, or build one in code, and compile it with Program::Compile.
#ifndef COBBLE_RECIPE_H_
#define COBBLE_RECIPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cobble/enums.h"
#include "cobble/export.h"
#include "cobble/image.h"

namespace cobble {

// A list of numbers. Not a plain std::vector: libstdc++ 12 assumes that a variant of standard types
// is never valueless, and crashes if copying one runs out of memory.
struct NumberList : std::vector<double> {
  using std::vector<double>::vector;
  NumberList() = default;
  NumberList(std::vector<double> numbers)  // NOLINT: implicit on purpose
      : std::vector<double>(std::move(numbers)) {}
};

// The value of a node's key. Choices are stored as their names.
using Value = std::variant<bool, double, std::string, NumberList>;

// A noise, or an operation on other nodes. Its keys are those of the recipe format (`cobble list
// fields`): exactly the keys that its type uses, all of them, with these exceptions:
// - Of mutually exclusive keys only one side is present: `weights` or `function`; `sizes`, or
//   `waves` and `smoothness`.
// - `base-height`, `over-height` and `width` of a blend are only present in the mode height.
// - `from` of a remap may be absent: it defaults to the bounds of the source.
// - `sha256` of an image may be absent: RecipeLayers sets it to that of the image it adds.
// - `seed` may be absent: it is then derived from the recipe's seed and the node's `pattern` or, if
//   that is also absent, its path.
//
// A curve's points are stored as x0, y0, x1, y1, ...; a colour as its linear channels r, g, b, each
// from 0 to 1e6, where 1 is white; the stops of a ramp as x0, r0, g0, b0, x1, ... The keys of an
// object inside the node are stored under their path: "distribution.type".
struct COBBLE_EXPORT Node {
  std::string type = "constant";  // as in recipes; "ref": the node that the key `ref` names
  std::map<std::string, Value, std::less<>> values;
  // Lists of 1 to 3 nodes for "by" of a warp, of 1 node for all other keys.
  std::map<std::string, std::vector<Node>, std::less<>> inputs;

  // Returns the node for a number used as an input, as in {"type": "add", "a": 1, ...}.
  static Node Constant(double value);
  // Returns the node for a colour used as an input, or as a map. In: r, g, b, linear Rec. 709.
  static Node Color(const std::array<double, 3>& rgb);

  // Return the value or the inputs of `key`. Throw Error kUsage if the key is missing or has
  // another type.
  bool Bool(std::string_view key) const;
  double Number(std::string_view key) const;
  const std::string& Text(std::string_view key) const;
  const std::vector<double>& Numbers(std::string_view key) const;
  const Node& Input(std::string_view key) const { return Inputs(key).front(); }
  const std::vector<Node>& Inputs(std::string_view key) const;
  bool Has(std::string_view key) const { return values.find(key) != values.end(); }

  bool operator==(const Node&) const = default;
};

// The view: the part of the noise that the picture shows. At P, a pixel or point samples the noise
// at position p:
//   p = translate + R (scale * P), R = Ry Rx Rz
// The picture's middle is P = (0, 0, slice); x points right and y down.
struct Domain {
  std::array<double, 3> translate{0, 0, 0};
  std::array<double, 3> rotate{0, 0, 0};  // degrees
  std::array<double, 3> scale{1, 1, 1};   // not 0; 2 zooms out by a factor of two
  std::array<double, 2> extent{1, 1};     // width and height of the picture in recipe units, > 0
  double slice = 0;                       // z of P
  // Where along the extent pixel i of W is: (i + 0.5) / W, the centre of the pixel, or for vertices
  // i / (W - 1), from edge to edge.
  Grid grid = Grid::kPixels;

  bool operator==(const Domain&) const = default;
};

// The values that become 0 and 1 in the height.
struct Range {
  RangeMode mode = RangeMode::kNatural;
  double low = 0, high = 1;  // for kFixed only; low > high inverts the height

  bool operator==(const Range&) const = default;
};

// What the height stands for on the ground, in metres. The whole picture has this world; a window
// of it has the same metres per pixel.
struct World {
  double width = 0;                     // of the picture, > 0; of vertices, from first to last
  std::array<double, 2> heights{0, 0};  // where the height is 0 and where it is 1; they increase

  double Rise() const { return heights[1] - heights[0]; }
  // Returns what Normal::strength must be.
  double Strength() const { return Rise() / width; }

  bool operator==(const World&) const = default;
};

struct Normal {
  // Surface height at value 1, in picture widths. If the recipe has a world, World::Strength().
  double strength = 0.1;
  NormalY y = NormalY::kUp;

  bool operator==(const Normal&) const = default;
};

struct Curvature {
  double radius = 0.005;  // over which slopes are compared, in picture widths; at least one pixel
  double scale = 0.007;   // radius, in picture widths, at which a dome is white and a bowl black

  bool operator==(const Curvature&) const = default;
};

// Ambient occlusion: the fraction of the sky that is visible from each point of the surface.
struct Ao {
  double radius = 0.05;  // maximum distance to occluders, in picture widths; at least one pixel
  int directions = 8;    // number searched for occluders, 8 to 16

  bool operator==(const Ao&) const = default;
};

// The slopes of the map bumpslopes, for renderers.
struct Bumpslopes {
  // 0: slopes are per texel. Otherwise per width and height of the picture, divided by this.
  double uvslopes_scale = 0;

  bool operator==(const Bumpslopes&) const = default;
};

// The sun of the map lit.
struct Lit {
  // Where the sun is, in degrees: 0 is at the top of the picture, 90 at the right, 315 at the upper
  // left.
  double azimuth = 315;
  double elevation = 45;  // degrees above the horizon, 0 to 90

  bool operator==(const Lit&) const = default;
};

// A part of a packed picture: the channels of a map, or a number. "pack" in recipes.
struct PackPart {
  std::string map;      // the name of a map; empty: `value`
  bool invert = false;  // 1 - the map
  double value = 0;     // 0..1
  // The map's share of the sum of the pack's weights, so these add up to 1: of layers of a
  // landscape. Values below 0 count as 0. Where all are 0, the first weight is 1. Needs a map with
  // one channel, and another weight in the pack.
  bool weight = false;

  bool operator==(const PackPart&) const = default;
};

// Where a value was set, for messages only.
struct Origin {
  std::string text;        // "marble.json:7:14", "--octaves"
  bool is_flag = false;    // set on the command line
  std::string pointer{};   // of a value set by AddSet: the JSON pointer of the key that was set
  bool is_preset = false;  // set by AddPreset
  // If set in a formula: its text, and where in it, in bytes.
  std::shared_ptr<const std::string> formula{};
  std::size_t formula_offset = 0;
  int line = 0, column = 0;  // in the text that was read, from 1, in bytes; 0: not in a text
  bool is_used = false;      // of a named number: formulas contain its value
};
using Origins = std::map<std::string, Origin>;  // by JSON pointer

struct COBBLE_EXPORT Recipe {
  std::string schema, description;      // "$schema" and "description": kept and otherwise ignored
  int64_t width = 1024, height = 1024;  // pixels
  int samples = 1;                      // a pixel is the mean of samples x samples samples
  uint32_t seed = 0;
  bool tiling = false;  // the picture repeats seamlessly
  // Pictures are mirrored top to bottom: row j is row height - 1 - j of the unflipped picture, with
  // the y of slopes and normals negated. Windows are in the flipped picture. Points are as without.
  bool flip = false;
  // Noises of 3 dimensions have period 1 along z of P, in pictures that are not tiled too, so
  // slices from 0 to 1 form a seamless loop.
  bool loop = false;
  Domain domain;
  Node noise;
  std::map<std::string, Node, std::less<>> nodes;  // by name, for refs
  // By name: more maps, each a number or a colour. Where one has a noise without a seed, the seed
  // is derived from its path: /maps/NAME/...
  std::map<std::string, Node, std::less<>> maps;
  std::map<std::string, std::vector<PackPart>, std::less<>> packs;  // by name: pictures of several
  Range range;
  std::optional<World> world;  // only with a range of the mode kFixed
  Normal normal;
  Curvature curvature;
  Ao ao;
  Bumpslopes bumpslopes;
  Lit lit;
  Origins origins;  // for messages only: not compared, not written
  // By name: what image nodes show. Not compared, not written: files and metadata contain the
  // sha256 of each, in its nodes.
  std::map<std::string, std::shared_ptr<const SourceImage>, std::less<>> images;

  bool operator==(const Recipe& other) const;
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_H_
