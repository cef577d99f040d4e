// Tests the completions for shells, in the shells.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cli/refusals.h"
#include "platform/shell_words.h"
#include "recipe/presets.h"
#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

TEST_CASE("the shells parse the completions") {
  bool has_any = false;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    if (!HasProgram(shell)) continue;
    has_any = true;
    CAPTURE(shell);
    const Folder folder;
    const Outcome outcome =
        RunShell("cobble completion " + shell + " >script && " + shell + " -n script");
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
  }
  if (!has_any) return test::Skip("no bash, zsh or fish");
}

// Debian has no PowerShell package.
TEST_CASE("the completions for PowerShell follow its grammar") {
  const Folder folder;
  const auto faults = [](const std::string& script) {
    WriteFile("script.ps1", script);
    return RunShell("node --liftoff-only " COBBLE_SOURCE_DIR
                    "/tests/cli/text/parse_powershell.js script.ps1");
  };
  const std::string script = Out("completion powershell");
  // Windows PowerShell reads files in the system's code page.
  CHECK(std::ranges::all_of(script, [](unsigned char c) { return c < 0x80; }));
  const Outcome outcome = faults(script);
  if (outcome.status == 3 || outcome.status == 127) return test::Skip("no tree-sitter-powershell");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "");
  for (const std::string_view mark : {"(':'", ") { $words", "{ $_.Extent.Text"}) {
    const std::size_t at = script.find(mark);
    REQUIRE(at != script.npos);
    CHECK(faults(std::string(script).erase(at, 1)).out.starts_with("line "));
  }
}

// Runs commands in shells that find the program in PATH.
Outcome RunCompleting(const std::string& commands) {
  return RunShell("PATH=\"$(dirname '" COBBLE_BINARY "')\":$PATH; export PATH\n" + commands);
}

// Returns the replies that complete a line's last word, without explanations, separated by blanks.
std::string RepliesTo(const Args& words) {
  Args arguments{"__complete"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  std::string replies;
  for (const std::string& line : SplitLines(RunCobble(arguments).out))
    replies += (replies.empty() ? "" : " ") + line.substr(0, line.find('\t'));
  return replies;
}

TEST_CASE("every command offers all its flags, with what they do") {
  for (const Command& command : Commands()) {
    const std::string name(command.name), all = RunCobble({"__complete", name, "-"}).out;
    CAPTURE(name);
    CHECK(RepliesTo({name}) == name);
    const auto line = Declare(command);
    for (const FlagSpec* flag : line->Flags())
      for (const std::string& each : AllNames(*flag)) {
        const bool is_opposite = each == "--no-" + flag->name.substr(2);
        const std::string what = is_opposite ? "the opposite of " + flag->name : BriefOf(*flag);
        CHECK_MESSAGE(Contains('\n' + all, '\n' + each + '\t' + what + '\n'), each);
      }
  }
  CHECK(RepliesTo({"render", "--set", "maps."}) == "");  // any name
  CHECK(RepliesTo({"render", "--set", "maps.color.oct"}) == "maps.color.octaves=");
}

TEST_CASE("words before and behind = are replied to as the shell splits them") {
  CHECK(RepliesTo({"render", "--preset=mar"}) == "--preset=marble");
  CHECK(RepliesTo({"render", "--preset", "=", "mar"}) == "marble");
  CHECK(RepliesTo({"render", "--set=noise.metric=man"}) == "--set=noise.metric=manhattan");
  CHECK(RepliesTo({"render", "-o", "normal=a"}) == ":");
  CHECK(RunCobble({"__complete", "render", "-o", "normal=a"}).out == ":\tnormal=\n");
  CHECK(RunCobble({"__complete", "render", "-o", "normal", "=", "a"}).out == ":\t\n");
  CHECK(RepliesTo({"list", "\"\""}) == RepliesTo({"list", ""}));
  CHECK(RepliesTo({"nothing", ""}).empty());
}

TEST_CASE("knobs of presets and recipes on the line are offered") {
  const Folder folder;
  WriteFile("wall.json", R"({"cobble": 1, "noise": "x", "knobs": {
    "worn": {"value": 1, "range": [0.5, 2]}, "wash": {"value": "red"}}})");
  CHECK(RepliesTo({"render", "wall.json", "--knob", "w"}) == "worn= wash=");
  CHECK(RepliesTo({"render", "wall.json", "--knob", "worn="}) == "worn=0.5 worn=2");
  CHECK(RepliesTo({"render", "wall.json", "--knob", "wash=tea"}) == "wash=teal");
  CHECK(RepliesTo({"render", "wall.json", "--vary", "wo"}) ==
        "worn= world.width= world.radius= world.heights=");
  CHECK(RepliesTo({"render", "wall.json", "--set", "knobs.wo"}) ==
        "knobs.worn.value= knobs.worn.range= knobs.worn.step= knobs.worn.description=");
  CHECK(RepliesTo({"render", "--set", "knobs.any.v"}) == "knobs.any.value=");
  CHECK(RepliesTo({"render", "--preset=rust", "--knob", "rusti"}) == "rustiness=");
  CHECK(RepliesTo({"render", "-o", "wall.json", "--knob", "w"}) == "");
  CHECK(RepliesTo({"render", "nothing.json", "--knob", "w"}) == "");
}

