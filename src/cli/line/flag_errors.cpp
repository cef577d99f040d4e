// Names the library's options by the flags that commands declare.
#include "cli/line/flag_errors.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/shell_words.h"
#include "cli/recipes/key_flags.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

// Returns the flag that gives an option of the library its value, of any command; null if none
// does.
const FlagSpec* FindFlagOf(std::string_view option) {
  static const std::vector<std::unique_ptr<CommandLine>> lines = [] {
    std::vector<std::unique_ptr<CommandLine>> all;
    for (const Command& command : Commands()) all.push_back(Declare(command));
    return all;
  }();
  std::string name = "--" + std::string(option);
  std::ranges::replace(name, '_', '-');
  for (const auto& line : lines)
    for (const FlagSpec* const flag : line->Flags())
      if (flag->option.empty() ? flag->name == name : flag->option == option) return flag;
  return nullptr;
}

// Returns the flag of a key, with a value as flags spell it: 1024x512, -1,1.
std::string FieldFlag(const KeyFlag& key, std::string_view value) {
  const std::string& flag = key.name;
  const Field& field = *key.field;
  if (field.type == FieldType::kBool) return value == "false" ? "--no-" + flag.substr(2) : flag;
  if (value.empty()) return flag + ' ' + ValueWord(field);
  std::string plain;
  for (const char c : value) {
    if (c == ',' && field.type == FieldType::kSize) {
      plain += 'x';
    } else if (c != '[' && c != ']' && c != ' ') {
      plain += c;
    }
  }
  return flag + ' ' + ShellWord(plain);
}

// Returns the flag of an option or a key, with its value. In: set, the flag of keys without one.
std::string FlagText(const Phrase::Part& option, const std::string& set) {
  const std::string &name = option.text, &value = option.value;
  if (const KeyFlag* const key = FindKeyFlag(name)) return FieldFlag(*key, value);
  if (const FlagSpec* const flag = FindFlagOf(name)) {
    if (!value.empty()) return flag->name + ' ' + ShellWord(value);
    const bool has_form = !flag->value.empty() && flag->value.find('[') == std::string::npos;
    return flag->name + (has_form ? ' ' + flag->value : "");
  }
  return set + ' ' + ShellWord(name + '=' + (value.empty() ? "VALUE" : value));
}

}  // namespace

std::string InFlags(const Phrase& phrase, const std::string& set) {
  std::string text;
  for (const Phrase::Part& part : phrase.parts())
    text += part.is_option ? FlagText(part, set) : Phrase(part).Text();
  return text;
}

Issue InFlags(Issue issue) {
  const std::string set = issue.is_varied ? "--vary" : "--set";
  if (issue.option == "preset" && issue.hint.empty()) issue.hint = "see cobble list presets";
  issue.message = InFlags(issue.message, set);
  issue.hint = InFlags(issue.hint, set);
  if (const FlagSpec* const flag = issue.option.empty() ? nullptr : FindFlagOf(issue.option))
    issue.where = flag->name + (issue.value.empty() ? "" : " ") + issue.value;
  if (!issue.variation.empty())
    issue.where = "--vary " + issue.variation + (issue.where.empty() ? "" : ": ") + issue.where;
  issue.option.clear();
  issue.variation.clear();
  return issue;
}

}  // namespace cobble
