// The only file that includes CLI11, which takes long to compile. CLI11's errors are texts, so its
// needs, excludes and validators serve only as hooks: messages are made from the FlagSpecs.
#include "cli/line/parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "cli/line/shell_words.h"
#include "cli/recipes/key_flags.h"
#include "core/suggest.h"
#include "platform/file.h"

namespace cobble {
namespace {

// What CLI11 passes on for an omitted value: it does not pass on an empty text.
constexpr const char* kNoValue = "-";

// Returns whether the argument looks like a long flag: two dashes and a letter.
bool HasFlagForm(std::string_view arg) {
  return arg.size() > 2 && arg.starts_with("--") &&
         std::isalpha(static_cast<unsigned char>(arg[2]));
}

// Returns whether the text consists of numbers, such as 512, 0.5,-1 or 512x.
bool IsNumeric(std::string_view text) {
  return text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("0123456789.,-x") == text.npos;
}

// Returns the names for CLI11: "-o,--output", "--tiling,!--no-tiling".
std::string NamesFor(const FlagSpec& flag) {
  std::string names = flag.name;
  if (!flag.alias.empty()) names += ',' + flag.alias;
  if (!flag.negation.empty()) names += ",!" + flag.negation;
  return names;
}

// Returns the part before "=".
std::string NameIn(const std::string& argument) {
  return argument.substr(0, std::min(argument.find('='), argument.size()));
}

[[noreturn]] void RefuseMissingValue(const std::string& name, const FlagSpec& flag,
                                     const std::string* next) {
  const std::string got = next ? ", got the flag " + Quoted(NameIn(*next)) : "";
  const std::string rule = RuleOf(flag);
  throw Error(ErrorKind::kUsage, name, "needs a value" + got,
              "write " + name + ' ' + flag.value + (rule.empty() ? "" : ": " + rule));
}

// Refuses numbers after a flag's value, unless files have these names. In: rest, later arguments.
void CheckStray(const std::string& name, const FlagSpec& flag, const std::string& value,
                std::span<const std::string> rest) {
  if (!IsNumeric(value)) return;
  const char separator = flag.separator;
  std::string joined = value, first;
  for (const std::string& arg : rest) {
    if (separator == 'x' && (arg == "x" || arg == "X") && first.empty() && rest.size() > 1)
      continue;
    if (!IsNumeric(arg) || file::Exists(arg)) break;
    if (first.empty()) first = arg;
    joined += separator + arg;
  }
  if (first.empty()) return;
  throw Error(ErrorKind::kUsage, name, "unexpected " + Quoted(first) + " after " + Quoted(value),
              separator ? "write " + name + ' ' + ShellWord(joined) : "it takes one value");
}

}  // namespace

// Sees each value as CLI11 takes it (trigger_on_parse), so that flags keep their order.
Parser::Parser(const CommandLine& line)
    : line_(line), app_(std::make_unique<CLI::App>("", line.name())) {
  constexpr auto kTakeAll = CLI::MultiOptionPolicy::TakeAll;
  const auto accept = [](const CLI::results_t&) { return true; };
  app_->set_help_flag();                     // a flag like the others
  app_->allow_extras();                      // see ReadRemaining
  app_->allow_windows_style_options(false);  // "/a" is a path
  for (const FlagSpec& flag : line.flags_) {
    const std::string names = NamesFor(flag);
    CLI::Option* const option =
        flag.value.empty() ? app_->add_flag(names) : app_->add_option(names, accept, "");
    if (!flag.value.empty())
      option->type_size(1)->expected(flag.is_optional ? 0 : 1, 1)->default_str(kNoValue);
    option->multi_option_policy(kTakeAll)->trigger_on_parse()->each(
        [this, &flag](const std::string& value) { Take(flag, value); });
  }
  if (const std::size_t maximum = line.positionals().maximum; maximum > 0)
    app_->add_option("arguments", accept, "")
        ->expected(static_cast<int>(maximum))
        ->multi_option_policy(kTakeAll)
        ->each([this](const std::string& value) { AddPositional(value); });
}

Parser::~Parser() = default;

ParsedArgs Parser::Parse(const Args& args) {
  args_ = &args;
  parsed_ = {};
  rest_.assign(args.rbegin(), args.rend());  // CLI11 takes them from the end
  try {
    app_->parse(rest_);
  } catch (const CLI::ArgumentMismatch&) {  // the last argument lacks its value
    const std::string name = NameIn(args.back());
    const FlagSpec* const flag = line_.FindFlag(name);
    if (!flag) throw Error(ErrorKind::kUsage, Shown(name), "missing value");
    RefuseMissingValue(name, *flag, nullptr);
  }
  ReadRemaining();
  return std::move(parsed_);
}

// CLI11 takes -0, which means -o, for a number.
void Parser::AddPositional(const std::string& value) {
  if (value == "-0" && !file::Exists(value)) parsed_.unknown.push_back({value, {}});
  parsed_.positionals.push_back(value);
}

bool Parser::IsFlag(const std::string& argument) const {
  return HasFlagForm(argument) || (argument.starts_with('-') && line_.HasFlag(argument));
}

void Parser::Take(const FlagSpec& flag, const std::string& value) {
  const std::size_t at = args_->size() - rest_.size() - 1;  // of the last argument taken
  if (flag.value.empty()) {
    CheckSwitch((*args_)[at], at + 1 < args_->size() ? &(*args_)[at + 1] : nullptr);
  } else {
    CheckValue(flag, value, at);
  }
  const bool lacks_value = flag.is_optional && value == kNoValue;
  parsed_.flags.emplace_back(&flag, lacks_value ? "" : value);
}

// Refuses a truth value after a switch, unless a file has this name. In: next, may be null.
void Parser::CheckSwitch(const std::string& argument, const std::string* next) const {
  constexpr std::array<std::string_view, 4> kOff{"false", "no", "off", "0"};
  constexpr std::array<std::string_view, 3> kOn{"true", "yes", "on"};
  CheckShort(argument);
  if (argument.ends_with('='))
    throw Error(ErrorKind::kUsage, Shown(argument), "missing value after =");
  if (!next || argument.find('=') != std::string::npos || file::Exists(*next)) return;
  const bool is_off = std::ranges::count(kOff, *next) > 0;
  const bool is_on = !is_off && (std::ranges::count(kOn, *next) > 0 || IsNumeric(*next));
  if (!is_on && !is_off) return;
  throw Error(ErrorKind::kUsage, argument, "takes no value, got " + Quoted(*next),
              "write " + (is_on ? argument : argument + "=false"));
}

// In: at, the index of the argument that ends with the value.
void Parser::CheckValue(const FlagSpec& flag, const std::string& value, std::size_t at) const {
  const bool is_separate = value == (*args_)[at] && at > 0;
  const std::string& argument = (*args_)[is_separate ? at - 1 : at];
  const std::string name = NameIn(argument);
  if (!is_separate) CheckShort(argument);
  if (is_separate && argument.ends_with('=')) RefuseMissingValue(name, flag, nullptr);
  if (is_separate && IsFlag(value)) RefuseMissingValue(name, flag, &value);
  CheckStray(name, flag, value, std::span(*args_).subspan(at + 1));
}

// Refuses -octaves and -o=FILE, which mean -o with the rest as its value.
void Parser::CheckShort(const std::string& argument) const {
  if (argument.starts_with("--") || argument.size() < 3) return;
  const std::string name = NameIn(argument);
  const FlagSpec* const flag = name.size() == 2 ? line_.FindFlag(name) : nullptr;
  if (flag && flag->value.empty())
    throw Error(ErrorKind::kUsage, name, "takes no value", "write " + name);
  if (flag)
    throw Error(ErrorKind::kUsage, Shown(argument),
                "a short flag takes no =", "write " + name + ' ' + Shown(argument.substr(3)));
  if (line_.HasFlag('-' + name))
    throw Error(ErrorKind::kUsage, name, "unknown flag", DidYouMean('-' + name));
}

// Reads what CLI11 left: unknown flags and surplus positionals. After "--", nothing is a flag.
void Parser::ReadRemaining() {
  bool may_be_flag = true;
  for (const std::string& argument : app_->remaining()) {
    if (may_be_flag && argument == "--") {
      may_be_flag = false;
    } else if (may_be_flag && argument.size() > 1 && argument.starts_with('-')) {
      CheckShort(argument);
      const auto at = std::ranges::find(*args_, argument);
      const bool has_equals = argument.find('=') != std::string::npos;
      const bool has_next =
          at != args_->end() && at + 1 != args_->end() && !(at + 1)->starts_with('-');
      UnknownFlag& flag = parsed_.unknown.emplace_back(UnknownFlag{NameIn(argument), {}});
      if (has_equals)
        flag.value = argument.substr(flag.name.size() + 1);
      else if (has_next)
        flag.value = *(at + 1);
    } else {
      parsed_.extra.push_back(argument);
    }
  }
}

}  // namespace cobble
