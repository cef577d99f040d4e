// Parses the arguments of one command: flags, their values, and positionals. CLI11 does the parsing
// and lays out the help; values are converted here.
#ifndef COBBLE_CLI_COMMAND_LINE_H_
#define COBBLE_CLI_COMMAND_LINE_H_

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/error.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cobble {

struct FlagSpec {
  std::string names;       // "-o,--output"; "--tiling,!--no-tiling": "!" marks the negation
  std::string value = {};  // placeholder for the value in the help; empty for a switch
  std::string help = {};
  std::string group = {};  // heading in the help
  bool repeats = false;    // may be given more than once
  std::string rule = {};   // for messages: the values it takes, "one of none, absolute"
  char separator = 0;      // between the numbers of a value, as in 512x512; 0: one value only
};

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
  // Called for an unknown flag after the handlers of all others, which may have failed.
  void OnUnknownFlag(UnknownFlagHandler handler) { unknown_ = std::move(handler); }

  // Calls the handlers in the order of the arguments. Returns false after printing the help or the
  // version, if requested. Throws Error kUsage.
  bool Parse(const std::vector<std::string>& args, std::ostream& out);

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
  std::map<const CLI::Option*, Flag> flags_;
  UnknownFlagHandler unknown_;
  std::vector<std::string> positionals_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_COMMAND_LINE_H_
