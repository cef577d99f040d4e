// Describes everything except keys and types of nodes.
#include "catalog/catalog.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "cobble/version.h"
#include "core/color.h"
#include "core/maps.h"
#include "engines/engines.h"
#include "input/picture_reader.h"
#include "jobs/sets/engine_settings.h"
#include "output/formats.h"
#include "recipe/formula/library.h"
#include "recipe/formula/tables.h"
#include "recipe/presets.h"
#include "recipe/reading/knobs.h"

namespace cobble {
namespace {

template <typename Items, typename Make>
JsonTree RowsOf(const Items& items, const Make& make) {
  JsonTree rows = JsonTree::array();
  for (const auto& item : items) rows.push_back(make(item));
  return rows;
}

JsonTree BuiltInMapsOf(const Format& format) {
  JsonTree maps = JsonTree::array();
  for (const MapInfo& map : kMapTable)
    if (CanHold(format, map.map)) maps.push_back(map.name);
  return maps;
}
JsonTree RecipeMapsOf(const Format& format) {
  JsonTree maps = JsonTree::array();
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

// Returns what a set's picture holds: "ao, roughness, metallic".
std::string ContentsOf(const SetPicture& picture) {
  std::vector<std::string> parts;
  for (const SetChannel& channel : picture.channels) {
    std::string part(InfoOf(channel.role).map);
    if (channel.invert) part.insert(0, "1 - ");
    if (channel.number) part += fmt::format("{}{}", part.empty() ? "" : " or ", *channel.number);
    parts.push_back(std::move(part));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// Returns a set's files and what they hold: "T_NAME_D.png (color)".
JsonTree FilesOf(const EngineSpec& engine) {
  JsonTree files = JsonTree::array();
  std::vector<std::string> contents;
  for (const SetPicture& picture : engine.pictures) {
    const Format* const format = FirstFormat(picture.formats);
    if (!format) continue;
    contents.push_back(ContentsOf(picture));
    files.push_back(fmt::format("{}{}NAME{}{} ({})", engine.is_folder ? "NAME/" : "", engine.prefix,
                                picture.suffix, SuffixOf(picture, *format), contents.back()));
  }
  if (!engine.container_suffix.empty())
    files = {fmt::format("NAME{} ({})", engine.container_suffix, fmt::join(contents, "; "))};
  if (!engine.companion_suffix.empty())
    files.push_back(fmt::format("FILE{} (import settings)", engine.companion_suffix));
  for (const EngineText& text : engine.texts)
    files.push_back(
        fmt::format("{}{} ({})", engine.is_folder ? "NAME/" : "NAME", text.file, text.help));
  return files;
}

// In: knobs, as in recipes; more, members that each row has behind the name.
void AddKnobRows(const Json& knobs, const JsonTree& more, JsonTree* rows) {
  for (const auto& [name, place, knob] : knobs.members()) {
    JsonTree row{{"name", name}};
    row.update(more);
    row.update(TreeOf(knob));
    rows->push_back(std::move(row));
  }
}

}  // namespace

JsonTree PresetRows() {
  return RowsOf(PresetSummaries(), [](const PresetSummary& preset) {
    JsonTree row{
        {"name", preset.name}, {"group", preset.group}, {"description", preset.description}};
    if (!preset.maps.empty()) row["maps"] = preset.maps;
    for (const Json::Member& knob : preset.knobs.members()) row["knobs"].push_back(knob.key);
    return row;
  });
}

JsonTree KnobRows(const Recipe& recipe) {
  JsonTree rows = JsonTree::array();
  AddKnobRows(KnobsToJson(recipe.knobs), JsonTree::object(), &rows);
  return rows;
}

JsonTree PresetKnobRows() {
  JsonTree rows = JsonTree::array();
  for (const PresetSummary& preset : PresetSummaries())
    AddKnobRows(preset.knobs, {{"preset", preset.name}}, &rows);
  return rows;
}

JsonTree FunctionRows() {
  return RowsOf(FormulaFunctions(), [](const FormulaFunction& function) {
    JsonTree row{{"name", function.name},
                 {"summary", function.summary},
                 {"call", CallText(function)},
                 {"expands_to", function.node}};
    if (IsFractalFunction(function.name)) row["type"] = kFractalType;
    return row;
  });
}

JsonTree LibraryRows() {
  return RowsOf(LibraryFunctions().members(), [](const Json::Member& member) {
    JsonTree row{{"name", member.key},
                 {"summary", member.value.TextAt("description").value_or("")},
                 {"call", CallText(*FindLibraryFunction(member.key))},
                 {"expands_to", PlainText(member.value.At("value"))}};
    JsonTree nodes = JsonTree::object();
    for (const auto& [name, place, node] : member.value.At("nodes").members())
      nodes[name] = PlainText(node);
    if (!nodes.empty()) row["nodes"] = std::move(nodes);
    return row;
  });
}

JsonTree OperatorRows() {
  return RowsOf(FormulaOperators(), [](const FormulaOperator& op) {
    JsonTree row{{"form", op.form}, {"operator", op.op}, {"expands_to", op.node}};
    if (!op.when.empty()) row["when"] = op.when;
    return row;
  });
}

JsonTree ConstantRows() {
  return RowsOf(FormulaConstants(), [](const FormulaNumber& constant) -> JsonTree {
    return {{"name", constant.name}, {"summary", constant.summary}, {"value", constant.value}};
  });
}

JsonTree CoordinateRows() {
  return RowsOf(FormulaAxes(), [](const Detail& axis) -> JsonTree {
    return {{"name", axis.word}, {"summary", axis.text}};
  });
}

JsonTree RuleRows() {
  return RowsOf(FormulaRules(), [](const Detail& rule) -> JsonTree {
    return {{"name", rule.word}, {"text", rule.text}};
  });
}

JsonTree MapRows() {
  return RowsOf(kMapTable, [](const MapInfo& map) -> JsonTree {
    return {{"name", map.name}, {"channels", map.channels}, {"summary", map.help}};
  });
}

JsonTree FormatRows() {
  return RowsOf(Formats(), [](const Format& format) -> JsonTree {
    return {{"name", format.name},
            {"suffixes", format.suffixes},
            {"bits", format.bits},
            {"maps", BuiltInMapsOf(format)},
            {"recipe_maps", RecipeMapsOf(format)},
            {"summary", format.help}};
  });
}

JsonTree ReadableFormatRows() {
  return RowsOf(ReadableFormats(), [](const ReadableFormat& format) -> JsonTree {
    return {{"name", format.name}, {"suffixes", format.suffixes}};
  });
}

JsonTree EngineRows() {
  const auto text = [](const EngineSetting& setting) {
    return fmt::format("{} {}", setting.path, setting.value);
  };
  return RowsOf(EngineSpecs(), [&](const EngineSpec& engine) -> JsonTree {
    return {{"name", engine.name},
            {"summary", engine.summary},
            {"files", FilesOf(engine)},
            {"sets", RowsOf(engine.settings, text)},
            {"size", engine.sizes.text.empty() ? "any" : engine.sizes.text},
            {"source", engine.source}};
  });
}

JsonTree ColorValues() {
  JsonTree colors = JsonTree::object();
  for (const std::string_view name : ColorNames())
    colors[std::string(name)] = *HexOf(*ParseColor(name));
  return colors;
}

JsonTree Catalog() {
  return {{"version", Version()},        {"noise_version", kNoiseVersion},
          {"presets", PresetRows()},     {"nodes", NodeRows()},
          {"fields", FieldRows()},       {"functions", FunctionRows()},
          {"library", LibraryRows()},    {"operators", OperatorRows()},
          {"constants", ConstantRows()}, {"coordinates", CoordinateRows()},
          {"rules", RuleRows()},         {"maps", MapRows()},
          {"formats", FormatRows()},     {"readable_formats", ReadableFormatRows()},
          {"engines", EngineRows()},     {"colors", ColorValues()}};
}

}  // namespace cobble
