// cobble explain: describes a node type, a recipe key, or formulas.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <utility>

#include "cli/line/command.h"
#include "cli/line/unknown_flag.h"
#include "cli/text/formula_topics.h"
#include "cli/text/place.h"
#include "cli/text/print.h"
#include "cli/text/search.h"
#include "cli/text/tables.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "engines/engines.h"
#include "output/formats.h"
#include "recipe/description/description.h"
#include "recipe/fields/node_spec.h"
#include "recipe/formula/tables.h"
#include "recipe/presets.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

// One meaning of a word. A word may have several: "value" is both a noise and a key.
struct Topic {
  // g++ 12 destroys a half-made aggregate wrongly if an initialiser throws.
  explicit Topic(TableRows described) : row(std::move(described)) {}

  TableRows row;                     // name, summary, details
  std::vector<const Field*> keys{};  // an object's keys
  std::string remark{};
};

TableRows ListOf(std::span<const std::string_view> words) {
  TableRows list = TableRows::array();
  for (const std::string_view word : words)
    if (!word.empty()) list.push_back(word);
  return list;
}

// Adds the details of a type or a key, unless there are none.
void AddDetails(std::span<const Detail> details, TableRows* row) {
  if (!details.empty()) (*row)["details"] = DetailsTree(details);
}

bool HoldsNodes(const Field& field) { return field.inner == ObjectKind::kNode; }

// Returns the row `name` of a table that `cobble list` prints.
TableRows RowOf(std::string_view table, std::string_view name, bool json) {
  const auto found = std::ranges::find(Tables(), table, &Table::name);
  for (const TableRows& row : json ? found->make() : found->make_text())
    if (row.begin()->get<std::string>() == name) return row;
  return {};
}

Topic TopicOfNode(const NodeSpec& spec, bool json) {
  Topic topic(RowOf(spec.noise ? "noises" : "nodes", spec.name, json));
  topic.row.erase("options");
  AddDetails(spec.details, &topic.row);
  topic.keys = KeysOfType(ObjectKind::kNode, *NodeTypeNumber(spec.name));
  if (spec.noise) return topic;

  const auto meanings = MeaningsIn(spec);
  topic.row["where"] =
      json ? ListOf(meanings) : TableRows(fmt::format("{}", fmt::join(meanings, "; ")));
  const auto is_input = [](const Field* field) { return HoldsNodes(*field); };
  if (std::ranges::any_of(topic.keys, is_input))
    topic.remark =
        R"(An input is a formula ("1 - rock"), a number, or an object: {"type": "perlin"})";
  return topic;
}

// Describes a type of an object that is not a node, such as a distribution.
Topic TopicOfType(const Field& types, int type) {
  const std::string_view name = types.choices[static_cast<std::size_t>(type)];
  Topic topic({{"type", name}, {"summary", "a type of " + PathOf(types.object)}});
  const auto formula = std::ranges::find(types.details, name, &Detail::word);
  if (formula != types.details.end()) topic.row["value"] = formula->text;
  topic.keys = KeysOfType(types.object, type);
  return topic;
}

// Returns the rule for the field's values, including limits set by other keys.
std::string FullRule(const Field& field) {
  std::string rule = Rule(field);
  if (!field.not_below.empty()) rule += fmt::format(", and at least \"{}\"", field.not_below);
  if (!field.above.empty())
    rule += fmt::format(", and greater than \"{}\" by at least {}", field.above,
                        LimitText(kMinDifference));
  return rule;
}

// Adds the names of all node types.
void AddNodeTypes(TableRows* row) {
  TableRows noises = TableRows::array(), operations = TableRows::array();
  for (const std::string_view type : TypesOf(ObjectKind::kNode))
    (FindNodeSpec(type)->noise ? noises : operations).push_back(type);
  (*row)["noises"] = noises;
  (*row)["operations"] = operations;
}

// Returns the last `count` keys of a dotted path or a JSON pointer.
std::vector<std::string> LastKeys(const std::string& path, int count) {
  const std::vector<std::string> keys = KeysOfPath(path);
  return {keys.end() - std::min<std::ptrdiff_t>(count, std::ssize(keys)), keys.end()};
}

