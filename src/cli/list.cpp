// cobble list: the tables that cobble is made of.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/band_sink.h"
#include "core/numbers.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "noise/catalog.h"
#include "output/formats.h"
#include "recipe/fields.h"

namespace cobble {
namespace {

// A table is a list of objects with the same keys in the same order.
using Json = nlohmann::ordered_json;

Json Noises() {
  Json rows = Json::array();
  for (const NoiseEntry& noise : NoiseCatalog()) {
    rows.push_back({{"noise", Name(noise.type)},
                    {"bounds", {noise.bounds.low, noise.bounds.high}},
                    {"summary", noise.summary},
                    {"source", noise.source}});
  }
  return rows;
}

Json PresetTable() {
  Json rows = Json::array();
  for (const Preset& preset : Presets())
    rows.push_back({{"preset", preset.name}, {"description", preset.description}});
  return rows;
}

Json FieldTable() {
  Json rows = Json::array();
  for (const Field& field : Fields()) {
    const std::string_view fallback = field.required           ? "required"
                                      : field.fallback.empty() ? field.otherwise
                                                               : field.fallback;
    Json used_by = Json::array();
    if (field.object == ObjectKind::kNode)
      for (const std::string_view user : UsersOf(field)) used_by.push_back(user);
    const bool by_all = used_by.size() == Names<NodeType>().size();
    rows.push_back({{"key", PathOf(field)},
                    {"flag", field.flag},
                    {"value", Rule(field)},
                    {"default", fallback},
                    {"of", by_all ? Json::array({"all"}) : used_by},
                    {"help", field.help}});
  }
  return rows;
}

Json MapTable() {
  constexpr std::pair<Map, std::string_view> kHelp[] = {
      {Map::kHeight, "the value, with range mapped to 0..1"},
      {Map::kNormal, "the surface's normal, x, y and z"},
      {Map::kSlope, "the height's slope, x and y, in heights a picture width"},
      {Map::kValue, "the noise's own value"},
  };
  static_assert(std::size(kHelp) == static_cast<std::size_t>(Map::kValue) + 1);
  Json rows = Json::array();
  for (const auto& [map, help] : kHelp)
    rows.push_back({{"map", Name(map)}, {"channels", Channels(map)}, {"summary", help}});
  return rows;
}

Json FormatTable() {
  Json rows = Json::array();
  for (const Format& format : Formats()) {
    Json maps = Json::array();
    for (const Map map : format.maps) maps.push_back(Name(map));
    rows.push_back({{"format", format.name},
                    {"suffix", format.suffixes},
                    {"bits", format.bits},
                    {"maps", maps},
                    {"summary", format.help}});
  }
  return rows;
}

Json SimdTable() {
  Json rows = Json::array();
  for (const SimdLevel& level : SimdLevels())
    rows.push_back({{"level", level.name}, {"runs", level.runs}});
  return rows;
}

constexpr std::size_t kWidest = 48;  // of a column of text

struct Table {
  std::string_view name;
  Json (*make)();
};

constexpr Table kTables[] = {{"noises", &Noises},       {"presets", &PresetTable},
                             {"fields", &FieldTable},   {"maps", &MapTable},
                             {"formats", &FormatTable}, {"simd", &SimdTable}};

std::vector<std::string_view> TableNames() {
  std::vector<std::string_view> names;
  for (const Table& table : kTables) names.push_back(table.name);
  return names;
}

const Table& FindTable(const Words& words) {
  const auto names = TableNames();
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
  if (words.empty()) throw Error(ErrorKind::kUsage, "", "list what?", "one of " + all);
  for (const Table& table : kTables)
    if (table.name == words[0]) return table;
  std::string hint = DidYouMean(words[0], names);
  if (hint.empty()) hint = "one of " + all;
  throw Error(ErrorKind::kUsage, "", "no list is called " + Quoted(words[0]), hint);
}

std::string CellText(const Json& cell) {
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_number()) return Shortest(cell.get<double>());
  if (cell.is_boolean()) return cell.get<bool>() ? "yes" : "no";
  std::string text;
  for (const Json& item : cell) text += (text.empty() ? "" : ", ") + CellText(item);
  return text;
}

// Columns under each other, without a heading, for people and for awk. A cell that is far longer
// than most moves the rest of its own line alone.
void PrintText(const Json& rows, std::ostream& out) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows[0].size());
  for (const Json& row : rows) {
    std::size_t column = 0;
    for (const Json& cell : row) {
      std::size_t& width = widths[column++];
      const std::size_t size = CellText(cell).size();
      if (size <= kWidest) width = std::max(width, size);
    }
  }
  for (const Json& row : rows) {
    std::string line;
    std::size_t column = 0;
    for (const Json& cell : row) {
      const std::string text = CellText(cell);
      line += text + std::string(std::max(widths[column++], text.size()) + 2 - text.size(), ' ');
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

// As GitHub writes tables.
void PrintMarkdown(const Json& rows, std::ostream& out) {
  if (rows.empty()) return;
  std::string heading = "|", rule = "|";
  for (const auto& [key, cell] : rows[0].items()) {
    heading += ' ' + key + " |";
    rule += "---|";
  }
  out << heading << '\n' << rule << '\n';
  for (const Json& row : rows) {
    out << '|';
    bool is_first = true;
    for (const Json& cell : row) {
      const std::string text = CellText(cell);
      out << (is_first ? " `" + text + "` |" : ' ' + text + " |");
      is_first = false;
    }
    out << '\n';
  }
}

}  // namespace

int RunList(const Words& words, Streams& streams) {
  CommandLine line("list", "noises|presets|fields|maps|formats|simd [--json | --markdown]",
                   "Prints one of the tables that cobble is made of.");
  bool json = false, markdown = false;
  line.AddSwitch({.names = "--json", .help = "as JSON", .group = "Form"}, &json);
  line.AddSwitch({.names = "--markdown", .help = "as a table of Markdown", .group = "Form"},
                 &markdown);
  if (!line.Parse(words, streams.out)) return 0;
  const Table& table = FindTable(line.AloneAtMost(1));
  if (json && markdown) throw Error(ErrorKind::kUsage, "--markdown", "contradicts --json");

  const Json rows = table.make();
  if (json) {
    streams.out << rows.dump(2) << '\n';
  } else if (markdown) {
    PrintMarkdown(rows, streams.out);
  } else {
    PrintText(rows, streams.out);
  }
  return 0;
}

}  // namespace cobble
