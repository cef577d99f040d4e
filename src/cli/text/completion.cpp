// cobble completion: prints the completions for a shell.
#include "cli/text/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "cli/line/command.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

struct Shell {
  std::string_view name;
  std::string (*make)(const CompletionWords& words);
};
constexpr Shell kShells[] = {{"bash", &BashCompletion},
                             {"zsh", &ZshCompletion},
                             {"fish", &FishCompletion},
                             {"powershell", &PowerShellCompletion}};

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

std::vector<std::string> CommandNames() { return RowNames<std::string>(Commands()); }

// Declares cobble help, which is no command of its own, for completions.
void DeclareHelp(CommandLine* line) {
  line->Describe(
      {.usage = "[COMMAND [all]]",
       .summary = "Print the flags of a command",
       .positionals = {.maximum = 2, .kind = Positionals::kWords, .words = &CommandNames}});
}

CompletionWords MakeWords() {
  CompletionWords words;
  for (const Command& command : Commands())
    words.commands.push_back({Declare(command), std::string(command.summary)});
  words.commands.push_back({Declare({"help", "", &DeclareHelp}), "print the flags of a command"});
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

std::vector<std::string> ShellNames() { return RowNames<std::string>(kShells); }

const Shell& FindShell(const Args& args) {
  const std::vector<std::string> names = ShellNames();
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) throw Error(ErrorKind::kUsage, "", "no shell given", "specify one of " + all);
  const auto shell = std::ranges::find(kShells, args[0], &Shell::name);
  if (shell != std::end(kShells)) return *shell;
  const std::string hint =
      DidYouMean(args[0], std::vector<std::string_view>(names.begin(), names.end()));
  throw Error(ErrorKind::kUsage, "", "unknown shell " + Quoted(args[0]),
              hint.empty() ? "one of " + all : hint);
}

}  // namespace

void DeclareCompletion(CommandLine* line) {
  line->Describe({.usage = fmt::format("{}", fmt::join(ShellNames(), "|")),
                  .summary = "Print a script that completes the commands, flags, presets, types of "
                             "nodes and keys of cobble in a shell",
                  .positionals = {.kind = Positionals::kWords, .words = &ShellNames}});
  line->OnRun([](const Args& args, Streams& streams) {
    streams.out << FindShell(args).make(MakeWords());
    return 0;
  });
}

}  // namespace cobble
