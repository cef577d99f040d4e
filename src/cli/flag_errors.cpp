// From the library's options to flags.
#include "cli/flag_errors.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cobble {
namespace {

struct OptionFlag {
  std::string_view option;
  std::string_view flag;        // as an issue's place
  std::string_view with_value;  // in a text
};

constexpr OptionFlag kFlags[] = {
    {"limits.cost", "--max-cost", "--max-cost"},  // its text names the value
    {"limits.pixels", "--max-pixels", "--max-pixels N"},
    {"no_clobber", "--no-clobber", "--no-clobber"},
    {"noise.type", "--noise", "--noise TYPE"},
    {"preset", "--preset", "--preset NAME"},
    {"range", "--range", "--range"},  // its text names the value
    {"simd", "--simd", "--simd"},
    {"threads", "--threads", "--threads"},
    {"window", "--window", "--window"},
};

const OptionFlag* Find(std::string_view option) {
  for (const OptionFlag& each : kFlags)
    if (each.option == option) return &each;
  return nullptr;
}

// What stands in place of a name in backquotes; a key of a recipe that has no flag is set by path.
std::string FlagText(std::string_view name) {
  if (const OptionFlag* const known = Find(name)) return std::string(known->with_value);
  return "--set " + std::string(name) + "=VALUE";
}

// In a hint, which is made of the library's own words, each pair of backquotes holds an option.
std::string HintInFlags(std::string_view hint) {
  std::string text;
  for (;;) {
    const std::size_t begin = hint.find('`');
    const std::size_t end = begin < hint.size() ? hint.find('`', begin + 1) : hint.npos;
    if (end == hint.npos) return text.append(hint);
    text.append(hint.substr(0, begin)).append(FlagText(hint.substr(begin + 1, end - begin - 1)));
    hint.remove_prefix(end + 1);
  }
}

// A message may hold words of the user's, so only the options themselves are flags in it.
std::string MessageInFlags(std::string message) {
  for (const OptionFlag& each : kFlags) {
    const std::string quoted = '`' + std::string(each.option) + '`';
    if (const std::size_t at = message.find(quoted); at != message.npos)
      message.replace(at, quoted.size(), each.with_value);
  }
  return message;
}

}  // namespace

Error InFlags(const Error& error) {
  std::vector<Issue> issues = error.issues();
  for (Issue& issue : issues) {
    issue.message = MessageInFlags(std::move(issue.message));
    issue.hint = HintInFlags(issue.hint);
    if (error.kind() != ErrorKind::kUsage) continue;  // its place may be a file of any name
    if (issue.where == "preset" && issue.hint.empty()) issue.hint = "cobble list presets names all";
    if (const OptionFlag* const known = Find(issue.where)) issue.where = known->flag;
  }
  return Error(error.kind(), std::move(issues));
}

}  // namespace cobble
