// cobble completion: prints the completions for a shell.
#include "cli/text/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

struct Shell {
  std::string_view name;
  std::string (*make)(const CompletionWords& words);
};
constexpr Shell kShells[] = {
    {"bash", &BashCompletion}, {"zsh", &ZshCompletion}, {"fish", &FishCompletion}};

// Returns whether the key holds a value that can be set on its own: neither keys nor names, and not
// what recipe files say of themselves.
bool IsSettable(const Field& field) {
  if (field.key == "cobble" || field.key == "$schema") return false;
  return field.type != FieldType::kObject && field.type != FieldType::kNodes &&
         field.type != FieldType::kMaps && field.type != FieldType::kPacks;
}

void AddNew(std::string word, std::vector<std::string>* words) {
  if (std::ranges::count(*words, word) == 0) words->push_back(std::move(word));
}

// Adds the path of the field, and its choices, of which every row of the key may have others.
void AddKey(const Field& field, std::vector<KeyWords>* keys) {
  const std::string path = PathOf(field);
  auto key = std::ranges::find(*keys, path, &KeyWords::path);
  if (key == keys->end()) key = keys->insert(keys->end(), {path, {}});
  for (const std::string_view choice : field.choices) AddNew(std::string(choice), &key->choices);
}

CompletionWords MakeWords() {
  CompletionWords words;
  for (const Command& command : Commands())
    words.commands.push_back({HelpOf(command), std::string(command.summary)});
  CommandWords help{{.name = "help",
                     .usage = {},
                     .summary = {},
                     .flags = {},
                     .words = {},
                     .takes_folders = false},
                    "print the flags of a command"};
  for (const CommandWords& command : words.commands) help.help.words.push_back(command.help.name);
  words.commands.push_back(std::move(help));

  for (const Field& field : Fields()) {
    if (field.object == ObjectKind::kNode) AddNew(std::string(field.key), &words.node_keys);
    if (IsSettable(field)) AddKey(field, &words.keys);
  }
  words.suffixes.emplace_back("json");
  for (const Format& format : Formats())
    for (const std::string_view suffix : format.suffixes)
      words.suffixes.emplace_back(suffix.substr(1));
  return words;
}

}  // namespace

int RunCompletion(const Args& args, Streams& streams) {
  std::vector<std::string_view> names(std::size(kShells));
  std::ranges::transform(kShells, names.begin(), &Shell::name);
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  CommandLine line(
      "completion", fmt::format("{}", fmt::join(names, "|")),
      "Print a script that completes the commands, flags, presets, types of nodes and\n"
      "keys of cobble in a shell");
  line.OfferWords(names);
  if (!line.Parse(args, streams.out)) return 0;
  if (line.PositionalsAtMost(1).empty())
    throw Error(ErrorKind::kUsage, "", "no shell given", "specify one of " + all);
  const std::string& name = line.Positionals()[0];
  const auto shell = std::ranges::find(kShells, name, &Shell::name);
  if (shell == std::end(kShells)) {
    const std::string hint = DidYouMean(name, names);
    throw Error(ErrorKind::kUsage, "", "unknown shell " + Quoted(name),
                hint.empty() ? "one of " + all : hint);
  }
  streams.out << shell->make(MakeWords());
  return 0;
}

}  // namespace cobble
