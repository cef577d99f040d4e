// Makes the flags of recipe keys from the table of fields.
#include "cli/recipes/key_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/list_text.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

std::string_view GroupOf(ObjectKind object) {
  switch (object) {
    case ObjectKind::kRecipe:
      return kRecipeGroup;
    case ObjectKind::kDomain:
      return "Domain";
    case ObjectKind::kWorld:
      return "World";
    case ObjectKind::kNormal:
      return "Normal map";
    case ObjectKind::kCurvature:
      return "Curvature map";
    case ObjectKind::kAo:
      return "Ambient occlusion map";
    case ObjectKind::kBumpslopes:
      return "Bumpslopes map";
    case ObjectKind::kLit:
      return "Lit map";
    case ObjectKind::kNode:
      return "Noise";
    case ObjectKind::kDistribution:
      return "Hill noise distribution";
  }
  return {};
}

// Returns " (none, lse or poly)"; empty if the help already names every choice.
std::string ChoicesText(const Field& row) {
  const auto is_named = [&](std::string_view choice) {
    return row.help.find(choice) != std::string_view::npos;
  };
  if (row.type != FieldType::kChoice || std::ranges::all_of(row.choices, is_named)) return {};
  return " (" + ListText(row.choices, " or ") + ')';
}

// Returns whether the field is the root node's type, whose flag also takes a formula.
bool TakesFormula(const Field& field) {
  return field.object == ObjectKind::kNode && field.key == "type";
}

// Returns "X,Y,Z", with brackets around what may be omitted: "X,Y[,Z]", "[X,Y,]Z".
std::string Axes(const Field& field) {
  if (field.single_sets_last) return "[X,Y,]Z";
  const std::vector<int> lengths = LengthsOf(field);
  std::string text = "X", closing;
  for (int axis = 1; axis < field.count; ++axis) {
    const bool may_end = std::ranges::count(lengths, axis) > 0;
    text += may_end ? "[," : ",";
    text += "XYZ"[axis];
    if (may_end) closing += ']';
  }
  return text + closing;
}

bool IsSameKey(const Field& a, const Field& b) { return a.object == b.object && a.key == b.key; }

bool HasChoices(const Field& field) {
  return std::ranges::any_of(
      Fields(), [&](const Field& row) { return IsSameKey(row, field) && !row.choices.empty(); });
}

struct KeyFlagRow {
  std::string_view path, brief = {}, name = {}, alias = {};
};
constexpr KeyFlagRow kKeyFlags[] = {
    {"description"},
    {"size", "width and height in pixels, or one number for both"},
    {"samples"},
    {"seed", "another picture of the same kind"},
    {"tiling", "repeat without a seam"},
    {"flip"},
    {"loop"},
    {"range", "fit: use all of 0..1; or natural, none or LOW,HIGH"},
    {"domain.translate"},
    {"domain.rotate"},
    {"domain.scale"},
    {"domain.extent"},
    {"domain.slice"},
    {"domain.grid"},
    {"world.width"},
    {"world.heights"},
    {"normal.strength"},
    {"normal.y"},
    {"curvature.radius"},
    {"curvature.scale"},
    {"ao.radius"},
    {"ao.directions"},
    {"bumpslopes.uvslopes-scale"},
    {"lit.azimuth"},
    {"lit.elevation"},
    {"noise.type", "a type (cobble list noises), or a formula of nodes", "--noise", "--type"},
    {"noise.dimensions"},
    {"noise.frequency", "cells across the picture"},
    {"noise.octaves", "levels of detail"},
    {"noise.lacunarity"},
    {"noise.persistence"},
    {"noise.turbulence"},
    {"noise.aligned"},
    {"noise.metric"},
    {"noise.function"},
    {"noise.smooth"},
    {"noise.jitter"},
    {"noise.weights"},
    {"noise.density"},
    {"noise.limit"},
    {"noise.waves"},
    {"noise.smoothness"},
    {"noise.sizes"},
    {"noise.pattern"},
    {"noise.value"},
    {"noise.amount"},
    {"noise.axis"},
    {"noise.layout"},
    {"noise.sides"},
    {"noise.bevel"},
    {"noise.rows"},
    {"noise.gap"},
    {"noise.columns"},
    {"noise.mortar"},
    {"noise.distribution.type", "", "--distribution"},
    {"noise.distribution.alpha"},
    {"noise.distribution.beta"},
    {"noise.distribution.mean"},
    {"noise.distribution.deviation"},
    {"noise.distribution.rate"},
    {"noise.distribution.low"},
    {"noise.distribution.mode"},
    {"noise.distribution.high"},
};

// Flags of the world and of one kind of map start with its name.
bool HasPrefix(ObjectKind object) {
  using enum ObjectKind;
  return object == kWorld || object == kNormal || object == kCurvature || object == kAo ||
         object == kLit;
}

