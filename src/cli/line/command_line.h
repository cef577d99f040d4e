// Parses the arguments of one command: flags, their values, and positionals. CLI11 does the
// parsing; values are converted here, and command_help.h lays out the help.
#ifndef COBBLE_CLI_LINE_COMMAND_LINE_H_
#define COBBLE_CLI_LINE_COMMAND_LINE_H_

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_help.h"
#include "cobble/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cobble {

struct UnknownFlag {
  std::string name;   // "--kind"
  std::string value;  // the argument after it, or what follows "="; empty if there is neither
};

class CommandLine {
 public:
  // Receives a flag's value; for a switch, "true" or "false".
  using Handler = std::function<void(const std::string& value)>;
  // Receives the unknown flags, of which the first is reported. Returns a message and a hint; the
  // message is empty for no answer.
  using UnknownFlagHandler = std::function<Issue(std::span<const UnknownFlag>)>;

  // `command`: "render"; `usage`: "[RECIPE | PICTURE | -] -o FILE ... [flags]"; `summary`: text
  // with line breaks.
  CommandLine(std::string_view command, std::string_view usage, std::string_view summary);
  ~CommandLine();

  void Add(FlagSpec spec, Handler handler);
  void AddSwitch(FlagSpec spec, bool* on);
  // Adds a flag whose value is a non-empty string.
  void AddText(FlagSpec spec, std::string* text);
  // Adds a flag whose value is one of `choices`. The handler receives its index.
  void AddChoice(FlagSpec spec, std::span<const std::string_view> choices,
                 std::function<void(std::size_t)> handler);
  // Sets what completions offer for the positional argument: by default recipe files.
  void OfferWords(std::span<const std::string_view> words);
  void OfferFolders() { help_.takes_folders = true; }
  // Leave a flag out of the help, or give it another text there.
  void Hide(std::string_view name);
  void Describe(std::string_view name, std::string_view help);
  // Called for an unknown flag after the handlers of all others, which may have failed.
  void OnUnknownFlag(UnknownFlagHandler handler) { unknown_ = std::move(handler); }

  // Calls the handlers in the order of the arguments. Returns false after printing the help or the
  // version, if requested, and if `out` is a HelpReceiver. Throws Error kUsage. May be called again
  // with other arguments.
  bool Parse(const std::vector<std::string>& args, std::ostream& out);

  const std::string& name() const { return help_.name; }
  bool HasFlag(const std::string& name) const { return FindFlag(name) != nullptr; }

  // Returns the flags that the arguments of the last Parse have, each once, as "--seed".
  std::vector<std::string> UsedFlags() const;

  // Returns the arguments that are neither flags nor their values.
  const std::vector<std::string>& Positionals() const { return positionals_; }
  // Returns the same. Throws Error kUsage if there are more than `maximum`.
  const std::vector<std::string>& PositionalsAtMost(std::size_t maximum) const;

 private:
  struct Flag {
    FlagSpec spec;
    Handler handler;
  };

  void AddCommon();
  void PrintHelp(const std::vector<std::string>& args, std::ostream& out) const;
  const Flag* FindFlag(const std::string& name) const;
  bool IsFlag(const std::string& arg) const;
  void CheckValues(const std::vector<std::string>& args) const;
  void CheckStray(const std::string& name, const Flag& flag, const std::string& value,
                  std::span<const std::string> rest) const;
  void ParseWith(std::vector<std::string> args);
  void CallHandlers() const;
  void ClassifyRemaining();
  [[noreturn]] void RefuseFirst(std::span<const UnknownFlag> flags) const;

  std::unique_ptr<CLI::App> app_;
  CommandHelp help_;
  std::map<const CLI::Option*, Flag> flags_;
  UnknownFlagHandler unknown_;
  bool has_common_ = false;       // whether AddCommon was called
  std::size_t first_parsed_ = 0;  // index in app_->parse_order() of the first flag of this Parse
  std::vector<std::string> positionals_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_LINE_COMMAND_LINE_H_
