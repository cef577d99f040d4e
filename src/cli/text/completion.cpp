// cobble completion: prints the script with which a shell asks cobble for completions. Finds them
// in the data of parsing and help.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/color.h"
#include "core/json/print.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "output/formats.h"
#include "recipe/fields/fields.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

// --- Scripts ---

// Each passes the words of the line to `cobble __complete`, and offers what it prints: see
// command.h. bash: 4.4 or later.
constexpr std::string_view kBash = R"bash(# Completions of cobble for bash.
# shellcheck shell=bash
_cobble() {
  local word=${COMP_WORDS[COMP_CWORD]} reply text name
  if [[ $word == = ]]; then word=; fi
  COMPREPLY=()
  while IFS=$'\t' read -r reply text; do
    if [[ $reply == :* ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do
        if [[ -d ${name/#\~/${HOME-}} || $name =~ ${reply#:} ]]; then COMPREPLY+=("$text$name"); fi
      done < <(compgen -f -- "${word#"$text"}")
    else
      if [[ $reply == *= ]]; then compopt -o nospace 2>/dev/null; fi
      COMPREPLY+=("$reply")
    fi
  done < <("${COMP_WORDS[0]/#\~/${HOME-}}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _cobble cobble
)bash";

// The pattern for files is that of the regular expression \.(json|png)$.
constexpr std::string_view kZsh = R"zsh(#compdef cobble
# Completions of cobble for zsh.
_cobble() {
  local line reply text names start
  local -a plain open
  local -a line_words=("${(@)words[2,CURRENT-1]}" "$PREFIX")
  for line in "${(@f)$(${words[1]/#\~/${HOME-}} __complete "${(@)line_words}" 2>/dev/null)}"; do
    reply=${line%%$'\t'*} text=${line#*$'\t'}
    case $reply in
      '') ;;
      :*) names=$reply start=$text ;;
      *=) open+=("${reply//:/\\:}:$text") ;;
      *) plain+=("${reply//:/\\:}:$text") ;;
    esac
  done
  (( $#plain )) && _describe cobble plain
  (( $#open )) && _describe cobble open -S ''
  [[ -n $start ]] && compset -P "${(b)start}"
  case $names in
    ':^$') _path_files -/ ;;
    :) _files ;;
    :*) _files -g "*${${names#:\\}%\$}" ;;
  esac
}
if [[ $funcstack[1] == _cobble ]]; then _cobble "$@"; else compdef _cobble cobble; fi
)zsh";

constexpr std::string_view kFish = R"fish(# Completions of cobble for fish.
function __cobble_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program __complete $words "$word" 2>/dev/null)
        set -l reply (string split -m 1 \t -- $line)
        if not string match -q ':*' -- $reply[1]
            echo $line
            continue
        end
        for name in (__fish_complete_path (string replace -- "$reply[2]" '' "$word"))
            set -l path (string split -m 1 \t -- $name)[1]
            string match -qr -- '/$|'(string sub -s 2 -- $reply[1]) $path; and echo $reply[2]$name
        end
    end
end
complete -c cobble -f -a '(__cobble_complete)'
)fish";

// Commas and quotation marks may split a word into several of PowerShell, which replaces the last:
// $skip characters are there already. 5.1 or later.
constexpr std::string_view kPowerShell = R"powershell(# Completions of cobble for PowerShell.
Register-ArgumentCompleter -Native -CommandName 'cobble', 'cobble.exe' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $elements = $commandAst.CommandElements
  $line = @($elements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
  $words = @($line | ForEach-Object { $_.Extent.Text })
  if ($line[-1].Extent.EndOffset -lt $cursorPosition) { $words += '' }
  $current = $words[-1].Trim("'", '"')
  $skip = 0
  if ($current.EndsWith($wordToComplete)) { $skip = $current.Length - $wordToComplete.Length }
  $words[-1] = if ($current -eq '') { '""' } else { $current }
  foreach ($reply in & $words[0] __complete @($words | Select-Object -Skip 1)) {
    $text, $what = $reply -split "`t", 2
    if ($text.StartsWith(':')) {
      $path = $current.Substring($what.Length)
      foreach ($file in [Management.Automation.CompletionCompleters]::CompleteFilename($path)) {
        $isFolder = $file.ResultType -eq 'ProviderContainer'
        if (-not $isFolder -and $file.ListItemText -notmatch $text.Substring(1)) { continue }
        $name = ($what + $file.CompletionText).Substring($skip)
        [Management.Automation.CompletionResult]::new(
          $name, $file.ListItemText, $file.ResultType, $file.ToolTip)
      }
      continue
    }
    if (-not $what) { $what = $text }
    $shown = $text
    if ($skip -eq 0 -and $text -match '[^\w.:/\\+*=%-]') {
      $text = "'" + $text.Replace("'", "''") + "'"
    }
    [Management.Automation.CompletionResult]::new(
      $text.Substring($skip), $shown, 'ParameterValue', $what)
  }
}
)powershell";

