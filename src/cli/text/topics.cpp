// Finds topics in the rows of the catalog.
#include "cli/text/topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "catalog/catalog.h"
#include "cli/recipes/key_flags.h"
#include "cli/text/place.h"
#include "cli/text/tables.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

std::string LastOf(const std::string& path) { return path.substr(path.rfind('.') + 1); }

JsonTree Meanings(const JsonTree& row) {
  return row.contains("where") ? Joined(row["where"], "; ") : "";
}

constexpr Column kNode[] = {{"name"},    {"summary"},
                            {"call"},    {"value"},
                            {"bounds"},  {"reference", "source"},
                            {"details"}, {"where", "", &Meanings}};
constexpr Column kType[] = {{"name"}, {"summary"}, {"value"}};
constexpr Column kKey[] = {{"key"},           {"help"},
                           {"value"},         {"default", "", &DefaultOf},
                           {"flag"},          {"instead of", "excludes"},
                           {"used by", "of"}, {"details"}};
constexpr Column kChoice[] = {{"key"}, {"choice"}, {"meaning"}, {"help"}, {"used by", "of"}};
constexpr Column kFunction[] = {{"name"}, {"summary"}, {"call"}, {"expands to", "expands_to"}};
constexpr Column kConstant[] = {{"name"}, {"summary"}, {"value"}};
constexpr Column kOperator[] = {{"operator"}, {"summary"}, {"forms"}};

Topic MakeTopic(JsonTree row, std::span<const Column> columns, std::string remark = {}) {
  JsonTree shown = Shown(row, columns);
  return {.row = std::move(row), .shown = std::move(shown), .remark = std::move(remark)};
}

Topic TopicOfNode(const JsonTree& row) {
  Topic topic = MakeTopic(row, kNode);
  topic.keys = row["keys"];
  topic.path = topic.above = "noise.";
  const auto is_input = [](const JsonTree& key) { return key.contains("accepts"); };
  if (!row.contains("noise") && std::ranges::any_of(topic.keys, is_input))
    topic.remark =
        R"(An input is a formula ("1 - rock"), a number, or an object: {"type": "perlin"})";
  return topic;
}

// Describes a type of an object other than a node, such as a distribution.
Topic TopicOfType(JsonTree type, const std::string& object) {
  type["summary"] = "a type of " + object;
  Topic topic = MakeTopic(std::move(type), kType);
  topic.keys = topic.row["keys"];
  topic.path = topic.above = object + '.';
  return topic;
}

// Returns the last `count` keys of a dotted path or a JSON pointer.
std::vector<std::string> LastKeys(const std::string& path, int count) {
  const std::vector<std::string> keys = KeysOfPath(path);
  return {keys.end() - std::min<std::ptrdiff_t>(count, std::ssize(keys)), keys.end()};
}

// In: keys, the indices and names that lead to the item.
std::string RuleOfItem(Field field, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    const auto item = ItemOf(field, static_cast<std::size_t>(ParseInteger(key).value_or(0)));
    if (!item) return ItemRule(field);
    field = *item;
  }
  return Rule(field);
}

void AddNodeTypes(Topic* topic) {
  JsonTree types{{"noises", JsonTree::array()}, {"operations", JsonTree::array()}};
  for (const NodeSpec* spec : NodeSpecs())
    if (spec->name != kRefType) types[spec->noise ? "noises" : "operations"].push_back(spec->name);
  topic->row.update(types);
  topic->shown.update(types);
  topic->remark = "For the keys of a type, use: cobble explain TYPE";
}

// In: depth, the levels that the path descends into the field's value.
Topic TopicOfField(const Field& field, const std::string& path, int depth) {
  JsonTree row = FieldRow(field, path);
  if (depth > 0)
    row = {{"key", path},
           {"help", "an item of " + std::string(field.key)},
           {"value", RuleOfItem(field, LastKeys(path, depth))}};
  if (depth == 0) AddFlag(&row);
  Topic topic = MakeTopic(std::move(row), kKey);
  if (depth == 0 && field.type == FieldType::kObject) {
    for (const Field& inner : Fields())
      if (inner.object == field.inner)
        AddFlag(&topic.keys.emplace_back(FieldRow(inner, PathOf(inner))));
    topic.row["keys"] = topic.keys;
    topic.path = path + '.';
  }
  if (field.inner == ObjectKind::kNode) AddNodeTypes(&topic);
  return topic;
}

std::vector<Topic> TopicsOfWord(const std::string& word) {
  std::vector<Topic> topics;
  if (const NodeSpec* const spec = FindNodeSpec(word))
    topics.push_back(TopicOfNode(NodeRow(*spec)));
  for (const Field& field : Fields()) {
    if (const JsonTree row = FieldRow(field, PathOf(field)); row.contains("types"))
      for (const JsonTree& type : row["types"])
        if (type["name"] == word) topics.push_back(TopicOfType(type, PathOf(field)));
    if (field.key == word) topics.push_back(TopicOfField(field, PathOf(field), 0));
  }
  return topics;
}

// Returns the meanings of a choice or another word that a key's details explain.
std::vector<Topic> TopicsOfDetail(const std::string& word) {
  std::vector<Topic> topics;
  for (const JsonTree& field : FieldRows()) {
    const bool is_explained = field.contains("details") && field["details"].contains(word);
    const bool is_choice =
        field.contains("choices") && std::ranges::count(field["choices"], JsonTree(word)) > 0;
    if (!is_explained && !is_choice) continue;
    JsonTree row{{"key", field["key"]}, {"choice", word}};
    if (is_explained) row["meaning"] = field["details"][word];
    row["help"] = field["help"];
    if (field.contains("of")) row["of"] = field["of"];
    topics.push_back(
        MakeTopic(std::move(row), kChoice,
                  "For the other choices, use: cobble explain " + LastOf(TextAt(field, "key"))));
  }
  return topics;
}

