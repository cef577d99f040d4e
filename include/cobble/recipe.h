// A recipe: everything that determines a picture's pixels, with all defaults filled in. Read one
// from JSON with recipe_io.h or build one in code, and compile it with Program::Compile.
#ifndef COBBLE_RECIPE_H_
#define COBBLE_RECIPE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
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

// Not a plain std::vector: libstdc++ 12 assumes that a variant of standard types is never
// valueless, and crashes if copying one runs out of memory.
struct NumberList : std::vector<double> {
  using std::vector<double>::vector;
  NumberList() = default;
  NumberList(std::vector<double> numbers)  // NOLINT: implicit on purpose
      : std::vector<double>(std::move(numbers)) {}
};

// The value of a node's key. Choices are stored by name.
using Value = std::variant<bool, double, std::string, NumberList>;

// A noise, or an operation on other nodes. It has exactly the keys that its type uses in recipes
// (`cobble list fields`), with these exceptions:
// - Of mutually exclusive keys only one side is present: `weights` or `function`; `sizes`, or
//   `waves` and `smoothness`.
// - `base-height`, `over-height` and `width` of a blend are only present in the mode height.
// - A remap may lack `from`, which defaults to the bounds of the source.
// - An image may lack `sha256`: RecipeLayers sets it to the added image's.
// - `seed` may be absent: it then follows from the recipe's seed and the node's `pattern` or,
//   without one, its path.
//
// A curve's points are stored as x0, y0, x1, y1, ...; a colour as linear channels r, g, b, each
// from 0 to 1e6, where 1 is white; a ramp's stops as x0, r0, g0, b0, x1, ...; the keys of an object
// inside the node under their path: "distribution.type".
struct COBBLE_EXPORT Node {
  std::string type = "constant";  // as in recipes; "ref": the node that the key `ref` names
  std::map<std::string, Value, std::less<>> values;
  // Lists of 1 to 3 nodes for "by" of a warp, of one node for all other keys.
  std::map<std::string, std::vector<Node>, std::less<>> inputs;

  // Returns the node for a number as an input, as in {"type": "add", "a": 1, ...}.
  static Node Constant(double value);
  // Returns the node for a colour as an input or a map. In: r, g, b, linear Rec. 709.
  static Node Color(const std::array<double, 3>& rgb);

  // Return the value or inputs of `key`. Throw Error kUsage if it is missing or has another type.
  bool Bool(std::string_view key) const;
  double Number(std::string_view key) const;
  const std::string& Text(std::string_view key) const;
  const std::vector<double>& Numbers(std::string_view key) const;
  const Node& Input(std::string_view key) const { return Inputs(key).front(); }
  const std::vector<Node>& Inputs(std::string_view key) const;
  bool Has(std::string_view key) const { return values.find(key) != values.end(); }

  bool operator==(const Node&) const = default;
};

// The part of the noise that the picture shows. A pixel or point at P samples the noise at
//   p = translate + R (scale * P), R = Ry Rx Rz
// The picture's middle is P = (0, 0, slice); x points right and y down.
struct Domain {
  std::array<double, 3> translate{0, 0, 0};
  std::array<double, 3> rotate{0, 0, 0};  // degrees
  std::array<double, 3> scale{1, 1, 1};   // not 0; 2 shows twice as much
  std::array<double, 2> extent{1, 1};     // width and height of the picture in recipe units, > 0
  double slice = 0;                       // z of P
  // Where pixel i of W is along the extent: at its centre, (i + 0.5) / W, or for vertices from edge
  // to edge, i / (W - 1).
  Grid grid = Grid::kPixels;
  // A sphere's point in direction d is at P = d / (2 pi), so that its equator is one unit long. In
  // P, x points east, y south and z to the middle of the picture.
  SurfaceShape surface = SurfaceShape::kPlane;

  bool IsSphere() const { return surface != SurfaceShape::kPlane; }
  bool operator==(const Domain&) const = default;
};

// The values that become 0 and 1 in the height.
struct Range {
  RangeMode mode = RangeMode::kNatural;
  double low = 0, high = 1;  // for kFixed and kShares; low > high inverts the height
  // For kShares, where at least one is true: whether `low` and `high` are percentages, from 0 to
  // 100, of the picture's values that are lower than what they stand for.
  std::array<bool, 2> is_share{false, false};

  bool operator==(const Range&) const = default;
};

// The size of the whole picture and the meaning of its height on the ground, in metres. A window
// has the same metres per pixel.
struct World {
  double width = 0;  // of the picture, > 0; for vertices, from first to last; 0 for a sphere
  std::array<double, 2> heights{0, 0};  // at heights 0 and 1; they increase
  double radius = 0;                    // of a sphere, > 0; 0 for a plane

  double Rise() const { return heights[1] - heights[0]; }
  // Returns the width of the picture or the length of the equator.
  double Width() const { return radius > 0 ? radius * 6.283185307179586 : width; }
  // Returns the required Normal::strength.
  double Strength() const { return Rise() / Width(); }

  bool operator==(const World&) const = default;
};

struct Normal {
  // Surface height at value 1, in picture widths. With a world, World::Strength().
  double strength = 0.1;
  NormalY y = NormalY::kUp;
  NormalSpace space = NormalSpace::kTangent;  // kObject needs a sphere

  bool operator==(const Normal&) const = default;
};

struct Curvature {
  double radius = 0.005;  // over which slopes are compared, in picture widths; at least one pixel
  double scale = 0.007;   // radius in picture widths at which a dome is white and a bowl black

  bool operator==(const Curvature&) const = default;
};

