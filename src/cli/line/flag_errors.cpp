// Replaces the library's option names with flags.
#include "cli/line/flag_errors.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/recipes/options.h"
#include "recipe/fields/fields.h"

namespace cobble {
namespace {

struct OptionFlag {
  std::string_view option;
  std::string_view flag;        // in Issue::where
  std::string_view with_value;  // in a message or hint
};

constexpr OptionFlag kFlags[] = {
    {"bits", "--bits", "--bits N"},
    {"chunk", "--chunk", "--chunk N"},
    {"elevation", "--elevation", "--elevation LOW,HIGH"},
    {"levels", "--levels", "--levels N"},
    {"limits.cost", "--max-cost", "--max-cost"},  // the message states the value
    {"limits.pixels", "--max-pixels", "--max-pixels N"},
    {"no_clobber", "--no-clobber", "--no-clobber"},
    {"noise.type", "--noise", "--noise NAME"},
    {"preset", "--preset", "--preset NAME"},
    {"range", "--range", "--range"},  // the message states the value
    {"shards", "--shards", "--shards N"},
    {"simd", "--simd", "--simd"},
    {"sprites", "--sprites", "--sprites"},
    {"stage", "--stage", "--stage"},
    {"threads", "--threads", "--threads"},
    {"tiles", "--tiles", "--tiles"},
    {"vary", "--vary", "--vary"},
    {"vrt", "--vrt", "--vrt"},
    {"window", "--window", "--window"},
};

const OptionFlag* Find(std::string_view option) {
  for (const OptionFlag& each : kFlags)
    if (each.option == option) return &each;
  return nullptr;
}

// Returns the flag of the key at `path`, with a value as flags spell it: 1024x512, -1,1.
std::string FieldFlag(const Field& field, std::string_view value) {
  const std::string flag(field.flag);
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
  return flag + ' ' + plain;
}

// Returns the flag for a name in backquotes, or for a name and a value: "domain.scale=2". Recipe
// keys without a flag are set with --set.
std::string FlagText(std::string_view option) {
  const std::size_t equals = std::min(option.find('='), option.size());
  const std::string_view name = option.substr(0, equals);
  const std::string_view value = option.substr(std::min(equals + 1, option.size()));
  const OptionFlag* const known = Find(name);
  if (known && value.empty()) return std::string(known->with_value);
  for (const Field& field : Fields())
    if (!field.flag.empty() && PathOf(field) == name) return FieldFlag(field, value);
  if (known) return std::string(known->flag) + ' ' + std::string(value);
  return "--set " + std::string(name) + '=' + std::string(value.empty() ? "VALUE" : value);
}

// The library's hints never quote user input, so every pair of backquotes encloses an option.
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

// A message may quote user input, so only known options are replaced.
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
    // Of other kinds, `where` may be a file of that name.
    if (error.kind() != ErrorKind::kUsage && error.kind() != ErrorKind::kLimit) continue;
    if (issue.where == "preset" && issue.hint.empty()) issue.hint = "see cobble list presets";
    if (const OptionFlag* const known = Find(issue.where)) issue.where = known->flag;
  }
  return Error(error.kind(), std::move(issues));
}

}  // namespace cobble
