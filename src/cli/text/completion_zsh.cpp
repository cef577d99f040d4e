// The completions for zsh.
#include <fmt/format.h>

#include <cctype>

#include "cli/line/shell_words.h"
#include "cli/text/completion.h"
#include "core/escape.h"

namespace cobble {
namespace {

constexpr std::string_view kZshTail = R"zsh(
_cobble_recipes() {
  _files -g "*.(${(j:|:)_cobble_suffixes})"
}

# The word before "=" is a key, the one after it a value.
_cobble_keys() {
  local key=${PREFIX%%=*}
  local -a values
  if compset -P '*='; then
    _cobble_key $key && compadd -a values
    return
  fi
  compadd -S = -q -a _cobble_key_paths && return
  compset -P '*.' && compadd -S = -q -a _cobble_node_keys
}

# $1: numbers; the other arguments are maps, which may precede "=".
_cobble_maps() {
  local -a numbers=(${=1})
  shift
  compset -P '*=' || compadd -S = -q -- "$@"
  compadd -a numbers
}

# The arguments are maps, which may precede "=" and a file.
_cobble_map_files() {
  _files
  compset -P '*=' && return
  compset -P '*,'
  compadd -S = -q -- "$@"
}

_cobble() {
  local curcontext=$curcontext state line ret=1
  local -A opt_args
  _arguments -C -A '-*' \
    '(- : *)'{-h,--help}'[print help]' \
    '(- : *)--version[print the version]' \
    '1: :->command' '*:: :->arguments' && ret=0
  case $state in
    command) _describe -t commands command _cobble_commands && ret=0 ;;
    arguments)
      curcontext=${curcontext%:*}-$words[1]:
      if (( $+functions[_cobble_$words[1]] )); then
        _cobble_$words[1] && ret=0
      fi
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _cobble ]]; then
  _cobble "$@"
else
  compdef _cobble cobble
fi
)zsh";

// Returns the words with all characters escaped that zsh would expand.
std::string ZshWords(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    for (const char c : word) {
      const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.';
      text += (is_plain ? "" : "\\") + std::string(1, c);
    }
  }
  return text;
}

// Returns ":VALUE:action" of a flag. The space before a function keeps _arguments from passing its
// own options to it.
std::string ActionOf(const FlagSpec& flag) {
  const std::string value = ':' + Backslashed(flag.value, "\\:") + ':';
  if (flag.value.empty()) return {};
  if (flag.is_optional) return ":" + value + '(' + ZshWords(ChoicesOf(flag)) + ')';
  switch (flag.kind) {
    case ValueKind::kChoice:
    case ValueKind::kOpenChoice:
      return value + '(' + ZshWords(ChoicesOf(flag)) + ')';
    case ValueKind::kMap:
      return value + " _cobble_maps " +
             ShellQuoted(fmt::format("{}", fmt::join(flag.numbers, " "))) + ' ' +
             ZshWords(flag.choices);
    case ValueKind::kMapFile:
      return value + " _cobble_map_files " + ZshWords(flag.choices);
    case ValueKind::kKey:
      return value + "_cobble_keys";
    case ValueKind::kFile:
      return value + "_files";
    case ValueKind::kFolder:
      return value + "_path_files -/";
    case ValueKind::kOther:
      return value;
  }
  return {};
}

// Returns the line of _arguments for one name of a flag.
std::string OptionText(const FlagSpec& flag, const std::string& name) {
  const bool takes_equals = !flag.value.empty() && !flag.is_optional && name.starts_with("--");
  std::string before = flag.repeats ? "*" : "";
  if (flag.is_optional) before = "(- : *)";  // nothing follows --help
  return before + name + (takes_equals ? "=" : "") + '[' + Backslashed(BriefOf(flag), "\\:[]") +
         ']' + ActionOf(flag);
}

std::string PositionalText(const Positionals& positionals) {
  if (positionals.maximum == 0) return ": :";
  switch (positionals.kind) {
    case Positionals::kWords:
      return "1:word:(" + ZshWords(positionals.words()) + ')';
    case Positionals::kFolders:
      return "1:folder:_path_files -/";
    case Positionals::kRecipes:
      break;
  }
  return "*:recipe:_cobble_recipes";
}

// Returns the function that completes the arguments of a command.
std::string CommandFunction(const CommandWords& command) {
  std::string text =
      fmt::format("_cobble_{}() {{\n  _arguments -s -S : \\\n", command.line->name());
  for (const FlagSpec* flag : command.line->Flags())
    for (const std::string& name : AllNames(*flag))
      text += "    " + ShellQuoted(OptionText(*flag, name)) + " \\\n";
  const std::string second = command.line->name() == "help" ? " '2:word:(all)'" : "";
  return text + "    " + ShellQuoted(PositionalText(command.line->positionals())) + second +
         "\n}\n\n";
}

std::string ZshKeyFunction(const CompletionWords& words) {
  std::string text =
      "# Sets `values` to those of the key $1. Fails if it has no list of values.\n_cobble_key() "
      "{\n"
      "  case $1 in\n";
  for (const KeyWords& key : words.keys)
    if (!key.choices.empty())
      text += fmt::format("    {}) values=({}) ;;\n", key.path, ZshWords(key.choices));
  return text + "    *) return 1 ;;\n  esac\n}\n";
}

}  // namespace

std::string ZshCompletion(const CompletionWords& words) {
  std::string text =
      "#compdef cobble\n# Completions of cobble for zsh. Generated by `cobble completion zsh`.\n\n"
      "typeset -ga _cobble_commands _cobble_key_paths _cobble_node_keys _cobble_suffixes\n"
      "_cobble_commands=(\n";
  for (const CommandWords& command : words.commands)
    text +=
        "  " + ShellQuoted(command.line->name() + ':' + Backslashed(command.summary, "\\:")) + '\n';
  std::vector<std::string> keys;
  for (const KeyWords& key : words.keys) keys.push_back(key.path);
  text += ")\n_cobble_key_paths=(" + ZshWords(keys) + ")\n_cobble_node_keys=(" +
          ZshWords(words.node_keys) + ")\n_cobble_suffixes=(" + ZshWords(words.suffixes) + ")\n\n";
  for (const CommandWords& command : words.commands) text += CommandFunction(command);
  return text + ZshKeyFunction(words) + std::string(kZshTail);
}

}  // namespace cobble
