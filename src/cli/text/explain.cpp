// cobble explain: describes a node type, a recipe key, a preset, or formulas.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "catalog/catalog.h"
#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cli/text/print.h"
#include "cli/text/tables.h"
#include "cli/text/topics.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "recipe/fields/fields.h"
#include "recipe/hints/trade_words.h"
#include "recipe/images/images.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

[[noreturn]] void ThrowUnknown(const std::string& word) {
  Phrase hint;
  if (const std::string_view topic = TopicOf(word); !topic.empty())
    hint = fmt::format("see cobble explain {}", topic);
  std::vector<std::string> known = KnownTopics();
  std::ranges::copy(PresetNames(), std::back_inserter(known));
  for (const JsonTree& knob : PresetKnobRows()) known.push_back(TextAt(knob, "name"));
  if (hint.empty())
    hint = DidYouMean(word, std::vector<std::string_view>(known.begin(), known.end()));
  if (hint.empty()) hint = "try cobble list noises, cobble list nodes or cobble list fields";
  Refuse("", "unknown type or key " + Quoted(word), hint);
}

// Prints what a preset makes, and its knobs.
void ExplainPreset(const std::string& name, const TextFlags& flags, std::ostream& out) {
  const JsonTree presets = PresetRows();
  JsonTree row = *std::ranges::find_if(
      presets, [&](const JsonTree& each) { return TextAt(each, "name") == name; });
  RecipeLayers layers;
  layers.AddPreset(name);
  const Recipe recipe = layers.Resolve();
  const JsonTree knobs = KnobRows(recipe);
  if (flags.json) {
    if (!knobs.empty()) row["knobs"] = knobs;
    out << PrintJson(JsonTree::array({row})) << '\n';
    return;
  }
  JsonTree shown{{"preset", name}, {"description", TextAt(row, "description")}};
  shown["group"] = row["group"];
  if (row.contains("maps")) shown["maps"] = Joined(row["maps"], ", ");
  if (flags.markdown) {
    PrintMarkdownList(shown, out);
  } else {
    PrintBlocks(JsonTree::array({shown}), out);
  }
  JsonTree rows = JsonTree::array();
  for (const JsonTree& knob : knobs)
    rows.push_back({{"knob", knob["name"]},
                    {"value", KnobValue(knob)},
                    {"range", KnobRange(knob)},
                    {"description", TextAt(knob, "description")}});
  if (flags.markdown && !rows.empty()) out << '\n';
  if (flags.markdown) return PrintMarkdown(rows, out);
  std::vector<LabelledText> lines;
  for (const JsonTree& knob : rows) {
    lines.emplace_back("  " + TextAt(knob, "knob"), TextAt(knob, "description"));
    lines.emplace_back("",
                       fmt::format("{}; default {}", TextAt(knob, "range"), TextAt(knob, "value")));
  }
  if (!lines.empty()) out << "\nKnobs, as in --knob NAME=VALUE:\n";
  PrintLabelled(lines, out);
  std::string images;
  for (const std::string& image : ImageNames(recipe)) images += " --image " + image + "=FILE";
  out << fmt::format(
      "\ncobble render --preset {0}{1} -o {0}.png renders it; cobble show --preset {0} --brief "
      "prints its recipe\n",
      name, images);
}

// Returns the line below a key's help: values, default, flag and types.
std::string KeyDetails(const JsonTree& key) {
  const std::string flag(FlagOfPath(TextAt(key, "key")));
  const std::string fallback = DefaultOf(key).get<std::string>();
  std::string text = TextAt(key, "value") + "; ";
  if (key.contains("useful"))
    text += fmt::format("usually {} to {}; ", Shortest(key["useful"][0].get<double>()),
                        Shortest(key["useful"][1].get<double>()));
  text += key.contains("required") ? fallback : "default " + fallback;
  if (!flag.empty()) text += "; " + flag;
  if (key.contains("of") && key["of"][0] != "all") text += "; for " + Joined(key["of"], ", ");
  return text;
}

void Print(const Topic& topic, std::ostream& out) {
  PrintBlocks(JsonTree::array({topic.shown}), out);
  if (!topic.keys.empty()) {
    std::vector<LabelledText> lines;
    for (const JsonTree& key : topic.keys) {
      const std::string path = TextAt(key, "key");
      lines.emplace_back("  " + path.substr(path.rfind('.') + 1), TextAt(key, "help"));
      lines.emplace_back("", KeyDetails(key));
      if (!key.contains("details")) continue;
      for (const auto& [word, text] : key["details"].items())
        lines.emplace_back("    " + word, text.get<std::string>());
    }
    out << "\nKeys:\n";
    PrintLabelled(lines, out);
  }
  if (!topic.remark.empty()) out << '\n' << topic.remark << '\n';
}