struct Shell {
  std::string_view name, script;
};
constexpr Shell kShells[] = {
    {"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}, {"powershell", kPowerShell}};

std::vector<std::string> ShellNames() { return RowNames<std::string>(kShells); }

const Shell& FindShell(const Args& args) {
  const auto names = RowNames(kShells);
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (args.empty()) Refuse("", "no shell given", "specify one of " + all);
  const auto shell = std::ranges::find(kShells, args[0], &Shell::name);
  if (shell != std::end(kShells)) return *shell;
  const Phrase hint = DidYouMean(args[0], names);
  Refuse("", "unknown shell " + Quoted(args[0]), hint.empty() ? "one of " + all : hint);
}

// --- Completions ---

// The words of a line that a shell has split.
struct Line {
  Args before;           // before the one to complete
  std::string word;      // the one to complete
  std::size_t kept = 0;  // the length that the shell keeps
};

Line LineOf(const Args& pieces) {
  Line line;
  bool joins = false;
  for (const std::string& piece : pieces) {
    if (piece == "=" || joins) {
      line.kept = line.word.size() + (joins ? 0 : 1);
      line.word += piece;
    } else {
      if (&piece != pieces.data()) line.before.push_back(std::move(line.word));
      line.word = piece;
      line.kept = 0;
    }
    joins = piece == "=";
  }
  if (line.word == R"("")") line.word.clear();  // PowerShell passes on no empty words
  return line;
}

// Returns whether the key's value can be set on its own: it holds neither keys nor names, and is
// not what recipe files say of themselves.
bool IsSettable(const Field& field) {
  const FieldShape shape = ShapeOf(field.type);
  return field.key != "cobble" && field.key != "$schema" && shape != FieldShape::kNamed &&
         field.type != FieldType::kObject && field.object != ObjectKind::kKnob &&
         field.object != ObjectKind::kFunction;
}

// Returns a regular expression for files that may contain recipes.
std::string RecipeFiles() {
  std::string text = R"(\.(json)";
  for (const std::string_view suffix : FormatSuffixes())
    text += fmt::format("|{}", suffix.substr(1));
  return text + ")$";
}

constexpr std::string_view kAnyFile, kFoldersOnly = "^$";

// Returns the words of a list before the last, "rock,", if the flag takes lists.
std::string WordsBeforeLast(const FlagSpec& flag, std::string_view value) {
  const bool is_list = flag.value.find("[,") != std::string::npos;
  return is_list ? std::string(value.substr(0, value.rfind(',') + 1)) : std::string();
}

class Completer {
 public:
  explicit Completer(Line line) : line_(std::move(line)) {}

  std::vector<std::string> Rows() {
    const std::string& word = line_.word;
    const Args& before = line_.before;
    if (before.empty()) {
      for (const Command& command : Commands()) Add(std::string(command.name), command.summary);
      Add("help", "print the flags of a command");
      Add("--help", "print help");
      Add("--version", "print the version");
      return rows_;
    }
    const auto found = std::ranges::find(Commands(), before.front(), &Command::name);
    if (found == Commands().end()) {
      if (before.front() == "help" && before.size() == 1)
        AddAll("", RowNames<std::string>(Commands()));
      else if (before.front() == "help")
        Add("all", "every flag");
      return rows_;
    }
    const auto command = Declare(*found);
    command_ = command.get();
    const std::size_t equals = word.starts_with("--") ? word.find('=') : word.npos;
    const FlagSpec* const own =
        equals == word.npos ? nullptr : command->FindFlag(word.substr(0, equals));
    const FlagSpec* const last = command->FindFlag(before.back());
    if (own && !own->value.empty()) {
      AddValue(*own, word.substr(0, equals + 1));
    } else if (last && !last->value.empty()) {
      AddValue(*last, "");
    } else if (word.starts_with('-')) {
      AddFlags(*command);
    } else {
      AddPositionals(command->positionals());
    }
    return rows_;
  }

 private:
  void Add(const std::string& reply, std::string_view what = {}) {
    if (!reply.starts_with(line_.word)) return;
    const std::string start = reply.substr(line_.kept) + '\t';
    const auto is_same = [&](const std::string& row) { return row.starts_with(start); };
    if (std::ranges::none_of(rows_, is_same)) rows_.push_back(fmt::format("{}{}\n", start, what));
  }

  void AddAll(const std::string& start, const std::vector<std::string>& words) {
    for (const std::string& word : words) Add(start + word);
  }

  // In: start, before the name in the word.
  void AddFiles(std::string_view names, std::string_view start = {}) {
    rows_.push_back(
        fmt::format(":{}\t{}\n", names, start.substr(std::min(line_.kept, start.size()))));
  }

  void AddFlags(const CommandLine& command) {
    for (const FlagSpec* flag : command.Flags())
      for (const std::string& name : AllNames(*flag)) {
        const bool is_opposite = name.starts_with("--no-") && !flag->name.starts_with("--no-");
        Add(name, is_opposite ? "the opposite of " + flag->name : BriefOf(*flag));
      }
  }

  void AddPositionals(const Positionals& positionals) {
    if (positionals.maximum == 0) return;
    switch (positionals.kind) {
      case Positionals::kWords:
        return AddAll("", positionals.words());
      case Positionals::kFiles:
        return AddFiles(kAnyFile);
      case Positionals::kFolders:
        return AddFiles(kFoldersOnly);
      case Positionals::kRecipes:
        return AddFiles(RecipeFiles());
    }
  }

  // In: start, before the value in the word.
  void AddValue(const FlagSpec& flag, const std::string& start) {
    const std::string value = line_.word.substr(start.size());
    switch (flag.kind) {
      case ValueKind::kChoice:
      case ValueKind::kOpenChoice:
        return AddAll(start + WordsBeforeLast(flag, value), ChoicesOf(flag));
      case ValueKind::kMap:
      case ValueKind::kMapFile:
        return AddMaps(flag, start, value);
      case ValueKind::kKey:
        return AddKeys(start, value);
      case ValueKind::kKnob:
        return AddKnobs(start, value);
      case ValueKind::kFile:
        return AddFiles(kAnyFile, start);
      case ValueKind::kFolder:
        return AddFiles(kFoldersOnly, start);
      case ValueKind::kOther:
        return;
    }
  }

  // Maps, with commas between them, may precede "="; a number or a file follows.
  void AddMaps(const FlagSpec& flag, const std::string& start, const std::string& value) {
    const std::size_t equals = value.find('=');
    const std::string behind = start + (equals == value.npos ? "" : value.substr(0, equals + 1));
    if (equals == value.npos)
      for (const std::string& map : flag.choices)
        Add(fmt::format("{}{}{}=", start, WordsBeforeLast(flag, value), map));
    AddAll(behind, flag.numbers);
    if (flag.kind == ValueKind::kMapFile) AddFiles(kAnyFile, behind);
  }

  // Returns the knobs of the presets and the recipes on the line.
  JsonTree KnobsOfLine() const {
    JsonTree knobs = JsonTree::array();
    const auto add = [&](const auto& add_recipe) {
      try {
        RecipeLayers layers;
        add_recipe(&layers);
        for (JsonTree& knob : KnobRows(layers.Resolve())) knobs.push_back(std::move(knob));
      } catch (const Error&) {  // the command reports it
      }
    };
    for (std::size_t k = 1; k < line_.before.size(); ++k) {
      const std::string &word = line_.before[k], &last = line_.before[k - 1];
      constexpr std::string_view kPreset = "--preset=";
      const FlagSpec* const flag = command_->FindFlag(last);
      if (last == "--preset" || word.starts_with(kPreset)) {
        for (const std::string& name :
             SplitNames(word.substr(word.starts_with(kPreset) ? kPreset.size() : 0)))
          add([&](RecipeLayers* layers) { layers->AddPreset(name); });
      } else if (!word.starts_with('-') && (!flag || flag->value.empty())) {
        std::istringstream none;
        add([&](RecipeLayers* layers) {
          layers->AddText(ReadRecipeSource(word, none).text, word);
        });
      }
    }
    return knobs;
  }

  // Offers the names of knobs and, behind "=", the ends of their ranges or colours.
  void AddKnobs(const std::string& start, const std::string& value) {
    const std::size_t equals = value.find('=');
    for (const JsonTree& knob : KnobsOfLine()) {
      const std::string name = knob["name"].get<std::string>(), set = start + name + '=';
      if (equals == value.npos) {
        Add(set, knob.value("description", ""));
      } else if (value.substr(0, equals) != name) {
        continue;
      } else if (knob.contains("range")) {
        for (const JsonTree& end : knob["range"]) Add(set + PrintJsonLine(end));
      } else {
        for (const std::string_view color : ColorNames()) Add(fmt::format("{}{}", set, color));
      }
    }
  }

  // Offers "knobs.NAME.value" and the like. In: key, which starts with "knobs.".
  void AddKeysOfKnobs(const std::string& start, const std::string& key) {
    std::vector<std::string> paths;
    for (const JsonTree& knob : KnobsOfLine())
      paths.push_back("knobs." + knob["name"].get<std::string>());
    const std::size_t dot = key.rfind('.');
    if (dot > key.find('.')) paths.push_back(key.substr(0, dot));
    for (const std::string& path : paths)
      for (const Field* field : FieldsOf(ObjectKind::kKnob))
        Add(fmt::format("{}{}.{}=", start, path, field->key), field->help);
  }

  void AddKeys(const std::string& start, const std::string& value) {
    const std::string key = value.substr(0, value.find('='));
    if (key == value && key.starts_with("knobs.")) return AddKeysOfKnobs(start, key);
    AddKnobs(start, value);
    const std::size_t count = rows_.size();
    for (const Field& field : Fields()) {
      if (!IsSettable(field)) continue;
      if (key == value)
        Add(start + PathOf(field) + '=', field.help);
      else if (PathOf(field) == key)
        for (const std::string_view choice : field.choices)
          Add(fmt::format("{}{}={}", start, key, choice));
    }
    const std::size_t dot = key.rfind('.');
    const std::string above = key.substr(0, dot);
    const bool is_in_node = above.starts_with("noise") || above.find('.') != above.npos;
    if (key != value || rows_.size() > count || dot == key.npos || !is_in_node) return;
    for (const Field& field : Fields())  // in a tree of nodes
      if (field.object == ObjectKind::kNode)
        Add(fmt::format("{}{}.{}=", start, above, field.key), field.help);
  }

  const Line line_;
  const CommandLine* command_ = nullptr;
  std::vector<std::string> rows_;
};

}  // namespace

std::string Complete(const Args& words) {
  return fmt::format("{}", fmt::join(Completer(LineOf(words)).Rows(), ""));
}

void DeclareCompletion(CommandLine* line) {
  line->Describe({.usage = fmt::format("{}", fmt::join(ShellNames(), "|")),
                  .summary = "Print a script that completes the commands, flags, presets, types of "
                             "nodes and keys of cobble in a shell",
                  .positionals = {.kind = Positionals::kWords, .words = &ShellNames}});
  line->OnRun([](const Args& args, Streams& streams) { streams.out << FindShell(args).script; });
}

}  // namespace cobble
