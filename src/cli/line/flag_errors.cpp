// Names the library's options by the commands' flags.
#include "cli/line/flag_errors.h"

#include <algorithm>
#include <string_view>

#include "cli/line/command.h"
#include "cli/line/shell_words.h"
#include "cli/recipes/key_flags.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

std::string& NamedCommand() {
  static std::string name;
  return name;
}

// Returns the flag of an option of the library: of the named command, or else of any; may be null.
const FlagSpec* FindFlagOf(std::string_view option) {
  std::string name = "--" + std::string(option);
  std::ranges::replace(name, '_', '-');
  const FlagSpec* found = nullptr;
  for (const auto& line : AllLines())
    for (const FlagSpec* const flag : line->Flags()) {
      if (flag->option.empty() ? flag->name != name : flag->option != option) continue;
      if (line->name() == NamedCommand()) return flag;
      if (found == nullptr) found = flag;
    }
  return found;
}

// Returns whether the named command has the flag.
bool IsNamed(const std::string& flag) {
  return NamedCommand().empty() || std::ranges::any_of(AllLines(), [&](const auto& line) {
           return line->name() == NamedCommand() && line->HasFlag(flag);
         });
}

// Returns the flag of a key, with a value as flags spell it: 1024x512, -1,1.
std::string FieldFlag(const KeyFlag& key, std::string_view value) {
  const std::string& flag = key.name;
  const Field& field = *key.field;
  if (field.type == FieldType::kBool) return value == "false" ? "--no-" + flag.substr(2) : flag;
  if (value.empty()) return flag + ' ' + ValueWord(field);
  std::string plain(value);
  std::erase_if(plain, [](char c) { return c == '[' || c == ']' || c == ' '; });
  if (field.type == FieldType::kSize) std::ranges::replace(plain, ',', 'x');
  return flag + ' ' + ShellWord(plain);
}

// Returns the flag of an option or a key, with its value. In: set, the flag of other keys.
std::string FlagText(const Phrase::Part& option, const std::string& set) {
  const std::string &name = option.text, &value = option.value;
  if (const KeyFlag* const key = FindKeyFlag(name)) return FieldFlag(*key, value);
  constexpr std::string_view kNodes = "nodes.";
  const bool is_node = name.starts_with(kNodes) && name.find('.', kNodes.size()) == name.npos;
  if (is_node && IsNamed("--let"))
    return "--let " + ShellWord(name.substr(kNodes.size()) + '=' + value);
  if (const FlagSpec* const flag = FindFlagOf(name)) {
    if (!value.empty()) return flag->name + ' ' + ShellWord(value);
    const bool has_form = !flag->value.empty() && flag->value.find('[') == std::string::npos;
    return flag->name + (has_form ? ' ' + flag->value : "");
  }
  return set + ' ' + ShellWord(name + '=' + (value.empty() ? "VALUE" : value));
}

}  // namespace

void NameFlagsOf(std::string_view command) { NamedCommand() = command; }

bool HasFlagsFor(const Phrase& phrase) {
  return std::ranges::all_of(phrase.parts(), [](const Phrase::Part& part) {
    if (!part.is_option) return true;
    if (const KeyFlag* const key = FindKeyFlag(part.text)) return IsNamed(key->name);
    const FlagSpec* const flag = FindFlagOf(part.text);
    return IsNamed(flag != nullptr ? flag->name : "--set");
  });
}

std::string InFlags(const Phrase& phrase, const std::string& set) {
  std::string text;
  for (const Phrase::Part& part : phrase.parts())
    text += part.is_option ? FlagText(part, set) : Phrase(part).Text();
  return text;
}

Issue InFlags(Issue issue) {
  const std::string set = issue.is_varied ? "--vary" : "--set";
  if (issue.option == "preset" && issue.hint.empty()) issue.hint = "see cobble list presets";
  if (!HasFlagsFor(issue.hint)) issue.hint = {};
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
