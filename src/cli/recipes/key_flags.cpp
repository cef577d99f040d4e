// Makes the flags of recipe keys from the table of fields.
#include "cli/recipes/key_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/list_text.h"
#include "recipe/formula/tables.h"

namespace cobble {
namespace {

// The placeholders for values. Switches and the types that flags cannot set have none.
constexpr std::pair<FieldType, std::string_view> kValueWords[] = {
    {FieldType::kText, "TEXT"},       {FieldType::kChoice, "NAME"},   {FieldType::kSize, "WxH"},
    {FieldType::kByAxis, "X[,X...]"}, {FieldType::kList, "X[,X...]"}, {FieldType::kRange, "RANGE"},
    {FieldType::kNumber, "X"},        {FieldType::kInteger, "N"},     {FieldType::kColor, "COLOR"},
};

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

// Returns all rows of the field's key.
std::vector<Field> RowsOf(const Field& field) {
  std::vector<Field> rows;
  for (const Field& row : Fields())
    if (row.object == field.object && row.key == field.key) rows.push_back(row);
  return rows;
}

// The flags of an object's keys, by ObjectKind.
struct ObjectFlags {
  std::string_view group, prefix;         // the heading in the help, the start of the flags' names
  std::array<std::string_view, 32> keys;  // that have a flag
};
constexpr ObjectFlags kObjects[] = {
    {kRecipeGroup,
     "",
     {"description", "size", "samples", "seed", "tiling", "flip", "loop", "range"}},
    {"Domain", "", {"translate", "rotate", "scale", "extent", "slice", "grid", "surface"}},
    {"World", "world-", {"width", "heights"}},
    {"Normal map", "normal-", {"strength", "y"}},
    {"Curvature map", "curvature-", {"radius", "scale"}},
    {"Ambient occlusion map", "ao-", {"radius", "directions"}},
    {"Bumpslopes map", "", {"uvslopes-scale"}},
    {"Lit map", "lit-", {"azimuth", "elevation"}},
    {"", "", {}},  // knobs: --knob
    {"", "", {}},  // functions
    {"Noise", "", {"type",       "dimensions", "frequency", "octaves",  "lacunarity", "persistence",
                   "turbulence", "aligned",    "metric",    "function", "smooth",     "jitter",
                   "weights",    "density",    "limit",     "waves",    "smoothness", "sizes",
                   "pattern",    "value",      "amount",    "axis",     "layout",     "sides",
                   "bevel",      "rows",       "gap",       "columns",  "mortar"}},
    {"Hill noise distribution",
     "",
     {"type", "alpha", "beta", "mean", "deviation", "rate", "low", "mode", "high"}},
};
const ObjectFlags& FlagsOf(const Field& field) {
  return kObjects[static_cast<std::size_t>(field.object)];
}

// Flags that short help lists, or that have names of their own.
struct SpecialFlag {
  std::string_view path, brief, name = {}, alias = {};
};
constexpr SpecialFlag kSpecialFlags[] = {
    {"size", "width and height in pixels, or one number for both"},
    {"seed", "another picture of the same kind"},
    {"tiling", "repeat without a seam"},
    {"range", "fit: use all of 0..1; or natural, none or LOW,HIGH"},
    {"noise.type", "a type (cobble list noises), or a formula of nodes", "--noise", "--type"},
    {"noise.frequency", "cells across the picture"},
    {"noise.octaves", "levels of detail"},
    {"noise.distribution.type", "", "--distribution"},
};

std::vector<KeyFlag> MakeKeyFlags() {
  std::vector<KeyFlag> flags;
  for (const Field& field : Fields()) {
    const std::string path = PathOf(field);
    const bool is_new = std::ranges::count(flags, path, &KeyFlag::path) == 0;
    if (!is_new || std::ranges::count(FlagsOf(field).keys, field.key) == 0) continue;
    const auto found = std::ranges::find(kSpecialFlags, path, &SpecialFlag::path);
    const SpecialFlag row = found == std::end(kSpecialFlags) ? SpecialFlag{path, ""} : *found;
    const std::string name = row.name.empty()
                                 ? fmt::format("--{}{}", FlagsOf(field).prefix, field.key)
                                 : std::string(row.name);
    flags.push_back({name, std::string(row.alias), path, &field, row.brief});
  }
  return flags;
}

// Joins the help of all rows of the field's key. Different texts are preceded by their types.
std::string KeyHelp(const Field& first) {
  struct Entry {
    std::string text;
    std::vector<std::string_view> types;
  };
  std::vector<Entry> entries;
  for (const Field& row : RowsOf(first)) {
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
                {.group = std::string(FlagsOf(field).group),
                 .repeats = true,
                 .separator = separators.empty() ? '\0' : separators.front(),
                 .is_recipe = true,
                 .key = &field});
  if (field.type == FieldType::kBool) flag.negation = "--no-" + name.substr(2);
  const auto has_choices = [](const Field& row) { return !row.choices.empty(); };
  if (std::ranges::any_of(RowsOf(field), has_choices)) flag.kind = ValueKind::kChoice;
  if (name != key.name) {
    flag.help = fmt::format("same as {}", key.name);
    return flag;
  }
  flag.brief = key.brief;
  flag.is_main = !key.brief.empty();
  return flag;
}

std::string HelpOf(const FlagSpec& flag) {
  return flag.help.empty() && flag.key ? KeyHelp(*flag.key) : flag.help;
}

std::string BriefOf(const FlagSpec& flag) {
  if (!flag.brief.empty()) return flag.brief;
  const std::string help(flag.help.empty() && flag.key ? flag.key->help : flag.help);
  return help.substr(0, std::min({help.find("; "), help.find(": "), help.find(" (")}));
}

// If the key's rows have different rules, refers to the page that lists them.
std::string RuleOf(const FlagSpec& flag) {
  if (!flag.key || flag.key->type == FieldType::kBool) return {};
  const Field& field = *flag.key;
  if (const auto hint = ChoicesHint(field); !hint.empty()) return std::string(hint);
  const bool has_one_rule = std::ranges::all_of(
      RowsOf(field), [&](const Field& row) { return Rule(row) == Rule(field); });
  return has_one_rule ? Rule(field) : "see cobble explain " + std::string(field.key);
}

// Returns the choices of all rows of the key. For --noise, adds the functions of formulas.
std::vector<std::string> ChoicesOf(const FlagSpec& flag) {
  std::vector<std::string> choices = flag.choices;
  if (!flag.key) return choices;
  const Field& field = *flag.key;
  for (const Field& row : RowsOf(field))
    for (const std::string_view choice : row.choices)
      if (std::ranges::count(choices, choice) == 0) choices.emplace_back(choice);
  if (TakesFormula(field))
    for (const FormulaFunction& function : FormulaFunctions()) choices.emplace_back(function.name);
  return choices;
}

std::string ValueWord(const Field& field) {
  if (TakesFormula(field)) return "FORMULA";
  if (field.type == FieldType::kVector || field.type == FieldType::kScale) return Axes(field);
  const auto row =
      std::ranges::find(kValueWords, field.type, [](const auto& r) { return r.first; });
  return row == std::end(kValueWords) ? "" : std::string(row->second);
}

}  // namespace cobble
