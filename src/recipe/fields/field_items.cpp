// Items of fields whose values are lists or objects of named items; rules for their names.
#include <algorithm>

#include "cobble/enums.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxNameBytes = 100;  // of a node, a map or a pack
constexpr int kMaxPackParts = 4;            // a picture has at most four channels

// Returns the field of an item, without the default, which is the whole value's.
Field WithType(const Field& field, FieldType type) {
  Field item = field;
  item.type = type;
  item.fallback = {};
  return item;
}

Field NumberOf(const Field& field) {
  return WithType(field, field.type == FieldType::kSize ? FieldType::kInteger : FieldType::kNumber);
}

Field ChannelOf(const Field& field) {
  Field channel{.object = field.object, .key = field.key};
  channel.minimum = 0;
  channel.maximum = kMaxChannel;
  return channel;
}

Field PairOf(const Field& field) {
  Field pair = WithType(field, FieldType::kVector);
  pair.count = 2;
  return pair;
}

// A map is an input of any kind, as in a node.
Field MapOf(const Field& field) {
  Field map = WithType(field, FieldType::kInput);
  map.object = ObjectKind::kNode;
  return map;
}

Field PackOf(const Field& field) {
  Field pack = WithType(field, FieldType::kPack);
  pack.count = kMaxPackParts;
  return pack;
}

}  // namespace

FieldShape ShapeOf(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kBool:
    case FieldType::kText:
    case FieldType::kChoice:
      return FieldShape::kPlain;
    case FieldType::kSize:
    case FieldType::kVector:
    case FieldType::kScale:
    case FieldType::kByAxis:
    case FieldType::kList:
    case FieldType::kPairs:
    case FieldType::kColor:
    case FieldType::kColors:
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kRange:
    case FieldType::kInputs:
    case FieldType::kPack:
      return FieldShape::kList;
    case FieldType::kObject:
    case FieldType::kInput:
      return FieldShape::kObject;
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPacks:
      return FieldShape::kNamed;
  }
  return FieldShape::kPlain;
}

bool IsWhole(const Field& field) {
  return field.type == FieldType::kInteger || field.type == FieldType::kSize;
}

std::string_view SeparatorsOf(FieldType type) {
  using enum FieldType;
  constexpr FieldType kCommas[] = {kList, kRange, kColor};
  constexpr FieldType kByAxes[] = {kVector, kScale, kByAxis};  // as people write sizes: 2x1
  if (type == kSize) return "x,";
  if (std::ranges::count(kByAxes, type) > 0) return ",x";
  return std::ranges::count(kCommas, type) > 0 ? "," : "";
}

int MaxLength(const Field& field) {
  if (field.type == FieldType::kColor) return 3;
  return field.type == FieldType::kStop ? 2 : field.count;
}

std::optional<Field> ItemOf(const Field& field, std::size_t index) {
  switch (field.type) {
    case FieldType::kSize:
    case FieldType::kVector:
    case FieldType::kScale:
    case FieldType::kByAxis:
    case FieldType::kList:
    case FieldType::kRange:
      return NumberOf(field);
    case FieldType::kPairs:
      return PairOf(field);
    case FieldType::kColor:
      return ChannelOf(field);
    case FieldType::kColors:
      return WithType(field, FieldType::kColor);
    case FieldType::kStop:
      return index == 0 ? NumberOf(field) : WithType(field, FieldType::kColor);
    case FieldType::kStops:
      return WithType(field, FieldType::kStop);
    case FieldType::kInputs:
    case FieldType::kNodes:
      return WithType(field, FieldType::kInput);
    case FieldType::kMaps:
      return MapOf(field);
    case FieldType::kPacks:
      return PackOf(field);
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kBool:
    case FieldType::kText:
    case FieldType::kChoice:
    case FieldType::kObject:
    case FieldType::kInput:
    case FieldType::kPack:
      break;
  }
  return std::nullopt;
}

bool IsUserKey(std::string_view key) { return key.starts_with("x-"); }

bool IsNodeName(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameBytes || IsUserKey(name)) return false;
  return name.find_first_of("/~") == std::string_view::npos && Printable(name, name.size()) == name;
}

bool IsMapName(std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kRest = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  if (name.empty() || name.size() > kMaxNameBytes || IsUserKey(name)) return false;
  return kLetters.find(name.front()) != std::string_view::npos &&
         name.find_first_not_of(kRest) == std::string_view::npos;
}

std::string NameError(const Field& field, std::string_view name) {
  const bool is_node = field.type == FieldType::kNodes;
  if (!(is_node ? IsNodeName(name) : IsMapName(name)))
    return "a name must be " + std::string(is_node ? kNodeNameRule : kMapNameRule);
  if (!is_node && std::ranges::count(Names<Map>(), name) > 0)
    return Quoted(name) + " is a built-in map; choose another name";
  return {};
}

}  // namespace cobble
