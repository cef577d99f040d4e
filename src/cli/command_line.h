// Parses the arguments of one command: flags, their values, and positionals. CLI11 does the parsing
// and lays out the help; values are converted here.
#ifndef COBBLE_CLI_COMMAND_LINE_H_
#define COBBLE_CLI_COMMAND_LINE_H_

#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

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
};

class CommandLine {
 public:
  // Receives a flag's value; for a switch, "true" or "false".
  using Handler = std::function<void(const std::string& value)>;

  // `command`: "render"; `usage`: "[RECIPE | PICTURE | -] -o FILE ... [flags]"; `summary`: text
  // with line breaks.
  CommandLine(std::string_view command, std::string_view usage, std::string_view summary);
  ~CommandLine();

  void Add(FlagSpec spec, Handler handler);
  void AddSwitch(FlagSpec spec, bool* on);
  // Adds a flag whose value is a non-empty string.
  void AddText(FlagSpec spec, std::string* text);

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
  void ParseWith(std::vector<std::string> args);
  void CallHandlers();
  void ClassifyRemaining();
  [[noreturn]] void RefuseFlag(const std::string& arg) const;

  std::unique_ptr<CLI::App> app_;
  std::map<const CLI::Option*, Flag> flags_;
  std::vector<std::string> positionals_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_COMMAND_LINE_H_