// Returns the keys of a node or another object and of the objects inside it, by their paths.
JsonTree DeepKeysOf(const Topic& topic) {
  JsonTree keys = JsonTree::array();
  for (const JsonTree& key : topic.keys) {
    keys.push_back(key);
    if (!key.contains("types")) continue;
    for (const JsonTree& inner : FieldRows())
      if (TextAt(inner, "key").starts_with(TextAt(key, "key") + '.')) keys.push_back(inner);
  }
  return keys;
}

// Prints a section without its heading: what the topic is, its keys in a table, what values mean.
void PrintSection(const Topic& topic, std::ostream& out) {
  JsonTree shown = topic.shown.contains("topic") ? FormulaRulesMarkdown() : topic.shown;
  if (shown.contains("call")) shown["call"] = '`' + TextAt(shown, "call") + '`';
  PrintMarkdownList(shown, out);
  JsonTree rows = JsonTree::array(), meanings = JsonTree::object();
  for (const JsonTree& key : DeepKeysOf(topic)) {
    const std::string path = TextAt(key, "key"), name = path.substr(topic.path.size());
    std::string fallback = DefaultOf(key).get<std::string>();
    if (name.find('.') != name.npos && key["of"][0] != "all")
      fallback += " by " + Joined(key["of"], ", ");
    rows.push_back({{"key", name},
                    {"flag", FlagOfPath(path)},
                    {"values", key["value"]},
                    {"default", fallback},
                    {"meaning", key["help"]}});
    if (!key.contains("details")) continue;
    for (const auto& [word, text] : key["details"].items())
      meanings[fmt::format("`{}`, {}", name, word)] = text;
  }
  if (rows.empty()) return;
  out << '\n';
  PrintMarkdown(rows, out);
  if (!meanings.empty()) out << '\n';
  for (const auto& [label, text] : meanings.items())
    out << "- " << label << ": " << MarkdownText(text.get<std::string>()) << '\n';
}

struct ExplainFlags : TextFlags {
  void AddTo(CommandLine* line) {
    Add(line, "print all matches as JSON", "print the first match as a section of Markdown");
  }
};

// Prints what mentions an unknown word.
void ExplainByMeaning(const std::string& word, const ExplainFlags& flags, Streams& streams) {
  const JsonTree rows = Search(word);
  if (rows.empty()) ThrowUnknown(word);
  PrintFound(rows, word, "type or key", flags, streams);
}

void Explain(const Args& words, const ExplainFlags& flags, Streams& streams) {
  if (words.empty())
    Refuse("", "no type or key given", "specify one, for example: cobble explain terrace");
  std::ostream& out = streams.out;
  const std::vector<Topic> topics = TopicsOf(words[0]);
  if (topics.empty() && IsPreset(words[0])) return ExplainPreset(words[0], flags, out);
  if (topics.empty()) return ExplainByMeaning(words[0], flags, streams);
  if (flags.json) {
    JsonTree rows = JsonTree::array();
    for (const Topic& topic : topics) rows.push_back(topic.row);
    out << PrintJson(rows) << '\n';
    return;
  }
  if (flags.markdown) return PrintSection(topics.front(), out);
  for (const Topic& topic : topics) {
    if (&topic != topics.data()) out << '\n';
    Print(topic, out);
  }
}

// Returns what completions offer: words, and paths of keys.
std::vector<std::string> TopicWords() {
  std::vector<std::string> words = KnownTopics();
  std::ranges::copy(PresetNames(), std::back_inserter(words));
  std::erase(words, "$schema");  // shells would expand it
  for (const Field& field : Fields()) {
    const std::string path = PathOf(field);
    if (path.find('.') != path.npos && std::ranges::count(words, path) == 0) words.push_back(path);
  }
  return words;
}

}  // namespace

void DeclareExplain(CommandLine* line) {
  line->Describe(
      {.usage = "TYPE | PATH | PRESET | formulas [--json | --markdown]",
       .summary =
           "Describe a node type (perlin, terrace) with its call and its keys, formulas "
           "as a whole (formulas), one of their functions (lerp) or operators ('^'), or "
           "a recipe key, given as a path (domain.extent, noise.source.octaves), the end of a "
           "path (octaves, distribution.type), or a JSON pointer as in error "
           "messages (/noise/octaves), or a preset with its knobs (rust). Any other word is looked "
           "up in the tables of cobble list: "
           "cobble explain stone",
       .positionals = {.kind = Positionals::kWords, .words = &TopicWords}});
  line->OnRun(&Explain);
}

}  // namespace cobble
