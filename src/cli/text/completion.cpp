// cobble completion: prints the script with which a shell asks cobble for completions.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>

#include "cli/line/command.h"
#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"

namespace cobble {
namespace {

// Each passes the words of the line to `cobble __complete`, and offers what it prints: see
// complete.h. bash: 4.4 or later.
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
  if (args.empty()) throw Error(ErrorKind::kUsage, "", "no shell given", "specify one of " + all);
  const auto shell = std::ranges::find(kShells, args[0], &Shell::name);
  if (shell != std::end(kShells)) return *shell;
  const Phrase hint = DidYouMean(args[0], names);
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
    streams.out << FindShell(args).script;
    return 0;
  });
}

}  // namespace cobble
