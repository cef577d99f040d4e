// cobble explain: what a type of node, or a key of a recipe, is.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/place.h"
#include "cli/print.h"
#include "cli/tables.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "recipe/node_spec.h"

namespace cobble {
namespace {

// One thing that the word means. A word may mean several: "value" is a noise and a key.
struct Topic {
  TableRows row;                     // a name, a line of text, and details
  std::vector<const Field*> keys{};  // of an object
  std::string remark{};
};

TableRows ListOf(std::span<const std::string_view> words) {
  TableRows list = TableRows::array();
  for (const std::string_view word : words)
    if (!word.empty()) list.push_back(word);
  return list;
}

bool HoldsNodes(const Field& field) { return field.inner == ObjectKind::kNode; }

// The row called `name` of a table that `cobble list` prints.
TableRows RowOf(std::string_view table, std::string_view name, bool json) {
  const auto found = std::ranges::find(Tables(), table, &Table::name);
  for (const TableRows& row : json ? found->make() : found->in_words())
    if (row.begin()->get<std::string>() == name) return row;
  return {};
}

// The keys of a type of an object, but the one that says the type.
std::vector<const Field*> KeysOfType(ObjectKind object, int type) {
  std::vector<const Field*> keys;
  for (const Field* field : FieldsOf(object, type))
    if (field->key != "type") keys.push_back(field);
  return keys;
}

Topic TopicOfNode(const NodeSpec& spec, bool json) {
  Topic topic{RowOf(spec.noise ? "noises" : "nodes", spec.name, json)};
  topic.row.erase("options");
  topic.keys = KeysOfType(ObjectKind::kNode, *NodeTypeNumber(spec.name));
  if (spec.noise) return topic;

  const auto meanings = MeaningsIn(spec);
  topic.row["where"] =
      json ? ListOf(meanings) : TableRows(fmt::format("{}", fmt::join(meanings, "; ")));
  const auto is_input = [](const Field* field) { return HoldsNodes(*field); };
  if (std::ranges::any_of(topic.keys, is_input))
    topic.remark = R"(Any input is a node, a number, or {"ref": "name"} for one of "nodes".)";
  return topic;
}

// A type of an object that is no node: of a distribution.
Topic TopicOfType(const Field& types, int type) {
  const std::string_view name = types.choices[static_cast<std::size_t>(type)];
  Topic topic{{{"type", name}, {"summary", "a type of " + PathOf(types.object)}}};
  topic.keys = KeysOfType(types.object, type);
  return topic;
}

// What the field takes, and of other keys what it must not pass.
std::string FullRule(const Field& field) {
  std::string rule = Rule(field);
  if (!field.not_below.empty()) rule += fmt::format(", at least {}", field.not_below);
  if (!field.above.empty())
    rule += fmt::format(", above {} by at least {}", field.above, LimitText(kMinDifference));
  return rule;
}

// The types by name, for what is a node.
void AddNodes(TableRows* row) {
  TableRows noises = TableRows::array(), operations = TableRows::array();
  for (const std::string_view type : TypesOf(ObjectKind::kNode))
    (FindNodeSpec(type)->noise ? noises : operations).push_back(type);
  (*row)["noises"] = noises;
  (*row)["operations"] = operations;
}

// In: the path as it was asked for, and how far it goes into what the field holds.
Topic TopicOfItem(const Field& field, const std::string& path, int items) {
  const bool is_pair = field.type == FieldType::kPairs && items == 1;
  const std::string rule = is_pair ? Rule(PairOf(field)) : ItemRule(field);
  return {{{"key", path}, {"help", "an item of " + std::string(field.key)}, {"value", rule}}};
}

Topic TopicOfKey(const Field& field, const std::string& path) {
  const TableRows all = FieldRow(field);
  Topic topic{{{"key", path},
               {"help", field.help},
               {"value", FullRule(field)},
               {"default", all["default"]},
               {"flag", path == PathOf(field) ? field.flag : ""},
               {"instead of", ListOf(field.instead_of)},
               {"of", all["of"]}}};
  if (field.type == FieldType::kObject) {
    for (const Field& inner : Fields())
      if (inner.object == field.inner) topic.keys.push_back(&inner);
  }
  return topic;
}

Topic TopicOfField(const Field& field, const std::string& path, int items) {
  Topic topic = items > 0 ? TopicOfItem(field, path, items) : TopicOfKey(field, path);
  if (HoldsNodes(field)) {
    AddNodes(&topic.row);
    topic.remark = "\"cobble explain TYPE\" tells the keys of each.";
  }
  return topic;
}

// What a word means that stands alone.
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

[[noreturn]] void Refuse(const std::string& word) {
  std::vector<std::string_view> known;
  for (const NodeSpec* spec : NodeSpecs()) known.push_back(spec->name);
  for (const Field& field : Fields()) {
    known.push_back(field.key);
    if (field.key == "type") known.insert(known.end(), field.choices.begin(), field.choices.end());
  }
  std::string hint = DidYouMean(word, known);
  if (hint.empty()) hint = "cobble list noises, nodes and fields name all";
  throw Error(ErrorKind::kUsage, "", Quoted(word) + " is no type of node and no key of a recipe",
              hint);
}

// All that a word or a path means.
std::vector<Topic> TopicsOf(const std::string& word, bool json) {
  std::vector<Topic> topics = TopicsOfWord(word, json);
  if (!topics.empty()) return topics;
  if (word.find_first_of("./") == std::string::npos && !IsOwnKey(word)) Refuse(word);

  const RecipePlace place = FindPlace(word);
  const std::string path = Shown(place.path);
  if (place.is_own)
    topics.push_back({{{"key", path}, {"help", "a key of your own, which cobble ignores"}}});
  for (const Field* field : place.fields) topics.push_back(TopicOfField(*field, path, place.items));
  return topics;
}

// Below the key's own text, what it takes.
std::string Takes(const Field& field, bool of_one_type) {
  const TableRows row = FieldRow(field);
  const std::string fallback = row["default"].get<std::string>();
  std::string text = FullRule(field) + "; ";
  text += field.required ? fallback : "default " + fallback;
  if (!field.flag.empty()) text += fmt::format("; {}", field.flag);
  if (!of_one_type && !row["of"].empty() && row["of"][0] != "all")
    text += fmt::format("; of {}", fmt::join(UsersOf(field), ", "));
  return text;
}

void Print(const Topic& topic, std::ostream& out) {
  PrintBlocks(TableRows::array({topic.row}), out);
  if (!topic.keys.empty()) {
    const bool of_one_type = !topic.row.contains("key");
    std::vector<LabelledText> lines;
    for (const Field* field : topic.keys) {
      lines.emplace_back("  " + std::string(field->key), field->help);
      lines.emplace_back("", Takes(*field, of_one_type));
    }
    out << "\nKeys:\n";
    PrintLabelled(lines, out);
  }
  if (!topic.remark.empty()) out << '\n' << topic.remark << '\n';
}

void PrintJson(const std::vector<Topic>& topics, std::ostream& out) {
  TableRows list = TableRows::array();
  for (const Topic& topic : topics) {
    TableRows row = topic.row;
    if (!topic.keys.empty()) row["keys"] = TableRows::array();
    for (const Field* field : topic.keys) row["keys"].push_back(FieldRow(*field));
    list.push_back(std::move(row));
  }
  out << list.dump(2) << '\n';
}

}  // namespace

int RunExplain(const Words& words, Streams& streams) {
  CommandLine line(
      "explain", "TYPE | PATH [--json]",
      "Prints what a type of node is (perlin, terrace) and which keys it has, or what a\n"
      "key of a recipe takes: by its path (domain.extent, noise.source.octaves), by the\n"
      "end of that (octaves, distribution.type), or as messages say it (/noise/octaves).");
  bool json = false;
  line.AddSwitch(
      {.names = "--json", .help = "as JSON: a list of all that the word means", .group = "Form"},
      &json);
  if (!line.Parse(words, streams.out)) return 0;
  if (line.AloneAtMost(1).empty())
    throw Error(ErrorKind::kUsage, "", "explain what?",
                "a type or a path, as in cobble explain terrace");

  const std::vector<Topic> topics = TopicsOf(line.Alone()[0], json);
  if (json) {
    PrintJson(topics, streams.out);
    return 0;
  }
  for (const Topic& topic : topics) {
    if (&topic != topics.data()) streams.out << '\n';
    Print(topic, streams.out);
  }
  return 0;
}

}  // namespace cobble
