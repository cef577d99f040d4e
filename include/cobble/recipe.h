// A recipe: everything that decides a picture's pixels, checked and with every default filled in.
// Made by recipe_io.h from JSON, or by hand; Program::Compile takes it from there.
#ifndef COBBLE_RECIPE_H_
#define COBBLE_RECIPE_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cobble/enums.h"
#include "cobble/export.h"

namespace cobble {

// A list of numbers. Not the vector itself: libstdc++ 12 assumes that a variant of its own types
// always holds something, and crashes where copying one runs out of memory.
struct NumberList : std::vector<double> {
  using std::vector<double>::vector;
  NumberList() = default;
  NumberList(std::vector<double> numbers)  // NOLINT: a list of numbers is a Value
      : std::vector<double>(std::move(numbers)) {}
};

// What a key of a node holds; a choice is held as its name.
using Value = std::variant<bool, double, std::string, NumberList>;

// A noise, or an operation over other nodes. Keys are those of the recipe format; a key that its
// type does not use is never there, one that it uses always is, but for those that another stands
// instead of (`weights` of `function`, `sizes` of `waves` and `smoothness`), for remap's `from`,
// which when absent is its source's bounds, and for `seed`, which when absent follows from the
// recipe's seed and the node's place. A curve's points are x0, y0, x1, y1, ... A key of an object
// inside of the node has its path: "distribution.type".
struct COBBLE_EXPORT Node {
  std::string type = "constant";  // as recipes name it; "ref": the node that the key `ref` names
  std::map<std::string, Value, std::less<>> values;
  std::map<std::string, std::vector<Node>, std::less<>> inputs;  // "by" has 1 to 3, others 1

  // A number used as an input, as in {"type": "add", "a": 1, ...}.
  static Node Constant(double value);

  // The value of `key`. Throw Error kUsage where it is not there or of another kind.
  double Number(std::string_view key) const;
  const std::string& Text(std::string_view key) const;
  const std::vector<double>& Numbers(std::string_view key) const;
  const Node& Input(std::string_view key) const { return Inputs(key).front(); }
  const std::vector<Node>& Inputs(std::string_view key) const;
  bool Has(std::string_view key) const { return values.find(key) != values.end(); }

  bool operator==(const Node&) const = default;
};

// p = translate + R (scale * P), R = Ry Rx Rz in degrees, for the position P of a pixel or point.
struct Domain {
  std::array<double, 3> translate{0, 0, 0};
  std::array<double, 3> rotate{0, 0, 0};  // degrees
  std::array<double, 3> scale{1, 1, 1};   // never 0
  std::array<double, 2> extent{1, 1};     // the picture's sides in recipe units, > 0
  double slice = 0;                       // P's z

  bool operator==(const Domain&) const = default;
};

// What becomes 0 and 1 in the height.
struct Range {
  RangeMode mode = RangeMode::kNatural;
  double low = 0, high = 1;  // kFixed only; low > high inverts

  bool operator==(const Range&) const = default;
};

struct Normal {
  double strength = 0.1;  // the height of 1, in picture widths
  NormalY y = NormalY::kUp;

  bool operator==(const Normal&) const = default;
};

struct Curvature {
  double radius = 0.005;  // how far apart slopes are compared, in picture widths; at least a pixel
  double scale = 0.02;    // the radius of a dome that is white and a bowl that is black, likewise

  bool operator==(const Curvature&) const = default;
};

// Ambient occlusion: how much of the sky each pixel of the surface sees.
struct Ao {
  double radius = 0.05;  // how far away what hides the sky is looked for, as above
  int directions = 8;    // in which it is looked for; 8 to 16

  bool operator==(const Ao&) const = default;
};

// Where each key was written, for messages alone: JSON pointer -> "marble.json:7:14", "--octaves".
struct Origin {
  std::string text;
  bool is_flag = false;
  std::string pointer{};  // of a value set by its path: the key that it was set at
};
using Origins = std::map<std::string, Origin>;

struct COBBLE_EXPORT Recipe {
  std::string schema, description;  // kept and otherwise ignored
  int64_t width = 1024, height = 1024;
  uint32_t seed = 0;
  bool tiling = false;
  Domain domain;
  Node noise;
  std::map<std::string, Node, std::less<>> nodes;  // named, for refs
  Range range;
  Normal normal;
  Curvature curvature;
  Ao ao;
  Origins origins;  // not part of what the recipe says

  bool operator==(const Recipe& other) const;
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_H_
