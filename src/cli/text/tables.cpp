// cobble list: prints one of cobble's tables, or searches all, so that it finds whatever has a row.
#include "cli/text/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <ostream>
#include <vector>

#include "catalog/catalog.h"
#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cli/text/print.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "recipe/fields/fields.h"
#include "recipe/hints/trade_words.h"
#include "recipe/presets.h"
#include "sources/recipe_source.h"

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

JsonTree KnobNames(const JsonTree& preset) {
  return preset.contains("knobs") ? Joined(preset["knobs"], ", ") : std::string();
}

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
constexpr Column kPresetsMarkdown[] = {{"preset", "name"},        {"group"},
                                       {"description"},           {"maps"},
                                       {"knobs", "", &KnobNames}, {"picture", "", &Picture}};
constexpr Column kKnobs[] = {
    {"knob", "name"}, {"value", "", &KnobValue}, {"range", "", &KnobRange}, {"description"}};
constexpr Column kPresetKnobs[] = {{"preset"},
                                   {"knob", "name"},
                                   {"value", "", &KnobValue},
                                   {"range", "", &KnobRange},
                                   {"description"}};
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

// The functions of formulas and of the built-in library.
JsonTree AllFunctionRows() {
  JsonTree rows = FunctionRows();
  for (JsonTree& row : LibraryRows()) rows.push_back(std::move(row));
  return rows;
}

constexpr Table kTables[] = {{"noises", &NoiseRows, kNoises, true},
                             {"nodes", &OperationRows, kNodes, true},
                             {"functions", &AllFunctionRows, kFunctions, true, kFunctionsMarkdown},
                             {"operators", &OperatorRows, kOperators, true, kOperatorsMarkdown},
                             {"presets", &PresetRows, kPresets, false, kPresetsMarkdown},
                             {"knobs", &PresetKnobRows, kPresetKnobs},
                             {"fields", &FieldRowsWithFlags, kFields},
                             {"recipe", &RecipeRows, kRecipe},
                             {"maps", &MapRows, kMaps},
                             {"formats", &FormatRows, kFormats},
                             {"engines", &EngineRows, kEngines, true},
                             {"simd", &SimdRows, kSimd}};

constexpr std::string_view kKnobTable = "knobs";

// --- Searching ---

// Shorter words have no plural: "gas".
constexpr std::size_t kMinPlural = 5;
// Shorter words must match as a whole.
constexpr std::size_t kMinBeginning = 4;

enum class Match { kWhole, kBeginning };  // kBeginning: "gauss" matches "gaussian", too

// The rows of "recipe" are among those of "fields", knobs are found by their whole names, and
// "simd" describes the machine.
bool IsSearched(const Table& table) {
  return table.name != "recipe" && table.name != kKnobTable && table.name != "simd";
}

// Returns the word without the s of a plural.
std::string Singular(const std::string& word) {
  const bool is_plural = word.size() >= kMinPlural && word.ends_with('s');
  return is_plural ? word.substr(0, word.size() - 1) : word;
}

// Returns the words of a text in lower case and singular.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : LowerCase(text)) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_letter) words.back() += c;
    if (!is_letter && !words.back().empty()) words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  std::ranges::transform(words, words.begin(), &Singular);
  return words;
}

bool HasAll(std::string_view text, const std::vector<std::string>& wanted, Match match) {
  const std::vector<std::string> words = WordsOf(text);
  const auto has = [&](const std::string& each) {
    if (match == Match::kWhole || each.size() < kMinBeginning)
      return std::ranges::count(words, each) > 0;
    return std::ranges::any_of(words, [&](const std::string& word) {
      // A word without its last letter is misspelt.
      return word == each || (word.starts_with(each) && word.size() > each.size() + 1);
    });
  };
  return std::ranges::all_of(wanted, has);
}

std::string NameOf(const JsonTree& row) { return row.begin()->get<std::string>(); }

std::string SummaryOf(const JsonTree& row) {
  for (const char* const key : {"summary", "description", "help", "expands_to"})
    if (row.contains(key) && row[key].is_string()) return row[key].get<std::string>();
  return {};
}

// Returns a cell's texts, separated by blanks.
std::string AllText(const JsonTree& cell) {
  if (cell.is_string()) return cell.get<std::string>() + ' ';
  std::string text;
  if (cell.is_structured())
    for (const JsonTree& item : cell) text += AllText(item);
  return text;
}

