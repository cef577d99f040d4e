// Parses arguments with CLI11, and refuses what CLI11 takes but people do not mean.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command_line.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cobble {

struct ParsedArgs {
  std::vector<std::pair<const FlagSpec*, std::string>> flags;  // in order, with values
  std::vector<UnknownFlag> unknown;
  Args positionals, extra;  // extra: more than the maximum
};

class Parser {
 public:
  // Setting up CLI11 takes longer than parsing. `line` must not change.
  explicit Parser(const CommandLine& line);
  ~Parser();

  // Throws Error kUsage for a flag without its value, and for numbers after a value.
  ParsedArgs Parse(const Args& args);

 private:
  void Take(const FlagSpec& flag, const std::string& value);
  void AddPositional(const std::string& value);
  void CheckSwitch(const std::string& argument, const std::string* next) const;
  void CheckValue(const FlagSpec& flag, const std::string& value, std::size_t at) const;
  void CheckShort(const std::string& argument) const;
  void ReadRemaining();
  bool IsFlag(const std::string& argument) const;

  const CommandLine& line_;
  std::unique_ptr<CLI::App> app_;
  const Args* args_ = nullptr;
  Args rest_;  // what CLI11 has not taken yet, in reverse
  ParsedArgs parsed_;
};

}  // namespace cobble
