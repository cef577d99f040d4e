// Finds topics in the rows of the catalog.
#include "cli/text/topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "catalog/catalog.h"
#include "cli/recipes/key_flags.h"
#include "cli/text/tables.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/reading/patch.h"

namespace cobble {
namespace {

// --- Places in recipes ---

std::string FirstKey(const std::string& dotted) { return dotted.substr(0, dotted.find('.')); }

// A path that starts with a type: terrace.levels.
struct TypedPath {
  ObjectKind object;
  int type;
  std::string name, key;  // of the type, and of the first key after it

  bool HasKey() const {
    const Field* const field = FindField(object, key, type);
    return field && Uses(type, *field);
  }
};

std::optional<TypedPath> TypedPathOf(const std::string& path) {
  const std::string name = FirstKey(path);
  if (name.size() == path.size()) return std::nullopt;
  for (const ObjectKind object : {ObjectKind::kNode, ObjectKind::kDistribution})
    if (const auto type = FindType(object, name))
      return TypedPath{object, *type, name, FirstKey(path.substr(name.size() + 1))};
  return std::nullopt;
}

[[noreturn]] void RefuseKeyOfType(const std::string& path, const TypedPath& typed) {
  std::vector<std::string_view> keys;
  for (const Field* field : FieldsOf(typed.object, typed.type)) keys.push_back(field->key);
  const std::string nearest(Nearest(typed.key, keys));
  Refuse(Shown(path), typed.name + " has no key " + Quoted(typed.key),
         nearest.empty() ? "see cobble explain " + typed.name
                         : DidYouMean(typed.name + '.' + nearest));
}

// Makes the path dotted and absolute.
std::string FromRoot(std::string path) {
  if (path.starts_with('/')) {
    std::ranges::replace(path, '/', '.');
    return path.substr(1);
  }
  const std::string first = FirstKey(path), rest = path.substr(first.size());
  if (const auto typed = TypedPathOf(path); typed && typed->HasKey())
    return PathOf(typed->object) + rest;
  if (FindField(ObjectKind::kRecipe, first)) return path;
  const auto elsewhere = std::ranges::find(Fields(), first, &Field::key);
  return elsewhere == Fields().end() ? path : PathOf(*elsewhere) + rest;
}

struct RecipePlace {
  std::vector<const Field*> fields{};  // all rows of the last key that is a field
  int items = 0;                       // number of list indices or node names after that key
  bool is_user_key = false;            // a user-defined key (x-...), which has no rows
};

// Returns whether `key` selects an item: an index, or the name of a node, a map or a pack.
bool IsItem(const Field& field, int items, std::string_view key) {
  const FieldShape shape = ShapeOf(field.type);
  if (shape == FieldShape::kNamed && items == 0) return true;
  // A named item is an object, except a pack, which is a list.
  const bool is_list = shape == FieldShape::kList || field.type == FieldType::kPacks;
  return is_list && !key.empty() && key.find_first_not_of("0123456789") == key.npos;
}

// Takes one step along a path that CheckPath accepted. Returns no field if none of `at` has the
// key: another type has.
RecipePlace Step(const RecipePlace& at, std::string_view key) {
  if (at.is_user_key || IsUserKey(key)) return {.is_user_key = true};
  std::optional<ObjectKind> object;
  if (at.fields.empty()) object = ObjectKind::kRecipe;
  for (const Field* field : at.fields) {
    if (IsItem(*field, at.items, key)) return {{field}, at.items + 1};
    if (!object && (at.items > 0 || ShapeOf(field->type) == FieldShape::kObject))
      object = field->inner;
  }
  RecipePlace next;
  for (const Field& field : Fields())
    if (field.object == object && field.key == key) next.fields.push_back(&field);
  return next;
}

// Says why the field of a type, unlike others with its name, has no `key`.
std::string WhyNotIn(const Field& field, std::string_view key) {
  const FieldShape shape = ShapeOf(field.type);
  if (shape == FieldShape::kList) return BadIndex(field, key);
  return (shape == FieldShape::kPlain ? "a plain value has no keys, got " : "unknown key ") +
         Quoted(key);
}

// In: path, dotted from the root ("noise.by.0.frequency"), from a nested key ("distribution.alpha")
// or from a type ("terrace.levels"), or a JSON pointer ("/noise/by/0/frequency"). Throws Error
// kUsage if no recipe can have it.
RecipePlace FindPlace(const std::string& path) {
  // Dots in a JSON pointer belong to names; any other character may replace them.
  std::string unpointed = path;
  if (path.starts_with('/')) std::ranges::replace(unpointed, '.', '_');
  const std::string dotted = FromRoot(unpointed);
  const auto source = std::make_shared<const Source>(Source{Shown(path), true});
  const auto typed = TypedPathOf(path);
  Faults faults, ignored;
  if (!CheckPath(dotted, source, &faults)) {
    if (typed && !CheckPath(FromRoot(typed->name + '.' + typed->key), source, &ignored))
      RefuseKeyOfType(path, *typed);
    faults.Throw();
  }
  RecipePlace place;
  for (std::size_t begin = 0, end = 0; end != dotted.npos; begin = end + 1) {
    end = dotted.find('.', begin);
    const auto key = std::string_view{dotted}.substr(begin, end - begin);
    RecipePlace next = Step(place, key);
    if (typed && typed->HasKey() && begin == PathOf(typed->object).size() + 1)
      std::erase_if(next.fields, [&](const Field* field) { return !Uses(typed->type, *field); });
    if (next.fields.empty() && !next.is_user_key)
      Refuse(Shown(path), WhyNotIn(*place.fields.front(), key));
    place = std::move(next);
  }
  return place;
}

// --- Topics ---

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
constexpr Column kFunction[] = {
    {"name"}, {"summary"}, {"call"}, {"expands to", "expands_to"}, {"nodes"}};
constexpr Column kConstant[] = {{"name"}, {"summary"}, {"value"}};
constexpr Column kOperator[] = {{"operator"}, {"summary"}, {"forms"}};

Topic MakeTopic(JsonTree row, std::span<const Column> columns, std::string remark = {}) {
  JsonTree shown = Shown(row, columns);
  return {.row = std::move(row), .shown = std::move(shown), .remark = std::move(remark)};
}

// In: path, of the node or object that has the keys in `row`.
void AddKeys(const JsonTree& row, const std::string& path, Topic* topic) {
  topic->path = path;
  topic->keys = row["keys"];
  for (JsonTree& key : topic->keys) key["key"] = path + TextAt(key, "key");
}

Topic TopicOfNode(const JsonTree& row) {
  Topic topic = MakeTopic(row, kNode);
  AddKeys(row, "noise.", &topic);
  const auto is_input = [](const JsonTree& key) { return key.contains("accepts"); };
  if (!row.contains("noise") && std::ranges::any_of(topic.keys, is_input))
    topic.remark =
        R"(An input is a formula ("1 - rock"), a number, or an object: {"type": "perlin"})";
  return topic;
}

// Describes a type of an object other than a node, such as a distribution.
Topic TopicOfType(JsonTree type, const std::string& object) {
  type["summary"] = "a type of " + object;
  Topic topic = MakeTopic(type, kType);
  AddKeys(type, object + '.', &topic);
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
  add(LibraryRows(), kFunction);
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
  const std::string path = Shown(FromRoot(word));
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
  for (const JsonTree& rows : {NodeRows(), formulas, FunctionRows(), LibraryRows(), ConstantRows(),
                               EngineRows(), FormatRows(), MapRows()})
    for (const JsonTree& row : rows) add(TextAt(row, "name"));
  for (const Field& field : Fields()) {
    add(std::string(field.key));
    if (field.key == "type")
      for (const std::string_view type : field.choices) add(std::string(type));
  }
  return known;
}

}  // namespace cobble
