// Accessors and comparison of Recipe and Node.
#include "cobble/recipe.h"

#include <mutex>
#include <tuple>
#include <utility>

#include "cobble/error.h"

namespace cobble {
namespace {

[[noreturn]] void FailAt(std::string_view key) {
  throw Error(ErrorKind::kUsage, "", "the node has no \"" + std::string(key) + "\" of that type");
}

template <typename T>
const T& ValueOf(const Node& node, std::string_view key) {
  const auto found = node.values.find(key);
  if (found == node.values.end() || !std::holds_alternative<T>(found->second)) FailAt(key);
  return std::get<T>(found->second);
}

// References everything that is compared in a recipe except its range.
auto Contents(const Recipe& r) {
  return std::tie(r.schema, r.description, r.width, r.height, r.samples, r.seed, r.tiling, r.flip,
                  r.loop, r.domain, r.noise, r.nodes, r.maps, r.packs, r.world, r.normal,
                  r.curvature, r.ao, r.bumpslopes, r.lit, r.knobs);
}

// Compares only what the mode uses.
bool SameRange(const Range& a, const Range& b) {
  const bool has_numbers = a.mode == RangeMode::kFixed || a.mode == RangeMode::kShares;
  return a.mode == b.mode && (!has_numbers || (a.low == b.low && a.high == b.high)) &&
         (a.mode != RangeMode::kShares || a.is_share == b.is_share);
}

}  // namespace

Node Node::Constant(double value) {
  Node node;
  node.values["value"] = value;
  return node;
}

Node Node::Color(const std::array<double, 3>& rgb) {
  Node node;
  node.type = "color";
  node.values["value"] = NumberList(rgb.begin(), rgb.end());
  return node;
}

bool Node::Bool(std::string_view key) const { return ValueOf<bool>(*this, key); }
double Node::Number(std::string_view key) const { return ValueOf<double>(*this, key); }

const std::string& Node::Text(std::string_view key) const {
  return ValueOf<std::string>(*this, key);
}

const std::vector<double>& Node::Numbers(std::string_view key) const {
  return ValueOf<NumberList>(*this, key);
}

const std::vector<Node>& Node::Inputs(std::string_view key) const {
  const auto found = inputs.find(key);
  if (found == inputs.end() || found->second.empty()) FailAt(key);
  return found->second;
}

struct Origins::Made {
  std::mutex mutex;
  std::function<Map()> make;  // null: done
  Map map;
};

Origins::Origins(std::function<Map()> make) : made_(std::make_shared<Made>()) {
  made_->make = std::move(make);
}

Origins::Origins(std::initializer_list<Map::value_type> origins)
    : Origins([map = Map(origins)] { return map; }) {}

const Origins::Map& Origins::map() const {
  static const Map none;
  if (!made_) return none;
  const std::lock_guard lock(made_->mutex);
  if (made_->make) {
    made_->map = made_->make();
    made_->make = nullptr;
  }
  return made_->map;
}

Origin& Origins::operator[](const std::string& pointer) {
  const auto own = std::make_shared<Made>();
  own->map = map();
  made_ = own;
  return made_->map[pointer];
}

bool Recipe::operator==(const Recipe& other) const {
  return Contents(*this) == Contents(other) && SameRange(range, other.range);
}

}  // namespace cobble