TEST_CASE("an unknown shell is answered with the shells") {
  test::CheckMessage(RunCobble({"completion"}).err, "... no shell given");
  test::CheckMessage(RunCobble({"completion", "elvish"}).err, "... \"elvish\"");
  test::CheckMessage(RunCobble({"completion", "bahs"}).err, "... bash");
  test::CheckMessage(RunCobble({"completion", "zsh", "x"}).err, "... cobble completion --help");
  CHECK(RunCobble({"completion", "bahs"}).status == 2);
}

struct Line {
  std::string words, replies;  // split at "=" like readline's; the last one is completed
};

const Line kLines[] = {
    {"sho", "show"},
    {"render --pre", "--preset"},
    {"render --preset mar", "marble"},
    {"render --preset = mar", "marble"},
    {"render --set = noise.metric = man", "manhattan"},
    {"render --no-s", "--no-sync"},
    {"render --set noise.oc", "noise.octaves="},
    {"render --set noise.metric = man", "manhattan"},
    {"render --set noise.by.0.oc", "noise.by.0.octaves="},
    {"render --noise simplex-", "simplex-value"},
    {"render --type simplex-", "simplex-value"},
    {"render --le", "--levels --let"},
    {"render --let mar", ""},
    {"render --function F1", "F1 F1+F2 F1*F2 F1/F2"},
    {"render --progress a", "auto always"},
    {"render --simd au", "auto"},
    {"render --format = pf", "pfm"},
    {"render -o nor", "normal= normal.txt"},
    {"render -o height,nor", "height,normal="},
    {"render -o normal = nor", "normal.txt"},
    {"render --bits nor", "normal="},
    {"render --bits 3", "32"},
    {"render --bits normal = 1", "16"},
    {"render --help a", "all"},
    {"stats --map no", "normal"},
    {"view --map li", "lit"},
    {"compare --map curv", "curvature"},
    {"render --report nor", "normal.txt"},
    {"render --window 1", ""},
    {"render --tiling ma", "marble.json"},
    {"render nor", ""},  // neither a recipe nor a picture
    {"check sub", "sub"},
    {"verify ma", ""},  // folders only
    {"verify su", "sub"},
    {"plan su", "sub"},
    {"plan ma", "marble.json"},
    {"plan --scheduler sl", "slurm"},
    {"render --plan su", "sub"},
    {"render --stage py", "pyramid"},
    {"sheet --preset marble,ru", "marble,rust"},
    {"sheet --preset = marble,ru", "marble,rust"},
    {"list si", "simd"},
    {"list --js", "--json"},
    {"help exp", "explain"},
    {"help render a", "all"},
    {"list func", "functions"},
    {"explain terr", "terrace terrain3d terrain3d-texture terraced-canyon terrazzo"},
    {"explain ler", "lerp"},
    {"explain formul", "formulas"},
    {"explain noise.oct", "noise.octaves"},
    {"completion z", "zsh"},
};

TEST_CASE("bash completes commands, flags, values, maps, keys and files") {
  if (!HasProgram("bash")) return test::Skip("no bash");
  const Folder folder;
  for (const char* name : {"normal.txt", "marble.txt", "marble.json"}) WriteFile(name, "");
  std::filesystem::create_directory("sub");
  std::string script =
      "set -u\nsource ./completions\n"
      "complete_line() {\n"
      "  COMP_WORDS=(cobble \"$@\") COMP_CWORD=$# COMPREPLY=()\n  _cobble\n"
      "  echo \"${COMPREPLY[*]}\"\n}\n";
  for (const Line& line : kLines) script += "complete_line " + line.words + '\n';
  script += "complete_line render --preset ''\ncomplete_line render --set = noise.metric =\n";
  WriteFile("script", script);
  const Outcome outcome = RunCompleting("cobble completion bash >completions && bash script");
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  std::string expected, presets;
  for (const Line& line : kLines) expected += line.replies + '\n';
  for (const std::string& preset : PresetNames()) presets += (presets.empty() ? "" : " ") + preset;
  CHECK(outcome.out == expected + presets + "\neuclidean euclidean-squared manhattan chebyshev\n");
}

