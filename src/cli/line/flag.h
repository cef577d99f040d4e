// A flag of a command, as data, which help, man page, completions, conflicts and messages read; and
// strict parsing of the values of flags other than those of recipe keys.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/image.h"
#include "recipe/fields/fields.h"

namespace cobble {

// The kinds of values, for completions.
enum class ValueKind {
  kOther,
  kChoice,      // one of `choices`
  kOpenChoice,  // one of `choices`, or another
  kMap,         // [MAP=]N: a map from `choices` may precede "="
  kMapFile,     // [MAP[,MAP...]=]FILE: the same, and a file follows; without choices, NAME=FILE
  kKey,         // PATH=...: the path of a recipe key
  kKnob,        // NAME=...: a knob of the recipe
  kFile,
  kFolder,
};

// What a command line of `render`, `plan` or `watch` fills, as bits of a set.
enum Destination : unsigned {
  kPictureFiles = 1,
  kStore = 2,    // render -o NAME.zarr
  kShard = 4,    // render --plan DIR
  kNewPlan = 8,  // plan -o NAME.zarr
  kOldPlan = 16  // plan DIR
};
inline constexpr unsigned kNewStore = kStore | kNewPlan, kPlans = kNewPlan | kOldPlan,
                          kAnywhere = 31;

// The heading of the flags that every command has.
inline constexpr std::string_view kCommonGroup = "Other";

// A flag that cannot stand beside another.
struct Exclusion {
  std::string flag;
  std::string hint = {};
};

// A flag that must stand beside another, with its value as messages name it: {"--for", "ENGINE"}.
struct NeededFlag {
  std::string flag = {}, value = {};
};

struct FlagTraits {
  std::string alias = {};     // another name: "--output" of "-o"
  std::string negation = {};  // the name that turns a switch off: "--no-tiling"
  // A line for --help and completions. Empty: see BriefOf.
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
  NeededFlag needs = {};                  // the flag without which it has no effect
  // The library's name of the option, if not the flag's with "_" for "-": "engine" for --for.
  std::string_view option = {};
  std::vector<Exclusion> excludes = {};
  std::string_view for_stores = {};  // the hint where it does not apply to stores
  bool is_recipe = false;            // defines the recipe; the man page describes these flags once
  // The first row of the recipe key that it sets, or null. An empty help is the key's: see HelpOf.
  const Field* key = nullptr;
};

// Receives a flag's value; for a switch, "true" or "false".
using FlagHandler = std::function<void(const std::string& value)>;

// A flag's name and its value's placeholder, {"-o", "FILE"}; a switch has none.
struct FlagLabel {
  FlagLabel(const char* switch_name) : name(switch_name) {}  // NOLINT: implicit on purpose
  FlagLabel(std::string_view flag_name, std::string_view placeholder)
      : name(flag_name), value(placeholder) {}

  std::string_view name, value = {};
};

struct FlagSpec : FlagTraits {
  FlagSpec(const FlagLabel& label, std::string help_text, FlagTraits traits = {})
      : FlagTraits(std::move(traits)),
        name(label.name),
        value(label.value),
        help(std::move(help_text)) {}

  std::string name;   // that messages use: "-o", "--tiling"
  std::string value;  // the placeholder; empty for a switch
  std::string help;
  unsigned destinations = kAnywhere;  // where it has an effect: its group's
  FlagHandler handler = {};
};

inline bool HasName(const FlagSpec& flag, std::string_view name) {
  return !name.empty() && (name == flag.name || name == flag.alias || name == flag.negation);
}

// Returns the flag's names: "-o", "--output"; "--tiling", "--no-tiling".
inline std::vector<std::string> AllNames(const FlagSpec& flag) {
  std::vector<std::string> names{flag.name, flag.alias, flag.negation};
  std::erase(names, "");
  return names;
}

// Throws Error kUsage. In: where, the flag or argument; may be empty.
[[noreturn]] inline void Refuse(std::string where, Phrase message, Phrase hint = {}) {
  throw Error(ErrorKind::kUsage, std::move(where), std::move(message), std::move(hint));
}

// Parse values. Throw Error kUsage at `flag`.
bool SwitchValue(const std::string& flag, std::string_view text);

// Parses a whole number, also as 1e10, but not 8.0; nullopt for other text.
std::optional<int64_t> ParseWhole(std::string_view text);

int64_t WholeValue(const std::string& flag, std::string_view text, int64_t minimum,
                   int64_t maximum);

// In: what, which of the flag's numbers, for the error: "the zoom".
double NumberValue(const std::string& flag, std::string_view text, double minimum, double maximum,
                   std::string_view what = {});

// Returns the index of `text` in `choices`.
std::size_t ChoiceValue(const std::string& flag, std::string_view text,
                        std::span<const std::string_view> choices);

// Return flags that several commands have.
FlagSpec SimdFlag();
FlagSpec QuietFlag();

// Parses "X,Y,WIDTH,HEIGHT" in pixels. The window may extend beyond the picture.
Window WindowValue(const std::string& flag, std::string_view text);

}  // namespace cobble
