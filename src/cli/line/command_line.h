// What a command takes, as data, and the function that runs it. command_help.cpp lays out the help.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/line/flag.h"
#include "cli/terminal/streams.h"
#include "cobble/error.h"

namespace cobble {

using Args = std::vector<std::string>;

struct UnknownFlag {
  std::string name;   // "--kind"
  std::string value;  // the argument after it, or what follows "="; may be empty
};

// Arguments that are neither flags nor their values.
struct Positionals {
  enum Kind { kRecipes, kFiles, kFolders, kWords };  // what completions offer

  std::size_t maximum = 1;
  Kind kind = kRecipes;
  std::vector<std::string> (*words)() = nullptr;  // of kWords
};
inline constexpr std::size_t kAnyNumber = 1 << 20;  // more than a process can be given

struct CommandText {
  std::string usage;    // "[RECIPE | PICTURE | -] -o FILE ... [flags]"
  std::string summary;  // paragraphs
  Positionals positionals = {};
  unsigned destinations = kAnywhere;
};

class CommandLine {
 public:
  // Receives the unknown flags, the first of which is reported, and the arguments that are not
  // flags. Returns a message, empty for no answer, and a hint.
  using UnknownFlagHandler =
      std::function<Issue(std::span<const UnknownFlag>, const Args& arguments)>;
  // Receives the positionals. Returns the exit status.
  using Runner = std::function<int(const Args& positionals, Streams& streams)>;

  explicit CommandLine(std::string_view name, CommandText text = {});
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;  // handlers point to it
  CommandLine& operator=(const CommandLine&) = delete;

  // --- To declare a command ---

  // Comes first.
  void Describe(CommandText text) { text_ = std::move(text); }
  // Without a result, the exit status is 0.
  template <typename Run>
  void OnRun(Run run) {
    run_ = [run](const Args& positionals, Streams& streams) -> int {
      if constexpr (std::is_void_v<decltype(run(positionals, streams))>) {
        run(positionals, streams);
        return 0;
      } else {
        return run(positionals, streams);
      }
    };
  }
  // The same for a function of the flags' values: makes the Values, whose AddTo adds the flags.
  template <typename Values, typename Result>
  void OnRun(Result (*run)(const Args&, const Values&, Streams&)) {
    Values* const values = Keep<Values>();
    values->AddTo(this);
    OnRun([run, values](const Args& positionals, Streams& streams) {
      return run(positionals, *values, streams);
    });
  }
  // Called for an unknown flag, after the handlers of all other flags, which may have failed.
  void OnUnknownFlag(UnknownFlagHandler handler) { unknown_ = std::move(handler); }

  // Begins or continues a group: a heading, and the destinations where its flags have an effect.
  void BeginGroup(std::string_view heading, unsigned destinations = kPictureFiles | kNewStore);
  void Add(FlagSpec spec, FlagHandler handler);
  void AddSwitch(FlagSpec spec, bool* on);
  // Adds a flag whose value is a non-empty string.
  void AddText(FlagSpec spec, std::string* text);
  // Adds a flag whose value is a whole number. Number may be a std::optional.
  template <typename Number>
  void AddWhole(FlagSpec spec, Number* number, int64_t minimum, int64_t maximum) {
    const std::string name = spec.name;
    Add(std::move(spec), [=](const std::string& value) {
      *number = static_cast<Number>(WholeValue(name, value, minimum, maximum));
    });
  }
  // Adds a flag whose value is one of `choices`. The handler receives its index.
  void AddChoice(FlagSpec spec, std::span<const std::string_view> choices,
                 std::function<void(std::size_t)> handler);
  // The same for an enum whose values are the indices.
  template <typename Enum>
  void AddEnum(FlagSpec spec, std::span<const std::string_view> choices, Enum* value) {
    AddChoice(std::move(spec), choices,
              [value](std::size_t index) { *value = static_cast<Enum>(index); });
  }
  template <typename Enum>
  void AddEnum(FlagSpec spec, std::span<const std::string_view> choices,
               std::optional<Enum>* value) {
    AddChoice(std::move(spec), choices,
              [value](std::size_t index) { *value = static_cast<Enum>(index); });
  }

  // Returns a new value that lives as long as this.
  template <typename Value, typename... Arguments>
  Value* Keep(Arguments&&... arguments) {
    const auto value = std::make_shared<Value>(std::forward<Arguments>(arguments)...);
    kept_.push_back(value);
    return value.get();
  }

  // --- What was declared ---

  const std::string& name() const { return name_; }
  const std::string& usage() const { return text_.usage; }
  const std::string& summary() const { return text_.summary; }
  const Positionals& positionals() const { return text_.positionals; }
  unsigned destinations() const { return text_.destinations; }
  // Returns the flags with an effect for one of the destinations, as listed in the help.
  std::vector<const FlagSpec*> Flags() const;
  bool HasFlag(std::string_view name) const { return FindFlag(name) != nullptr; }
  // Returns null if the command has no such flag.
  const FlagSpec* FindFlag(std::string_view name) const;

  // --- To run it ---

  // Parses the arguments, then runs the command, or prints the help or the version. Throws Error.
  int Run(const Args& args, Streams& streams);

  // Calls the handlers in the order of the arguments. Returns the positionals, or nullopt for the
  // help or the version. May be called again. Throws Error kUsage.
  std::optional<Args> Parse(const Args& args);

  // Returns whether the last arguments had the flag.
  bool Has(std::string_view name) const;
  // Returns the last flags as a shell's words, each after a space, without those called `left_out`.
  std::string FlagWords(std::string_view left_out) const;
  // Throws Error kUsage for the first given flag that has no effect for the destination.
  void RefuseFlagsNotFor(Destination destination) const;

  // Throws Error kUsage for one argument too many.
  [[noreturn]] void RefuseArgument(const std::string& argument) const;

 private:
  class Parser;
  struct ParsedArgs;
  enum class Wish { kRun, kShortHelp, kFullHelp, kVersion };

  void CallHandlers() const;
  void CheckConflicts(const Args& args, const Args& positionals) const;
  std::string HintWith(const std::string& needed, const Args& args, const Args& positionals) const;
  [[noreturn]] void RefuseUnknown(const ParsedArgs& parsed) const;

  std::string name_;
  CommandText text_;
  std::string group_;  // of the flags that are added
  unsigned group_destinations_ = 0;
  std::deque<FlagSpec> flags_;  // --help and --version first
  std::vector<std::shared_ptr<void>> kept_;
  UnknownFlagHandler unknown_;
  Runner run_;

  // Of the last arguments.
  std::unique_ptr<Parser> parser_;
  std::vector<std::pair<const FlagSpec*, std::string>> given_;  // in their order, with their values
  Wish wish_ = Wish::kRun;
};

// Return --help, which fits a screen, and --help all, for `columns`, at least kMinFullColumns.
std::string ShortHelp(const CommandLine& line);
std::string FullHelp(const CommandLine& line, std::size_t columns);
inline constexpr std::size_t kMinFullColumns = 60, kMaxFullColumns = 100;

// The maximum size of --help.
inline constexpr std::size_t kScreenLines = 40, kScreenColumns = 80;

// Prints either, as wide as the terminal.
void PrintHelp(const CommandLine& line, bool is_full, std::ostream& out);

}  // namespace cobble