// Returns the rule for an item of the field. In: keys, the indices and names that lead to it.
std::string RuleOfItem(Field field, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    const auto item = ItemOf(field, static_cast<std::size_t>(ParseInteger(key).value_or(0)));
    if (!item) return ItemRule(field);
    field = *item;
  }
  return Rule(field);
}

// Describes an item of the field. `depth`: the number of levels that the path descends into the
// field's value.
Topic TopicOfItem(const Field& field, const std::string& path, int depth) {
  return Topic({{"key", path},
                {"help", "an item of " + std::string(field.key)},
                {"value", RuleOfItem(field, LastKeys(path, depth))}});
}

Topic TopicOfKey(const Field& field, const std::string& path) {
  const TableRows all = FieldRow(field);
  Topic topic({{"key", path},
               {"help", field.help},
               {"value", FullRule(field)},
               {"default", all["default"]},
               {"flag", path == PathOf(field) ? field.flag : ""},
               {"instead of", ListOf(field.excludes)},
               {"of", all["of"]}});
  AddDetails(field.details, &topic.row);
  if (field.type == FieldType::kObject) {
    for (const Field& inner : Fields())
      if (inner.object == field.inner) topic.keys.push_back(&inner);
  }
  return topic;
}

Topic TopicOfField(const Field& field, const std::string& path, int depth) {
  Topic topic = depth > 0 ? TopicOfItem(field, path, depth) : TopicOfKey(field, path);
  if (HoldsNodes(field)) {
    AddNodeTypes(&topic.row);
    topic.remark = "For the keys of a type, use: cobble explain TYPE";
  }
  return topic;
}

// Returns the meanings of a bare word.
std::vector<Topic> TopicsOfWord(const std::string& word, bool json) {
  std::vector<Topic> topics;
  if (const NodeSpec* spec = FindNodeSpec(word)) topics.push_back(TopicOfNode(*spec, json));
  for (const Field& field : Fields()) {
    const bool has_types = field.key == "type" && field.object != ObjectKind::kNode;
    if (const auto type = FindType(field.object, word); has_types && type)
      topics.push_back(TopicOfType(field, *type));
    if (field.key == word) topics.push_back(TopicOfField(field, PathOf(field), 0));
  }
  return topics;
}

// Returns the meanings of a choice or another word that a key's details explain.
std::vector<Topic> TopicsOfDetail(const std::string& word) {
  std::vector<Topic> topics;
  for (const Field& field : Fields()) {
    const auto detail = std::ranges::find(field.details, word, &Detail::word);
    const bool is_explained = detail != field.details.end();
    if (!is_explained && std::ranges::count(field.choices, word) == 0) continue;
    Topic topic({{"key", PathOf(field)}, {"choice", word}});
    if (is_explained) topic.row["meaning"] = detail->text;
    topic.row["help"] = field.help;
    topic.row["of"] = FieldRow(field)["of"];
    topic.remark = fmt::format("For the other choices, use: cobble explain {}", field.key);
    topics.push_back(std::move(topic));
  }
  return topics;
}

// Returns the meanings of a word of formulas.
std::vector<Topic> TopicsOfFormulas(const std::string& word) {
  std::vector<Topic> topics;
  if (word == kFormulasTopic || word == "formula") topics.emplace_back(FormulasTopic(false));
  for (auto row : {FunctionTopic(word), OperatorTopic(word), ConstantTopic(word)})
    if (row) topics.emplace_back(std::move(*row));
  for (Topic& topic : topics)
    topic.remark = topic.row.contains("topic")
                       ? "For a function, an operator or a type, use: cobble explain NAME"
                       : "For formulas as a whole, use: cobble explain formulas";
  return topics;
}

// Returns all words that have a topic of their own: types, keys, those of formulas but its
// operators, engines, maps and formats.
std::vector<std::string_view> KnownWords() {
  std::vector<std::string_view> known;
  for (const NodeSpec* spec : NodeSpecs()) known.push_back(spec->name);
  known.push_back(kFormulasTopic);
  for (const FormulaFunction& function : FormulaFunctions()) known.push_back(function.name);
  for (const FormulaNumber& constant : FormulaConstants()) known.push_back(constant.name);
  for (const auto& names : {RowNames(EngineSpecs()), RowNames(Formats()), RowNames(kMapTable)})
    known.insert(known.end(), names.begin(), names.end());
  for (const Field& field : Fields()) {
    known.push_back(field.key);
    if (field.key == "type") known.insert(known.end(), field.choices.begin(), field.choices.end());
  }
  return known;
}