TEST_CASE("fish completes commands, flags, values, maps and keys") {
  if (!HasProgram("fish")) return test::Skip("no fish");
  const Folder folder;
  std::string script = "source completions\n";
  const std::pair<std::string, std::string> lines[] = {
      {"cobble sho", "show"},
      {"cobble render --pres", "--preset"},
      {"cobble render --preset marb", "marble"},
      {"cobble render --set noise.oct", "noise.octaves="},
      {"cobble render --set noise.metric=man", "noise.metric=manhattan"},
      {"cobble render -o height,nor", "height,normal="},
      {"cobble render --function F1/", "F1/F2"},
      {"cobble list sim", "simd"},
      {"cobble help exp", "explain"},
      {"cobble help render ", "all"},
      {"cobble render --help ", "all"},
      {"cobble render --bits normal=3", "normal=32"},
      {"cobble stats --map no", "normal"},
      {"cobble explain noise.octav", "noise.octaves"},
      {"cobble verify fold", "folder/"},
      {"cobble plan --scheduler sl", "slurm"},
  };
  WriteFile("foldme.json", "");
  std::filesystem::create_directory("folder");
  std::string expected;
  for (const auto& [line, reply] : lines) {
    script += "complete -C '" + line + "' | string replace -r '\\t.*' ''\n";
    expected += reply + '\n';
  }
  script += "complete -C 'cobble render --function F1/' | string escape\n";  // no description
  expected += "F1/F2\n";
  WriteFile("script", script + "true\n");
  const Outcome outcome =
      RunCompleting("cobble completion fish >completions && HOME=$PWD fish script");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == expected);
}

// Types lines and a tab in zsh, and prints its offers, each in < and >, and <END>.
constexpr std::string_view kZshSetup = R"zsh(
PS1=
autoload -Uz compinit
compinit -D -u
source ./completions
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  print -l -r -- '<'$^hits'>'
}
offer() {
  compstate[insert]= compstate[list]=
  _main_complete
  print -r -- '<END>'
  compstate[insert]= compstate[list]=
}
zle -C offer complete-word offer
bindkey '^I' offer
)zsh";
constexpr std::string_view kZshScript = R"zsh(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./setup'
while IFS= read -r line; do
  zpty -n -w shell $line$'\t'
  zpty -r shell out '*<END>*'
  print -r -- "$out"
  zpty -n -w shell $'\x15'
done <lines
zpty -d shell
)zsh";

// Returns the words between < and >, sorted, with a line for each END.
std::string Offered(const std::string& text) {
  std::string lines;
  std::set<std::string> words;
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos;) {
    const std::size_t end = text.find('>', at);
    if (end == text.npos) break;
    const std::string word = text.substr(at + 1, end - at - 1);
    if (word != "END" && !word.empty()) words.insert(word);
    if (word == "END") {
      std::string line;
      for (const std::string& each : words) line += (line.empty() ? "" : " ") + each;
      lines += line + '\n';
      words.clear();
    }
    at = end;
  }
  return lines;
}

TEST_CASE("zsh completes commands, flags, values, maps and keys") {
  if (!HasProgram("zsh")) return test::Skip("no zsh");
  const Folder folder;
  const std::pair<std::string, std::string> lines[] = {
      {"cobble sho", "show"},
      {"cobble render --preset marb", "marble"},
      {"cobble render --set noise.octav", "noise.octaves="},
      {"cobble render -o height,nor", "height,normal="},
      {"cobble render --bits ",
       "16 32 8 ao= bumpslopes= curvature= elevation= height= lit= normal= slope= value="},
      {"cobble render --bits normal=", "normal=16 normal=32 normal=8"},
      {"cobble render --help ", "all"},
      {"cobble stats --map no", "normal"},
      {"cobble explain noise.octav", "noise.octaves"},
      {"cobble help exp", "explain"},
      {"cobble help render ", "all"},
      {"cobble verify fold", "folder"},
      {"cobble plan --scheduler sl", "slurm"},
  };
  WriteFile("foldme.json", "");
  std::filesystem::create_directory("folder");
  std::string typed, expected;
  for (const auto& [line, replies] : lines) {
    typed += line + '\n';
    expected += replies + '\n';
  }
  WriteFile("setup", kZshSetup);
  WriteFile("script", kZshScript);
  WriteFile("lines", typed);
  const Outcome outcome =
      RunCompleting("cobble completion zsh >completions && HOME=$PWD timeout 60 zsh -f script");
  CHECK(outcome.status == 0);
  CHECK(Offered(outcome.out) == expected);
}

}  // namespace
}  // namespace cobble
