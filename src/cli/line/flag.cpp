// Texts of flags.
#include "cli/line/flag.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "cli/recipes/key_flags.h"

namespace cobble {

FlagSpec::FlagSpec(std::string_view label, std::string help_text, FlagTraits traits)
    : FlagTraits(std::move(traits)),
      names(label.substr(0, label.find(' '))),
      value(label.substr(std::min(names.size() + 1, label.size()))),
      help(std::move(help_text)) {}

std::vector<std::string> AllNames(const FlagSpec& flag) {
  std::vector<std::string> names;
  std::istringstream parts(flag.names);
  parts.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string name; std::getline(parts, name, ',');)
    names.push_back(name.starts_with('!') ? name.substr(1) : name);
  return names;
}

std::string MainName(const FlagSpec& flag) { return flag.names.substr(0, flag.names.find(',')); }

std::string HelpOf(const FlagSpec& flag) { return flag.key ? KeyHelp(flag) : flag.help; }

std::string BriefOf(const FlagSpec& flag) {
  if (!flag.brief.empty()) return flag.brief;
  const std::string help = HelpOf(flag);
  return help.substr(0, std::min({help.find("; "), help.find(": "), help.find(" (")}));
}

std::string RuleOf(const FlagSpec& flag) { return flag.key ? KeyRule(*flag.key) : ""; }

std::vector<std::string> ChoicesOf(const FlagSpec& flag) {
  return flag.key ? KeyChoices(*flag.key) : flag.choices;
}

}  // namespace cobble