// Returns the row of an engine, a map or a format.
std::vector<Topic> TopicsOfTables(const std::string& word) {
  std::vector<Topic> topics;
  for (const std::string_view table : {"engines", "maps", "formats"}) {
    TableRows row = RowOf(table, word, true);
    if (row.is_null()) continue;
    row.erase(row.begin());  // its name, under another key for each table
    TableRows named{{std::string(table.substr(0, table.size() - 1)), word}};
    named["summary"] = row["summary"];
    named.update(row);
    Topic topic(std::move(named));
    topic.remark = fmt::format("For the others, use: cobble list {}", table);
    topics.push_back(std::move(topic));
  }
  return topics;
}

[[noreturn]] void ThrowUnknown(const std::string& word) {
  std::string hint = HintForTopic(word);
  if (hint.empty()) hint = DidYouMean(word, KnownWords());
  if (hint.empty()) hint = "try cobble list noises, cobble list nodes or cobble list fields";
  throw Error(ErrorKind::kUsage, "", "unknown type or key " + Quoted(word), hint);
}

// Returns the meanings of a word or a path; none for an unknown word.
std::vector<Topic> TopicsOf(const std::string& word, bool json) {
  std::vector<Topic> topics = TopicsOfFormulas(word), of_word = TopicsOfWord(word, json);
  if (of_word.empty()) of_word = TopicsOfDetail(word);
  std::ranges::move(of_word, std::back_inserter(topics));
  if (!topics.empty()) return topics;
  if (word.find_first_of("./") == std::string::npos && !IsUserKey(word))
    return TopicsOfTables(word);

  const RecipePlace place = FindPlace(word);
  const std::string path = Shown(place.path);
  if (place.is_user_key)
    topics.emplace_back(TableRows{{"key", path}, {"help", "a key of your own, ignored by cobble"}});
  for (const Field* field : place.fields) topics.push_back(TopicOfField(*field, path, place.items));
  return topics;
}

// Returns the line below a key's help: its values, default, flag and types.
std::string KeyDetails(const Field& field, bool of_one_type) {
  const TableRows row = FieldRow(field);
  const std::string fallback = row["default"].get<std::string>();
  std::string text = FullRule(field) + "; ";
  text += field.required ? fallback : "default " + fallback;
  if (!field.flag.empty()) text += fmt::format("; {}", field.flag);
  if (!of_one_type && !row["of"].empty() && row["of"][0] != "all")
    text += fmt::format("; for {}", fmt::join(UsersOf(field), ", "));
  return text;
}

void Print(const Topic& topic, std::ostream& out) {
  PrintBlocks(TableRows::array({topic.row}), out);
  if (!topic.keys.empty()) {
    const bool of_one_type = !topic.row.contains("key");
    std::vector<LabelledText> lines;
    for (const Field* field : topic.keys) {
      lines.emplace_back("  " + std::string(field->key), field->help);
      lines.emplace_back("", KeyDetails(*field, of_one_type));
      for (const auto& [word, text] : field->details)
        lines.emplace_back("    " + std::string(word), text);
    }
    out << "\nKeys:\n";
    PrintLabelled(lines, out);
  }
  if (!topic.remark.empty()) out << '\n' << topic.remark << '\n';
}

// Returns the keys of a node or another object, and those of the objects inside it.
std::vector<const Field*> DeepKeysOf(const Topic& topic) {
  std::vector<const Field*> keys;
  for (const Field* key : topic.keys) {
    keys.push_back(key);
    if (key->type != FieldType::kObject) continue;
    for (const Field& inner : Fields())
      if (inner.object == key->inner) keys.push_back(&inner);
  }
  return keys;
}