JsonTree FoundRow(std::string_view table, std::string_view name, std::string_view summary) {
  return {{"table", table}, {"name", name}, {"summary", summary}};
}

template <typename Predicate>
JsonTree RowsWhere(const Predicate& predicate) {
  JsonTree found = JsonTree::array();
  for (const Table& table : Tables()) {
    if (!IsSearched(table)) continue;
    for (const JsonTree& row : table.rows())
      if (predicate(table, row)) found.push_back(FoundRow(table.name, NameOf(row), SummaryOf(row)));
  }
  return found;
}

// Adds the choices of keys whose meanings have all the words, each with its key.
void AddChoices(const std::vector<std::string>& wanted, Match match, JsonTree* found) {
  for (const Field& field : Fields())
    for (const auto& [word, text] : field.details) {
      if (!HasAll(text, wanted, match)) continue;
      JsonTree row = FoundRow("fields", PathOf(field), fmt::format("{}: {}", word, text));
      if (std::ranges::count(*found, row) == 0) found->push_back(std::move(row));
    }
}

JsonTree RowsThatHave(const std::vector<std::string>& wanted, Match match) {
  JsonTree found = RowsWhere([&](const Table&, const JsonTree& row) {
    return HasAll(NameOf(row) + ' ' + SummaryOf(row), wanted, match);
  });
  AddChoices(wanted, match, &found);
  if (!found.empty()) return found;
  return RowsWhere([&](const Table& table, const JsonTree& row) {
    const JsonTree details = row.contains("arguments")  // of a node
                                 ? row.value("details", JsonTree())
                                 : JsonTree();
    return HasAll(AllText(Shown(row, table.columns)) + AllText(details), wanted, match);
  });
}

void PrintText(const JsonTree& rows, std::ostream& out) {
  std::vector<LabelledText> lines;
  for (const Table& table : Tables()) {
    std::size_t count = 0;
    for (const JsonTree& row : rows) {
      if (row["table"] != table.name) continue;
      if (count == 0) lines.emplace_back(table.name, "");
      if (++count <= kMaxFoundRows)
        lines.emplace_back("  " + row["name"].get<std::string>(),
                           row["summary"].get<std::string>());
    }
    if (count > kMaxFoundRows)
      lines.emplace_back(
          "", fmt::format("and {} more: cobble list {}", count - kMaxFoundRows, table.name));
  }
  PrintLabelled(lines, out);
}

// --- The command ---

std::vector<std::string> TableWords() { return RowNames<std::string>(Tables()); }

// Returns null if the word is not a table but rows mention it. Throws Error if nothing does.
const Table* FindTable(const Args& args) {
  const auto names = RowNames(Tables());
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) Refuse("", "no table given", "specify one of " + all);
  for (const Table& table : Tables())
    if (table.name == args[0]) return &table;
  Phrase hint = DidYouMean(args[0], names);
  if (hint.empty() && !Search(args[0]).empty()) return nullptr;
  if (hint.empty()) hint = "one of " + all;
  Refuse("", "unknown table " + Quoted(args[0]), hint);
}

struct ListFlags : TextFlags {
  void AddTo(CommandLine* line) {
    Add(line, "print JSON", "print a Markdown table");
    line->BeginGroup("Knobs");
    line->AddText({{"--preset", "NAME"},
                   "of knobs, list those of a preset",
                   {.kind = ValueKind::kOpenChoice, .choices = PresetNames(), .is_recipe = true}},
                  &preset);
  }

  std::string preset;
};

void PrintRows(const JsonTree& rows, const Table& table, const ListFlags& flags,
               std::ostream& out) {
  if (flags.json) {
    out << PrintJson(rows) << '\n';
    return;
  }
  JsonTree shown = JsonTree::array();
  const bool has_own = flags.markdown && !table.markdown.empty();
  for (const JsonTree& row : rows)
    shown.push_back(Shown(row, has_own ? table.markdown : table.columns));
  if (flags.markdown) {
    PrintMarkdown(shown, out);
  } else if (table.has_blocks) {
    PrintBlocks(shown, out);
  } else {
    PrintColumns(shown, out);
  }
}

