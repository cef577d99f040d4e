// A flag of a command, as data. Help, man page, completions, conflicts and messages read it.
#ifndef COBBLE_CLI_LINE_FLAG_H_
#define COBBLE_CLI_LINE_FLAG_H_

#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"

namespace cobble {

// What the value of a flag is, for completions.
enum class ValueKind {
  kOther,
  kChoice,      // one of `choices`
  kOpenChoice,  // one of `choices`, or another
  kMap,         // [MAP=]N: a map from `choices` may precede "="
  kMapFile,     // [MAP[,MAP...]=]FILE: the same, and a file follows
  kKey,         // PATH=...: the path of a recipe key
  kFile,
  kFolder,
};

// What a run of `render`, `plan` or `watch` makes, as bits of a set.
enum Task : unsigned {
  kPictures = 1,
  kStore = 2,    // render -o NAME.zarr
  kShard = 4,    // render --plan DIR
  kNewPlan = 8,  // plan -o NAME.zarr
  kOldPlan = 16  // plan DIR
};
// The heading of the flags that every command has.
inline constexpr std::string_view kCommonGroup = "Other";

inline constexpr unsigned kNewStore = kStore | kNewPlan, kPlanTasks = kNewPlan | kOldPlan,
                          kAllTasks = 31;

// A flag that may not stand beside another.
struct Exclusion {
  std::string flag;
  std::string hint = {};
};

// What a flag may have besides names and a help text.
struct FlagTraits {
  // What fits a line, for --help and completions. Empty: the beginning of the help.
  std::string brief = {};
  std::string group = {};    // heading in the help; empty: see CommandLine::BeginGroup
  bool is_main = false;      // listed in a --help that has no room for all flags
  bool is_optional = false;  // the value may be left out
  bool repeats = false;      // may be given more than once
  ValueKind kind = ValueKind::kOther;
  // Values for completions, or the maps of a value such as [MAP=]FILE. Messages name them too.
  std::vector<std::string> choices = {};
  std::vector<std::string> numbers = {};  // of a value [MAP=]N, for completions
  char separator = 0;                     // between numbers, as in 512x512; 0: one value only
  unsigned tasks = 0;                     // where it has an effect; 0: those of the group
  std::string needs = {};                 // the flag without which it has none: "--for ENGINE"
  std::vector<Exclusion> excludes = {};
  bool is_recipe = false;  // defines the recipe; the man page describes these flags once
  // The recipe key that it sets; null for none. The help is then empty: see HelpOf.
  const Field* key = nullptr;
};

struct FlagSpec : FlagTraits {
  // In: label, the names and, unless it is a switch, a placeholder for the value: "-o,--output
  // FILE". "!" marks a negation: "--tiling,!--no-tiling".
  FlagSpec(std::string_view label, std::string help_text, FlagTraits traits = {});

  std::string names, value;  // of the label
  std::string help;
};

// Returns the flag's names without marks: "-o", "--output"; "--tiling", "--no-tiling".
std::vector<std::string> AllNames(const FlagSpec& flag);
// Returns the name that messages use: "-o", "--tiling".
std::string MainName(const FlagSpec& flag);

// Return the flag's texts. Those of a key are made on request: to make them all takes longer than a
// short run. Rule: the values that it takes, "one of none, absolute", for messages.
std::string HelpOf(const FlagSpec& flag);
std::string BriefOf(const FlagSpec& flag);
std::string RuleOf(const FlagSpec& flag);
std::vector<std::string> ChoicesOf(const FlagSpec& flag);

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_FLAG_H_
