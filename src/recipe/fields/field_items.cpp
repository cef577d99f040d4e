// What types of fields have in common; items of lists and of objects, and rules for their names.
#include <algorithm>

#include "cobble/enums.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/fields.h"
#include "recipe/formula/scanner.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxNameBytes = 100;  // of a node, a map or a pack
constexpr int kMaxPackParts = 4;            // a picture has at most four channels

struct TypeInfo {
  std::string_view name;
  FieldShape shape;
  std::string_view separators = {};  // see SeparatorsOf
  std::optional<FieldType> item = {};
};

// In the order of FieldType.
constexpr TypeInfo kTypes[] = {
    {"integer", FieldShape::kPlain},
    {"number", FieldShape::kPlain},
    {"bool", FieldShape::kPlain},
    {"text", FieldShape::kPlain},
    {"choice", FieldShape::kPlain},
    {"size", FieldShape::kList, "x,", FieldType::kInteger},
    {"vector", FieldShape::kList, ",x", FieldType::kNumber},  // as people write sizes: 2x1
    {"scale", FieldShape::kList, ",x", FieldType::kNumber},
    {"by-axis", FieldShape::kList, ",x", FieldType::kNumber},
    {"list", FieldShape::kList, ",", FieldType::kNumber},
    {"pairs", FieldShape::kList, "", FieldType::kVector},
    {"color", FieldShape::kList, ",", FieldType::kNumber},
    {"colors", FieldShape::kList, "", FieldType::kColor},
    {"stop", FieldShape::kList, "", FieldType::kNumber},  // the second is a colour
    {"stops", FieldShape::kList, "", FieldType::kStop},
    {"range", FieldShape::kList, ",", FieldType::kNumber},
    {"object", FieldShape::kObject},
    {"input", FieldShape::kObject},
    {"inputs", FieldShape::kList, "", FieldType::kInput},
    {"nodes", FieldShape::kNamed, "", FieldType::kInput},
    {"maps", FieldShape::kNamed, "", FieldType::kInput},
    {"pack", FieldShape::kList},
    {"packs", FieldShape::kNamed, "", FieldType::kPack},
    {"knob-value", FieldShape::kPlain},
    {"knobs", FieldShape::kNamed, "", FieldType::kObject},
    {"functions", FieldShape::kNamed, "", FieldType::kObject},
};
static_assert(std::size(kTypes) == static_cast<std::size_t>(FieldType::kFunctions) + 1);

const TypeInfo& InfoOf(FieldType type) { return kTypes[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view NameOf(FieldType type) { return InfoOf(type).name; }
FieldShape ShapeOf(FieldType type) { return InfoOf(type).shape; }
std::string_view SeparatorsOf(FieldType type) { return InfoOf(type).separators; }

std::optional<double> ParseShare(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const auto percent = ParseNumber(text);
  const bool is_share = percent && *percent >= 0 && *percent <= 100;
  return is_share ? std::optional(*percent + 0.0) : std::nullopt;  // 0 for -0
}

bool IsWhole(const Field& field) {
  return field.type == FieldType::kInteger || field.type == FieldType::kSize;
}

bool IsNumbers(FieldType type) { return !SeparatorsOf(type).empty() && type != FieldType::kColor; }

bool IsInput(FieldType type) { return type == FieldType::kInput || type == FieldType::kInputs; }
bool IsValue(FieldType type) {
  const bool is_number = type == FieldType::kInteger || type == FieldType::kNumber;
  return is_number || (ShapeOf(type) == FieldShape::kList && type != FieldType::kInputs &&
                       type != FieldType::kPack);
}
bool HasNamedNodes(FieldType type) { return type == FieldType::kNodes || type == FieldType::kMaps; }

int MaxLength(const Field& field) {
  if (field.type == FieldType::kColor) return 3;
  return field.type == FieldType::kStop ? 2 : field.count;
}

std::optional<Field> ItemOf(const Field& field, std::size_t index) {
  const std::optional<FieldType> type = InfoOf(field.type).item;
  if (!type) return std::nullopt;
  if (field.type == FieldType::kColor)
    return Field{.object = field.object, .key = field.key, .minimum = 0, .maximum = kMaxChannel};
  Field item = field;
  item.type = field.type == FieldType::kStop && index > 0 ? FieldType::kColor : *type;
  item.fallback = {};  // the whole value's
  if (field.type == FieldType::kPairs) item.count = 2;
  if (field.type == FieldType::kPacks) item.count = kMaxPackParts;
  if (field.type == FieldType::kMaps) item.object = ObjectKind::kNode;  // any kind, as in a node
  return item;
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

bool IsKnobName(std::string_view name) {
  return name.size() <= kMaxNameBytes && !IsUserKey(name) && IsFormulaName(name);
}

std::string NameError(const Field& field, std::string_view name) {
  if (field.type == FieldType::kKnobs || field.type == FieldType::kFunctions)
    return IsKnobName(name) ? std::string() : "a name must be " + std::string(kKnobNameRule);
  const bool is_node = field.type == FieldType::kNodes;
  if (!(is_node ? IsNodeName(name) : IsMapName(name)))
    return "a name must be " + std::string(is_node ? kNodeNameRule : kMapNameRule);
  if (!is_node && std::ranges::count(Names<Map>(), name) > 0)
    return Quoted(name) + " is a built-in map; choose another name";
  return {};
}

}  // namespace cobble
