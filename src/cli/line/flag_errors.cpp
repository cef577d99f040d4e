// Names the library's options by their flags.
#include "cli/line/flag_errors.h"

#include <string_view>

#include "cli/line/shell_words.h"
#include "cli/recipes/key_flags.h"
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
    {"compression", "--compression", "--compression NAME"},
    {"elevation", "--elevation", "--elevation LOW,HIGH"},
    {"engine", "--for", "--for ENGINE"},
    {"format", "--format", "--format NAME"},
    {"frame-start", "--frame-start", "--frame-start N"},
    {"frames", "--frames", "--frames"},
    {"georeference", "--georeference", "--georeference EPSG:CODE,X,Y"},
    {"image", "--image", "--image NAME=FILE"},
    {"let", "--let", "--let NAME=FORMULA"},
    {"levels", "--levels", "--levels N"},
    {"limits.cost", "--max-cost", "--max-cost"},  // the message states the value
    {"limits.pixels", "--max-pixels", "--max-pixels N"},
    {"materialx", "--mtlx", "--mtlx"},
    {"no_clobber", "--no-clobber", "--no-clobber"},
    {"noise.type", "--noise", "--noise NAME"},
    {"path", "-o", "-o"},
    {"per_row", "--per-row", "--per-row N"},
    {"preset", "--preset", "--preset NAME"},
    {"primaries", "--primaries", "--primaries NAME"},
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
  const auto& [name, value, is_option] = option;
  const OptionFlag* const known = Find(name);
  if (known && value.empty()) return std::string(known->with_value);
  if (const KeyFlag* const key = FindKeyFlag(name)) return FieldFlag(*key, value);
  if (known) return std::string(known->flag) + ' ' + ShellWord(value);
  return set + ' ' + ShellWord(name + '=' + (value.empty() ? "VALUE" : value));
}

}  // namespace

std::string InFlags(const Phrase& phrase, const std::string& set) {
  std::string text;
  for (const Phrase::Part& part : phrase.parts())
    text += part.is_option ? FlagText(part, set) : part.text;
  return text;
}

Issue InFlags(Issue issue) {
  const std::string set = issue.is_varied ? "--vary" : "--set";
  if (issue.option == "preset" && issue.hint.empty()) issue.hint = "see cobble list presets";
  issue.message = InFlags(issue.message, set);
  issue.hint = InFlags(issue.hint, set);
  if (const OptionFlag* const known = Find(issue.option))
    issue.where = std::string(known->flag) + (issue.value.empty() ? "" : " ") + issue.value;
  if (!issue.variation.empty())
    issue.where = "--vary " + issue.variation + (issue.where.empty() ? "" : ": ") + issue.where;
  issue.option.clear();
  issue.variation.clear();
  return issue;
}

}  // namespace cobble
