// Builds each table from the lists that the program uses.
#include "cli/text/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cli/text/formula_topics.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "core/simd_level.h"
#include "engines/engines.h"
#include "jobs/sets/engine_settings.h"
#include "output/formats.h"
#include "recipe/description/description.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

// Returns the noise's keys that not all noises share.
std::vector<const Field*> OptionsOf(const NodeSpec& noise) {
  const auto noises = NoiseSpecs();
  std::vector<const Field*> options;
  for (const Field* field : FieldsOf(ObjectKind::kNode, *NodeTypeNumber(noise.name))) {
    const bool is_common = std::ranges::all_of(
        noises, [&](const NodeSpec* other) { return Uses(*NodeTypeNumber(other->name), *field); });
    if (!is_common) options.push_back(field);
  }
  return options;
}

TableRows OptionRow(const Field* field) {
  return {{"key", field->key},
          {"flag", field->flag},
          {"value", Rule(*field)},
          {"choices", field->choices},
          {"default", field->fallback.empty() ? TableRows() : TableRows::parse(field->fallback)}};
}

TableRows NoiseTable() {
  const auto pair = [](const Bounds& bounds) { return TableRows{bounds.low, bounds.high}; };
  return MakeRows(NoiseSpecs(), [&](const NodeSpec* spec) -> TableRows {
    return {{"noise", spec->name},
            {"summary", spec->summary},
            {"call", CallText(*spec)},
            {"bounds", pair(spec->noise->bounds)},
            {"turbulent_bounds", HasTurbulence(*spec) ? pair(kTurbulentBounds) : TableRows()},
            {"options", MakeRows(OptionsOf(*spec), &OptionRow)},
            {"source", spec->noise->source}};
  });
}

// Describes the values that an option accepts, as briefly as possible.
std::string Brief(const Field& field) {
  if (field.type == FieldType::kChoice) return fmt::format("{}", fmt::join(field.choices, ", "));
  if (field.type == FieldType::kObject)
    return fmt::format("{}", fmt::join(TypesOf(field.inner), ", "));
  const bool is_number = field.type == FieldType::kInteger || field.type == FieldType::kNumber;
  const bool is_far = std::max(std::abs(field.minimum), std::abs(field.maximum)) >= kMaxMagnitude;
  if (!is_number || is_far || field.exclusive_minimum || field.not_zero) return Rule(field);
  return IntervalText(field.minimum, field.maximum);
}

TableRows NoiseText() {
  return MakeRows(NoiseSpecs(), [](const NodeSpec* spec) -> TableRows {
    TableRows options = TableRows::object();
    for (const Field* field : OptionsOf(*spec)) options[std::string(field->key)] = Brief(*field);
    return {{"noise", spec->name},     {"summary", spec->summary},
            {"call", CallText(*spec)}, {"bounds", BoundsText(*spec)},
            {"options", options},      {"source", spec->noise->source}};
  });
}

TableRows NodeTable() {
  return MakeRows(OperationSpecs(), [](const NodeSpec* spec) -> TableRows {
    return {{"node", spec->name},
            {"summary", spec->summary},
            {"call", CallText(*spec)},
            {"value", spec->value},
            {"bounds", spec->bounds}};
  });
}

// Returns the names of the maps and packs that the preset defines.
TableRows MapsOf(const PresetSummary& preset) {
  const Recipe recipe = ReadRecipe(preset.text, std::string(preset.name));
  TableRows names = TableRows::array();
  for (const auto& map : recipe.maps) names.push_back(map.first);
  for (const auto& pack : recipe.packs) names.push_back(pack.first);
  return names;
}

TableRows PresetTable() {
  return MakeRows(PresetSummaries(), [](const PresetSummary& preset) -> TableRows {
    return {{"preset", preset.name},
            {"group", preset.group},
            {"description", preset.description},
            {"maps", MapsOf(preset)}};
  });
}

// Shows the pictures that scripts/gallery makes.
TableRows PresetGallery() {
  TableRows rows = PresetTable();
  for (TableRows& row : rows)
    row["picture"] = fmt::format("![{0}](pictures/{0}.jpg)", row["preset"].get<std::string>());
  return rows;
}

TableRows FieldTable() { return MakeRows(Fields(), &FieldRow); }

// The keys of a recipe outside its nodes.
TableRows RecipeTable() {
  TableRows rows = TableRows::array();
  for (const Field& field : Fields()) {
    if (field.object == ObjectKind::kNode || field.object == ObjectKind::kDistribution) continue;
    TableRows row = FieldRow(field);
    row.erase("of");
    rows.push_back(std::move(row));
  }
  return rows;
}