std::vector<KeyFlag> MakeKeyFlags() {
  std::vector<KeyFlag> flags;
  for (const Field& field : Fields()) {
    const std::string path = PathOf(field);
    const auto row = std::ranges::find(kKeyFlags, path, &KeyFlagRow::path);
    if (row == std::end(kKeyFlags) || std::ranges::count(flags, path, &KeyFlag::path) > 0) continue;
    const std::string prefix = HasPrefix(field.object) ? PathOf(field.object) + '-' : "";
    const std::string name =
        row->name.empty() ? fmt::format("--{}{}", prefix, field.key) : std::string(row->name);
    flags.push_back({name, std::string(row->alias), path, &field, row->brief});
  }
  return flags;
}

}  // namespace

std::span<const KeyFlag> KeyFlags() {
  static const std::vector<KeyFlag> flags = MakeKeyFlags();
  return flags;
}

const KeyFlag* FindKeyFlag(std::string_view path) {
  const auto found = std::ranges::find(KeyFlags(), path, &KeyFlag::path);
  return found == KeyFlags().end() ? nullptr : &*found;
}

std::string_view FlagOfPath(std::string_view path) {
  const KeyFlag* const flag = FindKeyFlag(path);
  return flag ? flag->name : std::string_view();
}

FlagSpec SpecOf(const KeyFlag& key, const std::string& name) {
  const Field& field = *key.field;
  const std::string_view separators = SeparatorsOf(field.type);
  FlagSpec flag({name, ValueWord(field)}, "",
                {.group = std::string(GroupOf(field.object)),
                 .repeats = true,
                 .separator = separators.empty() ? '\0' : separators.front(),
                 .is_recipe = true,
                 .key = &field});
  if (field.type == FieldType::kBool) flag.negation = "--no-" + name.substr(2);
  if (HasChoices(field)) flag.kind = ValueKind::kChoice;
  if (name != key.name) {
    flag.help = fmt::format("same as {}", key.name);
    return flag;
  }
  flag.brief = key.brief;
  flag.is_main = !key.brief.empty();
  return flag;
}

// Joins the help of all rows of the field's key. Different texts are preceded by their types.
std::string KeyHelp(const Field& first) {
  struct Entry {
    std::string text;
    std::vector<std::string_view> types;
  };
  std::vector<Entry> entries;
  for (const Field& row : Fields()) {
    if (!IsSameKey(row, first)) continue;
    std::string text = std::string(row.help) + ChoicesText(row);
    const auto types = UsersOf(row);
    const auto same = std::ranges::find(entries, text, &Entry::text);
    if (same == entries.end()) {
      entries.push_back({std::move(text), types});
    } else {
      same->types.insert(same->types.end(), types.begin(), types.end());
    }
  }
  std::string help;
  for (const Entry& entry : entries) {
    if (!help.empty()) help += "; ";
    if (entries.size() > 1) help += fmt::format("for {}: ", fmt::join(entry.types, ", "));
    help += entry.text;
  }
  if (TakesFormula(first)) help += ", or a formula: --noise \"terrace(ridged(simplex(2), 6), 12)\"";
  return help;
}

// If the key's rows have different rules, refers to the page that lists them.
std::string KeyRule(const Field& field) {
  if (field.type == FieldType::kBool) return {};
  if (const auto hint = ChoicesHint(field); !hint.empty()) return std::string(hint);
  const bool has_one_rule = std::ranges::all_of(Fields(), [&](const Field& other) {
    return !IsSameKey(other, field) || Rule(other) == Rule(field);
  });
  return has_one_rule ? Rule(field) : "see cobble explain " + std::string(field.key);
}

// Returns the choices of all rows of the key. For --noise, adds the functions of formulas.
std::vector<std::string> KeyChoices(const Field& field) {
  std::vector<std::string> choices;
  for (const Field& row : Fields()) {
    if (!IsSameKey(row, field)) continue;
    for (const std::string_view choice : row.choices)
      if (std::ranges::count(choices, choice) == 0) choices.emplace_back(choice);
  }
  if (TakesFormula(field))
    for (const FormulaFunction& function : FormulaFunctions()) choices.emplace_back(function.name);
  return choices;
}

std::string ValueWord(const Field& field) {
  if (TakesFormula(field)) return "FORMULA";
  switch (field.type) {
    case FieldType::kBool:
      return {};
    case FieldType::kText:
      return "TEXT";
    case FieldType::kChoice:
      return "NAME";
    case FieldType::kSize:
      return "WxH";
    case FieldType::kVector:
    case FieldType::kScale:
      return Axes(field);
    case FieldType::kByAxis:
      return "X[,X...]";
    case FieldType::kList:
      return "X[,X...]";
    case FieldType::kRange:
      return "RANGE";
    case FieldType::kNumber:
      return "X";
    case FieldType::kInteger:
      return "N";
    case FieldType::kColor:
      return "COLOR";
    case FieldType::kPairs:  // these have no flags
    case FieldType::kColors:
    case FieldType::kStop:
    case FieldType::kStops:
    case FieldType::kObject:
    case FieldType::kInput:
    case FieldType::kInputs:
    case FieldType::kNodes:
    case FieldType::kMaps:
    case FieldType::kPack:
    case FieldType::kPacks:
      break;
  }
  return {};
}

}  // namespace cobble
