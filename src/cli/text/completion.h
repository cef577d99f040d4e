// What shell completions offer, and the scripts that offer it. The scripts contain all words, so
// that they do not run cobble.
#ifndef COBBLE_CLI_TEXT_COMPLETION_H_
#define COBBLE_CLI_TEXT_COMPLETION_H_

#include <memory>
#include <string>
#include <vector>

#include "cli/line/command_line.h"

namespace cobble {

struct CommandWords {
  std::unique_ptr<CommandLine> line;
  std::string summary;  // of the list of commands
};

// A recipe key that --set takes, and its values if it is a choice.
struct KeyWords {
  std::string path;  // "noise.octaves"
  std::vector<std::string> choices;
};

struct CompletionWords {
  std::vector<CommandWords> commands;  // also "help"
  std::vector<KeyWords> keys;
  std::vector<std::string> node_keys;  // the last words of paths into a tree of nodes: "octaves"
  std::vector<std::string> suffixes;   // of files that contain recipes, without dots: "json", "png"
};

std::string BashCompletion(const CompletionWords& words);
std::string ZshCompletion(const CompletionWords& words);
std::string FishCompletion(const CompletionWords& words);
std::string PowerShellCompletion(const CompletionWords& words);

}  // namespace cobble

#endif  // COBBLE_CLI_TEXT_COMPLETION_H_
