// Texts of flags.
#include "cli/line/flag.h"

#include <algorithm>
#include <utility>

#include "cli/recipes/key_flags.h"

namespace cobble {

FlagSpec::FlagSpec(const FlagLabel& label, std::string help_text, FlagTraits traits)
    : FlagTraits(std::move(traits)),
      name(label.name),
      value(label.value),
      help(std::move(help_text)) {}

std::vector<std::string> AllNames(const FlagSpec& flag) {
  std::vector<std::string> names{flag.name};
  for (const std::string& other : {flag.alias, flag.negation})
    if (!other.empty()) names.push_back(other);
  return names;
}

std::string HelpOf(const FlagSpec& flag) {
  return flag.help.empty() && flag.key ? KeyHelp(*flag.key) : flag.help;
}

std::string BriefOf(const FlagSpec& flag) {
  if (!flag.brief.empty()) return flag.brief;
  const std::string help(flag.help.empty() && flag.key ? flag.key->help : flag.help);
  return help.substr(0, std::min({help.find("; "), help.find(": "), help.find(" (")}));
}

std::string RuleOf(const FlagSpec& flag) { return flag.key ? KeyRule(*flag.key) : ""; }

std::vector<std::string> ChoicesOf(const FlagSpec& flag) {
  return flag.key ? KeyChoices(*flag.key) : flag.choices;
}

}  // namespace cobble