// Returns {label of the row: its text, ...}.
JsonTree Labelled(const JsonTree& rows, const char* label, const Column& text) {
  JsonTree labelled = JsonTree::object();
  for (const JsonTree& row : rows)
    labelled[TextAt(row, label)] = Shown(row, std::span(&text, 1)).front();
  return labelled;
}

// In: only_rules, without operators and functions.
JsonTree FormulasRow(bool only_rules) {
  JsonTree row{{"topic", kFormulasTopic},
               {"summary", "nodes in one line: terrace(ridged(simplex(2), 6), 12)"},
               {"rules", Labelled(RuleRows(), "name", {"text"})}};
  row["rules"]["flags"] =
      "`--noise FORMULA`, `--let NAME=FORMULA` and `--set PATH=FORMULA`, quoted for the shell: "
      "`--let \"rock=ridged(simplex(2), 6)\" --noise \"1 - rock\"`. A path into a formula, as in "
      "`--set noise.source.frequency=8`, expands it first";
  if (only_rules) return row;
  row["operators"] = Labelled(OperatorRows(), "form", {"", "", &ExpansionOf});
  row["functions"] = Labelled(FunctionRows(), "call", {"expands_to"});
  for (JsonTree& rule : row["rules"]) {
    std::string& text = rule.get_ref<std::string&>();
    std::erase(text, '`');
  }
  return row;
}

// Returns the row of an operator with all its forms. The second part of ?: finds it, too.
JsonTree OperatorRow(const std::string& word) {
  JsonTree forms = JsonTree::object();
  for (const JsonTree& row : OperatorRows()) {
    const bool is_choice = row["operator"] == "?" && (word == ":" || word == "?:");
    if (row["operator"] == word || is_choice) forms[TextAt(row, "form")] = ExpansionOf(row);
  }
  return {{"operator", word}, {"summary", "an operator of formulas"}, {"forms", std::move(forms)}};
}

std::vector<Topic> TopicsOfFormulas(const std::string& word) {
  constexpr const char* kWhole = "For formulas as a whole, use: cobble explain formulas";
  std::vector<Topic> topics;
  if (word == kFormulasTopic || word == "formula") {
    const JsonTree row = FormulasRow(false);
    topics.push_back({.row = row,
                      .shown = row,
                      .remark = "For a function, an operator or a type, use: cobble explain NAME"});
  }
  const auto add = [&](const JsonTree& rows, std::span<const Column> columns) {
    for (const JsonTree& row : rows)
      if (row["name"] == word) topics.push_back(MakeTopic(row, columns, kWhole));
  };
  add(FunctionRows(), kFunction);
  if (JsonTree row = OperatorRow(word); !row["forms"].empty())
    topics.push_back(MakeTopic(std::move(row), kOperator, kWhole));
  add(ConstantRows(), kConstant);
  add(CoordinateRows(), kConstant);
  return topics;
}

// Returns the row of an engine, a map or a format.
std::vector<Topic> TopicsOfTables(const std::string& word) {
  std::vector<Topic> topics;
  for (const std::string_view name : {"engines", "maps", "formats"}) {
    const Table& table = *std::ranges::find(Tables(), name, &Table::name);
    for (const JsonTree& row : table.rows()) {
      if (row["name"] != word) continue;
      const JsonTree cells = Shown(row, table.columns);
      JsonTree shown{{"name", word}, {"summary", row["summary"]}};
      for (auto cell = std::next(cells.begin()); cell != cells.end(); ++cell)
        shown[cell.key()] = *cell;
      topics.push_back({.row = row,
                        .shown = std::move(shown),
                        .remark = fmt::format("For the others, use: cobble list {}", name)});
    }
  }
  return topics;
}

}  // namespace

JsonTree FormulaRulesMarkdown() { return FormulasRow(true); }

std::vector<Topic> TopicsOf(const std::string& word) {
  std::vector<Topic> topics = TopicsOfFormulas(word), of_word = TopicsOfWord(word);
  if (of_word.empty()) of_word = TopicsOfDetail(word);
  std::ranges::move(of_word, std::back_inserter(topics));
  std::ranges::move(TopicsOfTables(word), std::back_inserter(topics));
  const bool is_path = word.find_first_of("./") != std::string::npos || IsUserKey(word);
  if (!topics.empty() || !is_path) return topics;

  const RecipePlace place = FindPlace(word);
  const std::string path = Shown(place.path);
  if (place.is_user_key)
    topics.push_back(
        MakeTopic({{"key", path}, {"help", "a key of your own, ignored by cobble"}}, kKey));
  for (const Field* field : place.fields) topics.push_back(TopicOfField(*field, path, place.items));
  return topics;
}

std::vector<std::string> KnownTopics() {
  std::vector<std::string> known;
  const auto add = [&](std::string word) {
    if (std::ranges::count(known, word) == 0) known.push_back(std::move(word));
  };
  const JsonTree formulas{{{"name", kFormulasTopic}}};
  for (const JsonTree& rows : {NodeRows(), formulas, FunctionRows(), ConstantRows(), EngineRows(),
                               FormatRows(), MapRows()})
    for (const JsonTree& row : rows) add(TextAt(row, "name"));
  for (const Field& field : Fields()) {
    add(std::string(field.key));
    if (field.key == "type")
      for (const std::string_view type : field.choices) add(std::string(type));
  }
  return known;
}

}  // namespace cobble
