// The words of one command: flags, their values, and what stands alone. CLI11 tells them apart and
// lays out the help; it converts nothing.
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
  std::string names;       // "--threads", "-o,--output"; "--tiling,!--no-tiling": false
  std::string value = {};  // what its value is called in the help; empty: a switch
  std::string help = {};
  std::string group = {};  // the help's heading
  bool repeats = false;    // may be given more than once
};

class CommandLine {
 public:
  // Takes a flag's value; of a switch "true", or "false" where it was so given.
  using Handler = std::function<void(const std::string& value)>;

  // In: "render", "[RECIPE | PICTURE | -] -o FILE ... [flags]", what the command does, in lines.
  CommandLine(std::string_view command, std::string_view usage, std::string_view summary);
  ~CommandLine();

  void Add(FlagSpec spec, Handler handler);
  // A switch that is on or off.
  void AddSwitch(FlagSpec spec, bool* on);
  // A flag whose value is a text.
  void AddText(FlagSpec spec, std::string* text);

  // Calls the handlers in the order of the words. Returns false where the words ask for help or the
  // version, which is then printed. Throws Error kUsage.
  bool Parse(const std::vector<std::string>& words, std::ostream& out);

  // The words that are neither flags nor their values.
  const std::vector<std::string>& Alone() const { return alone_; }
  // The same; throws Error kUsage where they are more than `most`.
  const std::vector<std::string>& AloneAtMost(std::size_t maximum) const;

 private:
  struct Flag {
    FlagSpec spec;
    Handler handler;
  };

  void AddCommon();
  void ParseWith(std::vector<std::string> words);
  void CallHandlers();
  void SortRest();
  [[noreturn]] void RefuseFlag(const std::string& word) const;

  std::unique_ptr<CLI::App> app_;
  std::map<const CLI::Option*, Flag> flags_;
  std::vector<std::string> alone_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_COMMAND_LINE_H_