TableRows MapTable() {
  return MakeRows(kMapTable, [](const MapInfo& map) -> TableRows {
    return {{"map", map.name}, {"channels", map.channels}, {"summary", map.help}};
  });
}

// Returns what recipes define and the format can hold: a number has one channel, a colour three.
TableRows RecipeMapsOf(const Format& format) {
  TableRows maps = TableRows::array();
  const auto add = [&](int channels, const std::string& text) {
    PictureMap map;
    map.channels = channels;
    if (CanHold(format, map)) maps.push_back(text);
  };
  add(1, "numbers");
  add(3, "colours");
  for (const int channels : {2, 3, 4}) add(channels, fmt::format("packs of {}", channels));
  return maps;
}

TableRows FormatTable() {
  return MakeRows(Formats(), [](const Format& format) -> TableRows {
    TableRows maps = TableRows::array();
    for (const MapInfo& map : kMapTable)
      if (CanHold(format, map.map)) maps.push_back(map.name);
    return {
        {"format", format.name}, {"suffix", format.suffixes},           {"bits", format.bits},
        {"maps", maps},          {"recipe_maps", RecipeMapsOf(format)}, {"summary", format.help}};
  });
}

// Returns what a picture of a set holds: "ao, roughness, metallic".
std::string ContentsOf(const SetPicture& picture) {
  std::vector<std::string> parts;
  for (const auto& [role, invert] : picture.channels) {
    const std::string_view map = InfoOf(role).map;
    std::string part = map.empty() ? "1" : std::string(map);
    if (invert && !map.empty()) part.insert(0, "1 - ");
    parts.push_back(part);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Returns the files of a set, with what they hold: "T_NAME_D.png (color)".
TableRows FilesOf(const EngineSpec& engine) {
  TableRows files = TableRows::array();
  std::vector<std::string> contents;
  for (const SetPicture& picture : engine.pictures) {
    const Format* const format = FirstFormat(picture.formats);
    if (!format) continue;
    contents.push_back(ContentsOf(picture));
    files.push_back(fmt::format("{}NAME{}{} ({})", engine.prefix, picture.suffix,
                                SuffixOf(picture, *format), contents.back()));
  }
  if (!engine.container_suffix.empty())
    files = {fmt::format("NAME{} ({})", engine.container_suffix, fmt::join(contents, "; "))};
  if (!engine.companion_suffix.empty())
    files.push_back(fmt::format("FILE{} (import settings)", engine.companion_suffix));
  if (!engine.script_suffix.empty())
    files.push_back(fmt::format("NAME{} (builds the material)", engine.script_suffix));
  return files;
}

TableRows EngineTable() {
  const auto text = [](const EngineSetting& setting) {
    return fmt::format("{} {}", setting.path, setting.value);
  };
  return MakeRows(EngineSpecs(), [&](const EngineSpec& engine) -> TableRows {
    return {{"engine", engine.name},
            {"summary", engine.summary},
            {"files", FilesOf(engine)},
            {"sets", MakeRows(engine.settings, text)},
            {"size", engine.sizes.text.empty() ? "any" : engine.sizes.text},
            {"source", engine.source}};
  });
}

TableRows SimdTable() {
  return MakeRows(SimdLevels(), [](const SimdLevel& level) -> TableRows {
    return {{"level", level.name}, {"runs", level.is_supported}};
  });
}

constexpr Table kTables[] = {{"noises", &NoiseTable, &NoiseText},
                             {"nodes", &NodeTable, &NodeTable},
                             {"functions", &FunctionTable, &FunctionText, &FunctionMarkdown},
                             {"operators", &OperatorTable, &OperatorText, &OperatorMarkdown},
                             {"presets", &PresetTable, nullptr, &PresetGallery},
                             {"fields", &FieldTable},
                             {"recipe", &RecipeTable},
                             {"maps", &MapTable},
                             {"formats", &FormatTable},
                             {"engines", &EngineTable, &EngineTable},
                             {"simd", &SimdTable}};

}  // namespace

std::span<const Table> Tables() { return kTables; }

TableRows FieldRow(const Field& field) {
  std::string fallback(field.fallback.empty() ? field.default_text : field.fallback);
  if (field.required)
    fallback = field.effective_if.empty() ? "required" : "required by " + ConditionText(field);
  TableRows used_by = TableRows::array();
  for (const std::string_view user : UsersOf(field)) used_by.push_back(user);
  const bool by_all = !used_by.empty() && used_by.size() == TypesOf(field.object).size();
  return {{"key", PathOf(field)},
          {"flag", field.flag},
          {"value", Rule(field)},
          {"default", fallback},
          {"of", by_all ? TableRows::array({"all"}) : used_by},
          {"help", field.help}};
}

}  // namespace cobble
