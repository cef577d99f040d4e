// Implements the tables: what nodes, formulas, presets, maps and formats there are.
#include "python/tables.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/color.h"
#include "core/maps.h"
#include "input/picture_reader.h"
#include "output/formats.h"
#include "python/errors.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"

namespace cobble::python {
namespace {

std::string_view NameOf(FieldType type) {
  switch (type) {
    case FieldType::kInteger:
      return "integer";
    case FieldType::kNumber:
      return "number";
    case FieldType::kBool:
      return "bool";
    case FieldType::kText:
      return "text";
    case FieldType::kChoice:
      return "choice";
    case FieldType::kSize:
      return "size";
    case FieldType::kVector:
      return "vector";
    case FieldType::kScale:
      return "scale";
    case FieldType::kByAxis:
      return "by-axis";
    case FieldType::kList:
      return "list";
    case FieldType::kPairs:
      return "pairs";
    case FieldType::kColor:
      return "color";
    case FieldType::kColors:
      return "colors";
    case FieldType::kStop:
      return "stop";
    case FieldType::kStops:
      return "stops";
    case FieldType::kRange:
      return "range";
    case FieldType::kObject:
      return "object";
    case FieldType::kInput:
      return "input";
    case FieldType::kInputs:
      return "inputs";
    case FieldType::kNodes:
      return "nodes";
    case FieldType::kMaps:
      return "maps";
    case FieldType::kPack:
      return "pack";
    case FieldType::kPacks:
      return "packs";
  }
  return "";
}

std::string_view NameOf(Accepts accepts) {
  switch (accepts) {
    case Accepts::kNumber:
      return "number";
    case Accepts::kColor:
      return "color";
    case Accepts::kAny:
      return "any";
  }
  return "";
}

py::str Text(std::string_view text) { return TextOf(std::string(text)); }

template <typename Texts>
py::list Words(const Texts& texts) {
  py::list words;
  for (const std::string_view text : texts) words.append(Text(text));
  return words;
}

bool HasLimits(const Field& field) {
  return field.type == FieldType::kInteger || field.type == FieldType::kNumber ||
         field.type == FieldType::kByAxis || field.type == FieldType::kList ||
         field.type == FieldType::kVector || field.type == FieldType::kScale;
}

py::dict KeyRow(const Field& field) {
  py::dict row;
  row["key"] = Text(field.key);
  row["type"] = Text(NameOf(field.type));
  row["rule"] = Text(Rule(field));
  row["help"] = Text(field.help);
  row["required"] = field.required && field.effective_if.empty();
  row["default"] = Text(field.fallback);  // JSON
  row["default_text"] = Text(field.default_text);
  if (HasLimits(field)) {
    const auto limit = [&](double x) {
      return IsWhole(field) ? py::object(py::int_(static_cast<int64_t>(x)))
                            : py::object(py::float_(x));
    };
    row["minimum"] = limit(field.minimum);
    row["maximum"] = limit(field.maximum);
    row["exclusive_minimum"] = field.exclusive_minimum;
  }
  if (!field.choices.empty()) row["choices"] = Words(field.choices);
  if (field.type == FieldType::kInput || field.type == FieldType::kInputs)
    row["accepts"] = Text(NameOf(field.accepts));
  return row;
}

py::list ObjectRows(const InnerObject& object) {
  py::list rows;
  for (const InnerObject::Type& type : object.types) {
    py::dict row;
    py::list keys;
    for (const Field& field : type.fields) keys.append(KeyRow(field));
    row["type"] = Text(type.name);
    row["keys"] = keys;
    rows.append(row);
  }
  return rows;
}

py::dict NodeRow(const NodeSpec& spec) {
  py::dict row;
  py::list keys;
  for (const Field* const field : FieldsOf(ObjectKind::kNode, *NodeTypeNumber(spec.name))) {
    if (field->key == "type") continue;
    py::dict key = KeyRow(*field);
    for (const InnerObject& object : spec.inner)
      if (field->type == FieldType::kObject && object.object == field->inner)
        key["objects"] = ObjectRows(object);
    keys.append(key);
  }
  row["type"] = Text(spec.name);
  row["summary"] = Text(spec.summary);
  row["call"] = Text(CallText(spec));
  row["is_noise"] = spec.noise.has_value();
  row["is_color"] = spec.is_color;
  row["value"] = Text(spec.value);
  row["bounds"] = Text(spec.bounds);
  if (spec.noise) {
    row["bounds"] = py::make_tuple(spec.noise->bounds.low, spec.noise->bounds.high);
    row["source"] = Text(spec.noise->source);
  }
  row["arguments"] = Words(spec.arguments);
  row["takes_many"] = TakesManyPlaces(spec);
  row["keys"] = keys;
  return row;
}

// All types that recipes have, except ref.
py::list NodeTable() {
  py::list rows;
  for (const NodeSpec* const spec : NodeSpecs())
    if (spec->name != kRefType) rows.append(NodeRow(*spec));
  return rows;
}

py::list FunctionTable() {
  py::list rows;
  for (const FormulaFunction& function : FormulaFunctions()) {
    py::dict row;
    row["name"] = Text(function.name);
    row["places"] = Text(function.places);
    row["node"] = Text(function.node);
    row["summary"] = Text(function.summary);
    row["type"] = Text(IsFractalFunction(function.name) ? kFractalType : std::string_view());
    rows.append(row);
  }
  return rows;
}

// The words that formulas have beside calls: coordinates, constants and colours.
py::list FormulaWords() {
  py::list words;
  for (const std::string_view word : {"x", "y", "z", "true", "false"}) words.append(Text(word));
  for (const FormulaNumber& constant : FormulaConstants()) words.append(Text(constant.name));
  for (const std::string_view color : ColorNames()) words.append(Text(color));
  return words;
}

py::list PresetTable() {
  py::list rows;
  for (const Preset& preset : Presets()) {
    py::dict row;
    row["name"] = Text(preset.name);
    row["group"] = Text(preset.group);
    row["description"] = Text(preset.description);
    row["images"] = Words(preset.images);
    rows.append(row);
  }
  return rows;
}

py::list MapTable() {
  py::list rows;
  for (const MapInfo& map : kMapTable) {
    py::dict row;
    row["name"] = Text(map.name);
    row["channels"] = map.channels;
    row["summary"] = Text(map.help);
    rows.append(row);
  }
  return rows;
}

// The suffixes of files that cobble writes or reads.
py::list Suffixes() {
  py::list suffixes;
  for (const Format& format : Formats())
    for (const std::string_view suffix : format.suffixes) suffixes.append(Text(suffix));
  for (const ReadableFormat& format : ReadableFormats())
    for (const std::string_view suffix : format.suffixes) suffixes.append(Text(suffix));
  return suffixes;
}

}  // namespace

void AddTables(py::module_* module) {
  module->def("nodes", &NodeTable);
  module->def("functions", &FunctionTable);
  module->def("words", &FormulaWords);
  module->def("presets", &PresetTable);
  module->def("maps", &MapTable);
  module->def("suffixes", &Suffixes);
}

}  // namespace cobble::python