// Prints a section of a document, without its heading: what the topic is, a table of its keys, and
// what the values of keys mean.
void PrintSection(const Topic& topic, std::ostream& out) {
  TableRows row = topic.row;
  if (row.contains("topic")) row = FormulasTopic(true);
  if (row.contains("call")) row["call"] = '`' + row["call"].get<std::string>() + '`';
  PrintMarkdownList(row, out);
  TableRows rows = TableRows::array(), meanings = TableRows::object();
  const std::vector<const Field*> keys = DeepKeysOf(topic);
  const std::string above = keys.empty() ? "" : PathOf(keys.front()->object) + '.';
  for (const Field* field : keys) {
    const TableRows all = FieldRow(*field);
    const std::string key = all["key"].get<std::string>().substr(above.size());
    std::string fallback = all["default"].get<std::string>();
    if (field->object != keys.front()->object && all["of"][0] != "all")
      fallback += fmt::format(" by {}", fmt::join(UsersOf(*field), ", "));
    rows.push_back({{"key", key},
                    {"flag", all["flag"]},
                    {"values", FullRule(*field)},
                    {"default", fallback},
                    {"meaning", all["help"]}});
    for (const auto& [word, text] : field->details)
      meanings[fmt::format("`{}`, {}", key, word)] = text;
  }
  if (rows.empty()) return;
  out << '\n';
  PrintMarkdown(rows, out);
  if (!meanings.empty()) out << '\n';
  for (const auto& [label, text] : meanings.items())
    out << "- " << label << ": " << MarkdownText(text.get<std::string>()) << '\n';
}

void PrintAsJson(const std::vector<Topic>& topics, std::ostream& out) {
  TableRows list = TableRows::array();
  for (const Topic& topic : topics) {
    TableRows row = topic.row;
    if (!topic.keys.empty()) row["keys"] = TableRows::array();
    for (const Field* field : topic.keys) {
      row["keys"].push_back(FieldRow(*field));
      AddDetails(field->details, &row["keys"].back());
    }
    list.push_back(std::move(row));
  }
  out << PrintJson(list) << '\n';
}

struct ExplainFlags {
  bool json = false, markdown = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch({"--json", "print all matches as JSON"}, &json);
    line->AddSwitch({"--markdown",
                     "print the first match as a section of Markdown",
                     {.excludes = {{"--json"}}}},
                    &markdown);
    line->AddSwitch(QuietFlag(), &quiet);
  }
};

// Prints what mentions a word that is not known.
void ExplainByMeaning(const std::string& word, const ExplainFlags& flags, Streams& streams) {
  const TableRows rows = Search(word);
  if (rows.empty() || IsPreset(word)) ThrowUnknown(word);
  PrintFound(rows, word, "type or key", {flags.json, flags.markdown, flags.quiet}, streams);
}

void Explain(const Args& words, const ExplainFlags& flags, Streams& streams) {
  if (words.empty())
    throw Error(ErrorKind::kUsage, "", "no type or key given",
                "specify one, for example: cobble explain terrace");
  std::ostream& out = streams.out;
  const std::vector<Topic> topics = TopicsOf(words[0], flags.json);
  if (topics.empty()) return ExplainByMeaning(words[0], flags, streams);
  if (flags.json) return PrintAsJson(topics, out);
  if (flags.markdown) return PrintSection(topics.front(), out);
  for (const Topic& topic : topics) {
    if (&topic != topics.data()) out << '\n';
    Print(topic, out);
  }
}

// Returns what completions offer: the words, and the paths of keys.
std::vector<std::string> TopicWords() {
  std::vector<std::string> words;
  const auto add = [&](std::string_view word) {
    if (std::ranges::count(words, word) == 0) words.emplace_back(word);
  };
  for (const std::string_view word : KnownWords())
    if (word != "$schema") add(word);  // shells would expand it
  for (const Field& field : Fields())
    if (const std::string path = PathOf(field); path.find('.') != path.npos) add(path);
  return words;
}

}  // namespace

void DeclareExplain(CommandLine* line) {
  line->Describe(
      {.usage = "TYPE | PATH | formulas [--json | --markdown]",
       .summary =
           "Describe a node type (perlin, terrace) with its call and its keys, formulas "
           "as a whole (formulas), a function (lerp) or an operator ('^') of them, or "
           "a recipe key, given as a path (domain.extent, noise.source.octaves), the end of a "
           "path (octaves, distribution.type), or a JSON pointer as in error "
           "messages (/noise/octaves). Any other word is looked up in the tables of cobble list: "
           "cobble explain stone",
       .positionals = {.kind = Positionals::kWords, .words = &TopicWords}});
  line->OnRun(&Explain);
}

}  // namespace cobble
