// Names the library's options by the commands' flags, and looks up an unknown flag in the tables of
// keys, trade words, types, maps, presets and formats.
#include "cli/line/flag_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cobble/enums.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "output/formats.h"
#include "platform/shell_words.h"
#include "recipe/fields/fields.h"
#include "recipe/fields/key_paths.h"
#include "recipe/fields/node_spec.h"
#include "recipe/hints/trade_words.h"
#include "recipe/presets.h"
#include "recipe/reading/patch.h"
#include "recipe/reading/read_value.h"
#include "recipe/writing/recipe_tree.h"

namespace cobble {
namespace {

std::string& NamedCommand() {
  static std::string name;
  return name;
}

// Returns the flag of an option of the library: of the named command, or else of any; may be null.
const FlagSpec* FindFlagOf(std::string_view option) {
  std::string name = "--" + std::string(option);
  std::ranges::replace(name, '_', '-');
  const FlagSpec* found = nullptr;
  for (const auto& line : AllLines())
    for (const FlagSpec* const flag : line->Flags()) {
      if (flag->option.empty() ? flag->name != name : flag->option != option) continue;
      if (line->name() == NamedCommand()) return flag;
      if (found == nullptr) found = flag;
    }
  return found;
}

// Returns whether the named command has the flag.
bool IsNamed(const std::string& flag) {
  return NamedCommand().empty() || std::ranges::any_of(AllLines(), [&](const auto& line) {
           return line->name() == NamedCommand() && line->HasFlag(flag);
         });
}

// Returns the flag of a key, with a value as flags spell it: 1024x512, -1,1.
std::string FieldFlag(const KeyFlag& key, std::string_view value) {
  const std::string& flag = key.name;
  const Field& field = *key.field;
  if (field.type == FieldType::kBool) return value == "false" ? "--no-" + flag.substr(2) : flag;
  if (value.empty()) return flag + ' ' + ValueWord(field);
  std::string plain(value);
  std::erase_if(plain, [](char c) { return c == '[' || c == ']' || c == ' '; });
  if (field.type == FieldType::kSize) std::ranges::replace(plain, ',', 'x');
  return flag + ' ' + ShellWord(plain);
}

// Returns the flag of an option or a key, with its value. In: set, the flag of other keys.
std::string FlagText(const Phrase::Part& option, const std::string& set) {
  const std::string &name = option.text, &value = option.value;
  if (const KeyFlag* const key = FindKeyFlag(name)) return FieldFlag(*key, value);
  constexpr std::string_view kNodes = "nodes.";
  const bool is_node = name.starts_with(kNodes) && name.find('.', kNodes.size()) == name.npos;
  if (is_node && IsNamed("--let"))
    return "--let " + ShellWord(name.substr(kNodes.size()) + '=' + value);
  if (const FlagSpec* const flag = FindFlagOf(name)) {
    if (!value.empty()) return flag->name + ' ' + ShellWord(value);
    const bool has_form = !flag->value.empty() && flag->value.find('[') == std::string::npos;
    return flag->name + (has_form ? ' ' + flag->value : "");
  }
  // What is varied is a knob's value, never its range.
  return (name.starts_with("knobs.") ? "--set" : set) + ' ' +
         ShellWord(name + '=' + (value.empty() ? "VALUE" : value));
}

// --- Unknown flags ---

// Words for what the command line does, without dashes.
struct RunWords {
  std::array<std::string_view, 4> words;
  std::string_view flag;  // that the command must have; may be empty
  std::string_view hint;
};
constexpr RunWords kRunWords[] = {
    {{"map", "maps"}, "--bits", "use -o MAP=FILE, as in -o normal=FILE"},
    {{"maps"}, "--map", "use --map NAME"},
    {{"node"}, "--bits", "use -o @NODE=FILE"},
    {{"node"}, "--map", "use --map @NODE"},
    {{"start", "first-frame"}, "--frame-start", "use --frame-start N"},
    {{"out", "outfile"}, "-o", "use -o FILE"},
    {{"o", "out", "outfile", "output"},
     "--points",
     "points are printed to standard output: write > FILE at the end"},
    {{"format"}, "--points", "points are printed as CSV; use --json for lines of JSON"},
    {{"bit-depth", "bitdepth", "depth"}, "--bits", "use --bits N"},
    {{"j"}, "--threads", "use --threads N"},
    {{"q"}, "--quiet", "use --quiet"},
    {{"0"}, "-o", "did you mean \"-o\"?"},
    {{"seeds"}, "--vary", "use --vary seed=1..16, which makes a picture for each seed"},
    {{"jobs"}, "--threads", "use --threads N"},
    {{"force", "f", "overwrite"},
     "--no-clobber",
     "files are replaced unless --no-clobber is given"},
    {{"engine"}, "--scheduler", "use --scheduler NAME"},
    {{"engine"}, "--for", "use --for ENGINE"},
    {{"knobs"}, "--knob", "use --knob NAME=VALUE"},
    {{"list-presets", "presets"}, "", "use cobble list presets"},
};

// Words of other programs for the file to read.
constexpr std::array<std::string_view, 6> kInputWords{"input", "in",     "i",
                                                      "file",  "recipe", "config"};

bool IsRecipeFile(const std::string& value) {
  return value.ends_with(".json") || FormatOfPath(value) != nullptr;
}

// Returns a hint for a flag that means the input or what a command does, or nothing.
std::string RunHint(const std::string& word, const std::string& value, const CommandLine& line) {
  if (word.empty()) return {};
  if (std::ranges::count(kInputWords, word) > 0 && IsRecipeFile(value))
    return "a file needs no flag: cobble " + line.name() + ' ' + Shown(value);
  const auto found = std::ranges::find_if(kRunWords, [&](const RunWords& row) {
    return std::ranges::count(row.words, word) > 0 && (row.flag.empty() || line.HasFlag(row.flag));
  });
  return found == std::end(kRunWords) ? "" : std::string(found->hint);
}

std::string WordOf(const std::string& flag) {
  return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
}

// Returns the hint for --min 0 --max 1 in any order, or nothing.
std::string RangeHintFor(std::span<const UnknownFlag> flags) {
  const auto value_of = [&](std::string_view name, std::string_view long_name) -> std::string {
    for (const UnknownFlag& each : flags)
      if (const std::string word = WordOf(each.name); word == name || word == long_name)
        return ParseNumber(each.value) ? each.value : "";
    return {};
  };
  const std::string low = value_of("min", "minimum"), high = value_of("max", "maximum");
  return low.empty() || high.empty() ? "" : "use --range " + low + "," + high;
}

// The rows of keys called `key` that hold a value or an input.
std::vector<const Field*> RowsOf(std::string_view key) {
  std::vector<const Field*> rows;
  for (const Field& field : Fields()) {
    const bool is_object =
        field.type == FieldType::kObject || ShapeOf(field.type) == FieldShape::kNamed;
    if (field.key == key && !is_object) rows.push_back(&field);
  }
  return rows;
}

// Returns whether a --set of one of the keys to `value` is valid.
bool Takes(const std::vector<const Field*>& rows, const std::string& value) {
  const auto source = std::make_shared<const Source>(Source{"--set", true});
  return std::ranges::any_of(rows, [&](const Field* row) {
    Faults faults;
    return row->type != FieldType::kInput && row->type != FieldType::kInputs &&
           ReadValue(*row, FlagToJson(*row, value, source), "", &faults).has_value();
  });
}

bool NamesFlag(const Advice& advice) {
  return std::ranges::any_of(advice.use.parts(), [](const Phrase::Part& part) {
    return part.is_option && !FlagOfPath(part.text).empty();
  });
}

// Returns whether the advice is the size of the picture, and the value a number of pixels.
bool MeansPixels(const Advice& advice, const std::string& value) {
  const auto is_size = [](const Phrase::Part& part) {
    return part.is_option && part.text == "size";
  };
  return std::ranges::any_of(advice.use.parts(), is_size) && ParseInteger(value).value_or(0) > 1;
}

// Returns flags of a key with another name: --normal-strength for "strength".
Advice OtherFlags(const std::vector<const Field*>& rows, const std::string& value) {
  std::vector<KeyPath> paths;
  for (const Field* row : rows)
    if (!FlagOfPath(PathOf(*row)).empty()) paths.push_back({PathOf(*row)});
  return {PathChoice(paths, value)};
}

// Orders keys by what a flag may mean: those of nodes first.
std::vector<KeyPath> NodesFirst(std::vector<KeyPath> paths) {
  constexpr std::array<std::string_view, 3> kNodes{"noise.", "nodes.", "maps."};
  std::stable_partition(paths.begin(), paths.end(), [&](const KeyPath& each) {
    return std::ranges::any_of(
        kNodes, [&](std::string_view start) { return each.path.starts_with(start); });
  });
  return paths;
}

// Returns how to set and write the map of a material that the word means, or nothing.
Advice MaterialAdvice(const std::string& word, const std::string& value, const CommandLine& line) {
  const std::string map(MaterialMapOfWord(word));
  if (map.empty()) return {};
  Phrase use = Phrase::Option("maps." + map, value);
  if (line.HasFlag("--bits")) use += " to set the map, and -o " + map + "=FILE to write it";
  return {use};
}

// Returns the types that use the keys: "clamp, smoothstep".
std::string UsersText(const std::vector<const Field*>& rows) {
  std::vector<std::string_view> users;
  for (const Field* row : rows)
    for (const std::string_view user : UsersOf(*row)) users.push_back(user);
  return fmt::format("{}", fmt::join(users, ", "));
}

// Returns what the word means as the name of a node type, a map, a preset or a format.
std::string HintForName(const std::string& word, const CommandLine& line) {
  if (const NodeSpec* const spec = FindNodeSpec(word))
    return StandsAlone(*spec) ? "use --noise " + word
                              : "it is an operation on other nodes: see cobble explain " + word;
  const auto map = MapOfWord(word);
  if (map && line.HasFlag("--bits")) return "use -o " + std::string(Name(*map)) + "=FILE";
  if (map && line.HasFlag("--map")) return "use --map " + std::string(Name(*map));
  if (IsPreset(word)) return "use --preset " + word;
  if (const Format* const format = FindFormat(word); format && line.HasFlag("-o"))
    return "use -o NAME" + std::string(format->suffixes.front());
  return {};
}

// Returns how to turn the knob that the word names, or the one near to it; empty if there is none.
Phrase KnobHint(const Recipe& recipe, std::string_view word, const std::string& value,
                bool may_be_near) {
  std::vector<std::string_view> names;
  for (const Knob& knob : recipe.knobs) names.push_back(knob.name);
  const std::string_view knob = Nearest(word, names);
  if (knob.empty() || (knob != word && !may_be_near)) return {};
  return "use " +
         Phrase::Option("knob", fmt::format("{}={}", knob, value.empty() ? "VALUE" : value));
}

Issue Explain(const UnknownFlag& unknown, const CommandLine& line,
              const std::optional<Recipe>& recipe) {
  const auto& [flag, value] = unknown;
  const std::string word = WordOf(flag);
  const auto type = recipe ? NodeTypeNumber(recipe->noise.type) : std::nullopt;
  Advice meaning = WordAdvice(word, type);
  if (!HasFlagsFor(meaning.Hint())) meaning = {};
  auto rows = RowsOf(word);
  auto paths =
      recipe && !rows.empty() ? PathsOfKey(RecipeTree(*recipe), word) : std::vector<KeyPath>();
  if (!meaning.empty()) {  // a width is in pixels
    std::erase_if(rows, [](const Field* row) { return row->object == ObjectKind::kWorld; });
    std::erase_if(paths, [](const KeyPath& each) { return each.path.starts_with("world."); });
  }
  const std::string no_flag = Quoted(word) + " is a key without a flag";
  const std::string set_to = !value.empty() && Takes(rows, value) ? value : "";
  const bool is_elsewhere = !CommandsWith(flag).empty();       // another command has this flag
  const bool is_meant_there = is_elsewhere && set_to.empty();  // no key here takes the value
  const std::string name = is_elsewhere ? "" : HintForName(word, line);
  const Advice other_flags = OtherFlags(rows, set_to);
  const Advice material = MaterialAdvice(word, value, line);
  // The recipe is unknown, so it may have the key.
  Advice key;
  if (!rows.empty() && !recipe) key.use = Phrase::Option(PathOf(*rows.front()), set_to);
  if (!material.empty()) return {"", "unknown flag", Either(material, meaning)};
  if (!other_flags.empty() && !is_meant_there && !paths.empty())
    return {"", "unknown flag", Advice{PathChoice(NodesFirst(paths), set_to)}.Hint()};
  if (!other_flags.empty() && !is_meant_there) return {"", "unknown flag", other_flags.Hint()};
  if (!paths.empty() && !is_meant_there) {
    const Advice keys{PathChoice(paths, set_to)};
    const bool has_root = std::ranges::any_of(
        paths, [](const KeyPath& each) { return each.path.starts_with("noise."); });
    if (NamesFlag(meaning) && (!has_root || MeansPixels(meaning, value)))
      return {"", "unknown flag", Either(meaning, keys)};
    return {"", no_flag, Either(keys, meaning)};
  }
  if (!meaning.empty() && (name.empty() || NamesFlag(meaning)))
    return {"", "unknown flag", Either(meaning, key)};
  if (!name.empty()) return {"", "unknown flag", name};
  if (rows.empty() || is_meant_there) return {};
  if (recipe)
    return {"", no_flag + ", and no node of the recipe has it", "it belongs to " + UsersText(rows)};
  return {"", no_flag, key.Hint()};
}

}  // namespace

void NameFlagsOf(std::string_view command) { NamedCommand() = command; }

bool HasFlagsFor(const Phrase& phrase) {
  return std::ranges::all_of(phrase.parts(), [](const Phrase::Part& part) {
    if (!part.is_option) return true;
    if (const KeyFlag* const key = FindKeyFlag(part.text)) return IsNamed(key->name);
    const FlagSpec* const flag = FindFlagOf(part.text);
    return IsNamed(flag != nullptr ? flag->name : "--set");
  });
}

std::string InFlags(const Phrase& phrase, const std::string& set) {
  std::string text;
  for (const Phrase::Part& part : phrase.parts())
    text += part.is_option ? FlagText(part, set) : Phrase(part).Text();
  return text;
}

Issue InFlags(Issue issue) {
  const std::string set = issue.is_varied ? "--vary" : "--set";
  if (issue.option == "preset" && issue.hint.empty()) issue.hint = "see cobble list presets";
  if (!HasFlagsFor(issue.hint)) issue.hint = {};
  issue.message = InFlags(issue.message, set);
  issue.hint = InFlags(issue.hint, set);
  if (const FlagSpec* const flag = issue.option.empty() ? nullptr : FindFlagOf(issue.option))
    issue.where = flag->name + (issue.value.empty() ? "" : " ") + issue.value;
  if (!issue.variation.empty())
    issue.where = "--vary " + issue.variation + (issue.where.empty() ? "" : ": ") + issue.where;
  issue.option.clear();
  issue.variation.clear();
  return issue;
}

Issue ExplainUnknownFlag(std::span<const UnknownFlag> flags, const CommandLine& line,
                         const std::optional<Recipe>& recipe) {
  const std::string& flag = flags.front().name;
  const auto& value = flags.front().value;
  std::string word = WordOf(flag);
  const bool has_number =
      !flag.starts_with("--") && word.size() > 1 && ParseInteger(word.substr(1));
  if (has_number) word.resize(1);  // -j4
  if (const std::string hint = RunHint(word, value, line); !hint.empty())
    return {"", "unknown flag", hint};
  constexpr std::array<std::string_view, 4> kEnds{"min", "max", "minimum", "maximum"};
  if (std::ranges::count(kEnds, word) > 0)
    if (const std::string hint = RangeHintFor(flags); !hint.empty())
      return {"", "unknown flag", hint};
  const bool is_word = word.size() > 1 || flag.starts_with("--");  // -x is not a key
  if (!is_word) return {};
  const auto knob = [&](bool may_be_near) -> Issue {
    Phrase hint = recipe ? KnobHint(*recipe, word, value, may_be_near) : Phrase();
    return hint.empty() ? Issue() : Issue{"", "unknown flag", std::move(hint)};
  };
  if (Issue named = knob(false); !named.message.empty()) return named;
  Issue issue = Explain(flags.front(), line, recipe);
  return issue.message.empty() ? knob(true) : issue;
}

}  // namespace cobble