// Ambient occlusion: the fraction of the sky that each point of the surface sees.
struct Ao {
  double radius = 0.05;  // maximum distance to occluders, in picture widths; at least one pixel
  int directions = 8;    // number searched for occluders, 8 to 16

  bool operator==(const Ao&) const = default;
};

struct Bumpslopes {
  // 0: slopes are per texel. Otherwise per picture width and height, divided by this.
  double uvslopes_scale = 0;

  bool operator==(const Bumpslopes&) const = default;
};

// The sun of the map lit.
struct Lit {
  // Degrees clockwise from the top of the picture: 90 is right, 315 upper left.
  double azimuth = 315;
  double elevation = 45;  // degrees above the horizon, 0 to 90

  bool operator==(const Lit&) const = default;
};

// A part of a pack: the channels of a map, or a number.
struct PackPart {
  std::string map;      // the name of a map, or of a channel of one: "normal.y"; empty: `value`
  bool invert = false;  // 1 - the map, or minus a channel of the normal
  double value = 0;     // 0..1
  // Divides the map by the sum of the pack's weights, so that they add up to 1, as for layers of a
  // landscape. Values below 0 count as 0. Where all are 0, the first weight is 1. Needs a map with
  // one channel, and another weight in the pack.
  bool weight = false;

  bool operator==(const PackPart&) const = default;
};

// A number or a colour that formulas of the recipe name, with what a person needs to turn it.
struct Knob {
  std::string name;                   // as in formulas
  Value value = 0.0;                  // a double, or the linear channels r, g, b
  std::array<double, 2> range{0, 0};  // of a number, ascending
  double step = 0;                    // of a number: it is range[0] + n * step; 0: any number
  std::string description;

  bool is_color() const { return std::holds_alternative<NumberList>(value); }
  bool operator==(const Knob&) const = default;
};

// Where a value was set. For messages only.
struct Origin {
  std::string text;        // "marble.json:7:14", "--octaves"
  bool is_flag = false;    // set on the command line
  std::string pointer{};   // for AddSet: the JSON pointer of the key that was set
  bool is_preset = false;  // set by AddPreset
  // If set in a formula: its text, and the position in it, in bytes.
  std::shared_ptr<const std::string> formula{};
  std::size_t formula_offset = 0;
  int line = 0, column = 0;  // in the text that was read, from 1, in bytes; 0: not in a text
  bool is_used = false;      // of a named number, a knob or a function: formulas use it
};

// Origins by JSON pointer: a map that is made when a message first needs it. Copies share it.
class COBBLE_EXPORT Origins {
 public:
  using Map = std::map<std::string, Origin>;
  using const_iterator = Map::const_iterator;

  Origins() = default;
  Origins(std::initializer_list<Map::value_type> origins);
  // In: make, which makes the map; called at most once, by any thread.
  explicit Origins(std::function<Map()> make);

  const Map& map() const;
  const_iterator begin() const { return map().begin(); }
  const_iterator end() const { return map().end(); }
  const_iterator find(const std::string& pointer) const { return map().find(pointer); }
  const_iterator lower_bound(const std::string& from) const { return map().lower_bound(from); }
  bool contains(const std::string& pointer) const { return map().contains(pointer); }
  std::size_t count(const std::string& pointer) const { return map().count(pointer); }
  const Origin& at(const std::string& pointer) const { return map().at(pointer); }
  bool empty() const { return map().empty(); }
  void clear() { made_.reset(); }
  // Returns the origin of a pointer, to be set, in a map of its own.
  Origin& operator[](const std::string& pointer);

 private:
  struct COBBLE_HIDDEN Made;
  std::shared_ptr<Made> made_;  // null: empty
};

struct COBBLE_EXPORT Recipe {
  std::string schema, description;      // kept and otherwise ignored
  int64_t width = 1024, height = 1024;  // pixels; 6 N x N for a cube
  int samples = 1;                      // a pixel is the mean of samples x samples samples
  uint32_t seed = 0;
  bool tiling = false;  // the picture repeats seamlessly
  // Mirrors pictures top to bottom: row j is row height - 1 - j of the unflipped picture, with the
  // y of slopes and normals negated. Windows are in the flipped picture. Points are not affected.
  bool flip = false;
  // Noises of 3 dimensions have period 1 along z of P even if the picture does not tile, so slices
  // from 0 to 1 form a seamless loop.
  bool loop = false;
  Domain domain;
  Node noise;
  std::map<std::string, Node, std::less<>> nodes;  // by name, for refs
  // More maps by name, each a number or a colour. The path of a noise in one, from which its seed
  // may follow, starts with /maps/NAME/.
  std::map<std::string, Node, std::less<>> maps;
  std::map<std::string, std::vector<PackPart>, std::less<>> packs;  // by name; "pack" in recipes
  Range range;
  std::optional<World> world;  // needs a range of the mode kFixed or kFit
  Normal normal;
  Curvature curvature;
  Ao ao;
  Bumpslopes bumpslopes;
  Lit lit;
  std::vector<Knob> knobs;  // in the order in which people see them
  // The formulas that name knobs or call functions, by JSON pointer of what they give; empty for a
  // named node that a call made. Not compared; written in place of what they give, unless the
  // recipe has changed since.
  std::map<std::string, std::string> formulas;
  // The functions that these formulas call, by name, each as JSON. Not compared.
  std::map<std::string, std::string> functions;
  Origins origins;  // for messages only: not compared, not written
  // By name: what image nodes show. Not compared, not written: the nodes contain the sha256.
  std::map<std::string, std::shared_ptr<const SourceImage>, std::less<>> images;

  bool operator==(const Recipe& other) const;
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_H_
