// What is known of a command and its flags, as data. The help, the man page and the shell
// completions are made from it.
#ifndef COBBLE_CLI_LINE_COMMAND_HELP_H_
#define COBBLE_CLI_LINE_COMMAND_HELP_H_

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace cobble {

struct FlagSpec {
  std::string names;  // "-o,--output"; "--tiling,!--no-tiling": "!" marks the negation
  // Placeholder for the value in the help; empty for a switch. Completions derive from it what the
  // value is, unless `choices` lists the values: see ValueKind.
  std::string value = {};
  std::string help = {};
  std::string group = {};  // heading in the help
  bool repeats = false;    // may be given more than once
  std::string rule = {};   // for messages: the values it takes, "one of none, absolute"
  char separator = 0;      // between the numbers of a value, as in 512x512; 0: one value only
  // Values for completions, or the maps of a value such as [MAP=]FILE. Messages name them too.
  std::vector<std::string> choices = {};
  bool is_open = false;                   // values besides `choices` are valid
  std::vector<std::string> numbers = {};  // of a value [MAP=]N, for completions
  bool is_recipe = false;  // defines the recipe; the man page describes these flags once
};

struct CommandHelp {
  std::string name, usage, summary;  // of CommandLine's constructor
  std::vector<FlagSpec> flags;       // as listed in the help
  // What completions offer for the positional argument: these words or, if there are none,
  // folders or recipe files.
  std::vector<std::string> words;
  bool takes_folders = false;
};

// Returns the flag's names without marks: "-o", "--output"; "--tiling", "--no-tiling".
std::vector<std::string> AllNames(const FlagSpec& flag);

// What the value of a flag is, as far as its placeholder says.
enum class ValueKind {
  kNone,     // a switch
  kChoice,   // one of `choices`
  kMap,      // [MAP=]N: a map from `choices` may precede "="
  kMapFile,  // [MAP[,MAP...]=]FILE: the same, and a file follows
  kKey,      // PATH=... or KEY=...: the path of a recipe key
  kFile,     // a placeholder that ends in FILE
  kFolder,   // DIR
  kOther,
};
ValueKind KindOf(const FlagSpec& flag);

// Return the texts of --help, which fits a screen, and of --help all, for a terminal of so many
// columns, at least kMinFullColumns.
std::string ShortHelp(const CommandHelp& help);
std::string FullHelp(const CommandHelp& help, std::size_t columns);
inline constexpr std::size_t kMinFullColumns = 60, kMaxFullColumns = 100;

// Returns a few words on a flag of a command, for completions.
std::string BriefText(const FlagSpec& flag, std::string_view command);

// Maximum size of the text of --help.
inline constexpr std::size_t kScreenLines = 40, kScreenColumns = 80;

// The summary as one line: CommandLine's summaries contain line breaks.
std::string OneLine(std::string text);

// Receives a command's help instead of output: run a command with it to describe the command.
class HelpReceiver : public std::ostream {
 public:
  HelpReceiver() : std::ostream(nullptr) {}

  CommandHelp help;
};

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_COMMAND_HELP_H_
