// The columns of each table.
#include "cli/text/tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalog/catalog.h"
#include "cli/recipes/key_flags.h"
#include "core/json/print.h"
#include "core/numbers.h"
#include "core/simd_level.h"

namespace cobble {
namespace {

template <typename Predicate>
JsonTree Where(JsonTree rows, const Predicate& predicate) {
  JsonTree found = JsonTree::array();
  for (JsonTree& row : rows)
    if (predicate(row)) found.push_back(std::move(row));
  return found;
}

bool IsNoise(const JsonTree& row) { return row.contains("noise"); }
JsonTree NoiseRows() { return Where(NodeRows(), &IsNoise); }
JsonTree OperationRows() { return Where(NodeRows(), std::not_fn(&IsNoise)); }

// The keys of a recipe outside its nodes.
JsonTree RecipeRows() {
  return Where(FieldRowsWithFlags(),
               [](const JsonTree& row) { return !TextAt(row, "key").starts_with("noise."); });
}

JsonTree SimdRows() {
  JsonTree rows = JsonTree::array();
  for (const SimdLevel& level : SimdLevels())
    rows.push_back({{"name", level.name}, {"runs", level.is_supported}});
  return rows;
}

// Returns a key's values, as briefly as possible.
std::string Brief(const JsonTree& key) {
  if (key["type"] == "choice") return Joined(key["choices"], ", ");
  std::string names;
  if (key.contains("types"))
    for (const JsonTree& type : key["types"])
      names += (names.empty() ? "" : ", ") + type["name"].get<std::string>();
  if (!names.empty()) return names;
  const bool has_interval = (key["type"] == "integer" || key["type"] == "number") &&
                            key.contains("minimum") && key.contains("maximum") &&
                            !key.contains("exclusive_minimum") && !key.contains("not_zero");
  if (!has_interval) return key["value"].get<std::string>();
  return Shortest(key["minimum"].get<double>()) + ".." + Shortest(key["maximum"].get<double>());
}

// Returns the keys that not all noises share: {key: values, ...}.
JsonTree OptionsOf(const JsonTree& noise) {
  static const JsonTree noises = NoiseRows();
  JsonTree options = JsonTree::object();
  for (const JsonTree& key : noise["keys"]) {
    const bool is_common = std::ranges::all_of(
        noises, [&](const JsonTree& other) { return std::ranges::count(other["keys"], key) > 0; });
    if (!is_common) options[key["key"].get<std::string>()] = Brief(key);
  }
  return options;
}

JsonTree ExpansionCode(const JsonTree& row) { return '`' + TextAt(row, "expands_to") + '`'; }

JsonTree Picture(const JsonTree& row) {
  return fmt::format("![{0}](pictures/{0}.jpg)", TextAt(row, "name"));  // see scripts/gallery
}

constexpr Column kNoises[] = {
    {"noise", "name"},      {"summary"}, {"call"}, {"bounds"}, {"options", "", &OptionsOf},
    {"reference", "source"}};
constexpr Column kNodes[] = {{"node", "name"}, {"summary"}, {"call"}, {"value"}, {"bounds"}};
constexpr Column kFunctions[] = {{"function", "call"}, {"summary"}, {"expands to", "expands_to"}};
constexpr Column kFunctionsMarkdown[] = {
    {"function", "call"}, {"expands to", "", &ExpansionCode}, {"meaning", "summary"}};
constexpr Column kOperators[] = {{"form"}, {"expands to", "", &ExpansionOf}};
constexpr Column kOperatorsMarkdown[] = {
    {"written", "form"}, {"expands to", "", &ExpansionCode}, {"when"}};
constexpr Column kPresets[] = {{"preset", "name"}, {"group"}, {"description"}, {"maps"}};
constexpr Column kPresetsMarkdown[] = {
    {"preset", "name"}, {"group"}, {"description"}, {"maps"}, {"picture", "", &Picture}};
constexpr Column kFields[] = {{"key"},           {"flag"}, {"value"}, {"default", "", &DefaultOf},
                              {"used by", "of"}, {"help"}};
constexpr Column kRecipe[] = {{"key"}, {"flag"}, {"value"}, {"default", "", &DefaultOf}, {"help"}};
constexpr Column kMaps[] = {{"map", "name"}, {"channels"}, {"summary"}};
constexpr Column kFormats[] = {{"format", "name"},
                               {"suffix", "suffixes"},
                               {"bits"},
                               {"maps"},
                               {"maps of recipes", "recipe_maps"},
                               {"summary"}};
constexpr Column kEngines[] = {{"engine", "name"}, {"summary"}, {"files"},
                               {"sets"},           {"size"},    {"reference", "source"}};
constexpr Column kSimd[] = {{"level", "name"}, {"runs"}};

constexpr Table kTables[] = {{"noises", &NoiseRows, kNoises, true},
                             {"nodes", &OperationRows, kNodes, true},
                             {"functions", &FunctionRows, kFunctions, true, kFunctionsMarkdown},
                             {"operators", &OperatorRows, kOperators, true, kOperatorsMarkdown},
                             {"presets", &PresetRows, kPresets, false, kPresetsMarkdown},
                             {"fields", &FieldRowsWithFlags, kFields},
                             {"recipe", &RecipeRows, kRecipe},
                             {"maps", &MapRows, kMaps},
                             {"formats", &FormatRows, kFormats},
                             {"engines", &EngineRows, kEngines, true},
                             {"simd", &SimdRows, kSimd}};

}  // namespace

std::span<const Table> Tables() { return kTables; }

JsonTree Shown(const JsonTree& row, std::span<const Column> columns) {
  JsonTree shown = JsonTree::object();
  for (const auto& [label, member, cell] : columns) {
    const auto found = row.find(member.empty() ? label : member);
    JsonTree& text = shown[std::string(label)] = "";
    if (cell) {
      text = cell(row);
    } else if (found != row.end()) {
      text = *found;
    }
  }
  return shown;
}

void AddFlag(JsonTree* row) {
  if (const auto flag = FlagOfPath(TextAt(*row, "key")); !flag.empty()) (*row)["flag"] = flag;
}

JsonTree FieldRowsWithFlags() {
  JsonTree rows = FieldRows();
  for (JsonTree& row : rows) AddFlag(&row);
  return rows;
}

JsonTree DefaultOf(const JsonTree& key) {
  if (key.contains("required")) {
    if (!key.contains("effective_if")) return "required";
    const JsonTree& other = key["effective_if"];
    return fmt::format("required by \"{}\": \"{}\"", TextAt(other, "key"),
                       Joined(other["values"], "\" or \""));
  }
  return key.contains("default") ? PrintJsonLine(key["default"]) : TextAt(key, "default_text");
}

std::string TextAt(const JsonTree& row, const char* member) { return row.value(member, ""); }

JsonTree ExpansionOf(const JsonTree& row) {
  const std::string when = TextAt(row, "when");
  return TextAt(row, "expands_to") + (when.empty() ? "" : ", " + when);
}

std::string Joined(const JsonTree& list, std::string_view separator) {
  return fmt::format("{}", fmt::join(list.get<std::vector<std::string>>(), separator));
}

}  // namespace cobble