// Prints the knobs of a preset, or of the recipe in a file.
void ListKnobs(const Args& args, const ListFlags& flags, Streams& streams) {
  RecipeLayers layers;
  if (!flags.preset.empty()) layers.AddPreset(flags.preset);
  if (args.size() > 1) {
    const RecipeSource source = ReadRecipeSource(args[1], streams.in);
    layers.AddText(source.text, source.name);
  }
  const JsonTree rows = KnobRows(layers.Resolve());
  PrintRows(rows, {kKnobTable, nullptr, kKnobs}, flags, streams.out);
  if (!rows.empty() || flags.quiet) return;
  Flush(streams.out);
  streams.err << "cobble: the recipe has no knobs\n";
}

void List(const Args& args, const ListFlags& flags, Streams& streams) {
  const Table* const table = FindTable(args);
  if (!table) return PrintFound(Search(args[0]), args[0], "table", flags, streams);
  const bool is_recipe = !flags.preset.empty() || args.size() > 1;
  if (is_recipe && table->name != kKnobTable)
    Refuse(args.size() > 1 ? "" : "--preset",
           args.size() > 1 ? "unexpected argument " + Quoted(args[1]) : "lists only knobs",
           "see cobble list --help");
  if (is_recipe) return ListKnobs(args, flags, streams);
  PrintRows(table->rows(), *table, flags, streams.out);
}

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

JsonTree KnobRange(const JsonTree& knob) {
  if (!knob.contains("range")) return "a colour";
  const JsonTree& range = knob["range"];
  const std::string step = knob.contains("step") ? " by " + PrintJsonLine(knob["step"]) : "";
  return fmt::format("{}..{}{}", PrintJsonLine(range[0]), PrintJsonLine(range[1]), step);
}

JsonTree KnobValue(const JsonTree& knob) {
  const JsonTree& value = knob["value"];
  return value.is_string() ? value : JsonTree(PrintJsonLine(value));
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

void TextFlags::Add(CommandLine* line, const std::string& as_json, const std::string& as_markdown) {
  line->BeginGroup("Output");
  line->AddSwitch({"--json", as_json}, &json);
  line->AddSwitch({"--markdown", as_markdown, {.excludes = {{"--json"}}}}, &markdown);
  line->AddSwitch(QuietFlag(), &quiet);
}

JsonTree Search(std::string_view query) {
  const std::vector<std::string> wanted = WordsOf(query);
  const auto is_letter = [](const std::string& word) { return word.size() < 2; };
  if (wanted.empty() || std::ranges::any_of(wanted, is_letter)) return JsonTree::array();
  JsonTree found = RowsThatHave(wanted, Match::kWhole);
  if (found.empty()) found = RowsThatHave(wanted, Match::kBeginning);
  const std::string topic(TopicOf(query)), map(MaterialMapOfWord(query));
  JsonTree all = RowsWhere([&](const Table&, const JsonTree& row) { return NameOf(row) == topic; });
  if (!map.empty())
    all.push_back(
        FoundRow("fields", "maps." + map, "a map of the material, for lit pictures and engines"));
  for (const JsonTree& row : found)
    if (row["name"] != topic) all.push_back(row);
  for (const JsonTree& knob : PresetKnobRows())
    if (NameOf(knob) == query)
      all.push_back(FoundRow(kKnobTable, query, TextAt(knob, "preset") + ": " + SummaryOf(knob)));
  return all;
}

void PrintFound(const JsonTree& rows, std::string_view word, std::string_view kind,
                const TextFlags& flags, Streams& streams) {
  if (flags.json) {
    streams.out << PrintJson(rows) << '\n';
  } else if (flags.markdown) {
    PrintMarkdown(rows, streams.out);
  } else {
    PrintText(rows, streams.out);
  }
  if (flags.quiet) return;
  Flush(streams.out);
  streams.err << fmt::format("cobble: {} is not a {}; these mention it\n", Quoted(word), kind);
}

void DeclareList(CommandLine* line) {
  line->Describe(
      {.usage = "TABLE [--json | --markdown] | knobs [RECIPE | --preset NAME]",
       .summary = fmt::format("Print one of cobble's tables: {}. `knobs` with a recipe or a "
                              "preset prints its knobs. For any other word, print the "
                              "rows that mention it",
                              fmt::join(RowNames(Tables()), ", ")),
       .positionals = {.maximum = 2, .kind = Positionals::kWords, .words = &TableWords}});
  line->OnRun(&List);
}

}  // namespace cobble
