// Declares, parses and runs the flags of a command.
//
// The only file that includes CLI11, which takes long to compile. CLI11's errors are texts, so its
// needs, excludes and validators serve only as hooks: messages are made from the FlagSpecs.
#include "cli/line/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "cli/line/command.h"
#include "cli/recipes/key_flags.h"
#include "cobble/version.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "platform/file.h"
#include "platform/shell_words.h"

namespace cobble {
namespace {

constexpr std::size_t kCommon = 2;  // flags that every command has

// What to say of a flag that has no effect for a command's destination.
struct DestinationRule {
  Destination destination;
  std::string_view message;
  std::string_view hint = {};
};
constexpr DestinationRule kDestinationRules[] = {
    {kPictureFiles, "has no effect without -o NAME.zarr or --tile-scheme"},
    {kStore, "does not apply to stores"},
    {kShard, "is mutually exclusive with --plan", "the plan has the recipe and the outputs"},
    {kNewPlan, "does not apply to cobble plan"},
    {kOldPlan, "does not apply to a store that exists",
     "cobble plan DIR prints the commands of its plan; with -o NAME.zarr, it plans a new store "
     "from the recipe of DIR"}};

// --- Parsing ---

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
  Refuse(name, "needs a value" + got,
         "write " + name + ' ' + flag.value + (rule.empty() ? "" : ": " + rule));
}

// Refuses numbers after a flag's value, unless files have these names. In: rest, later arguments.
void CheckStray(const std::string& name, const FlagSpec& flag, const std::string& value,
                std::span<const std::string> rest) {
  if (!IsNumeric(value)) return;
  const char separator = flag.separator;
  const auto is_separator = [&](const std::string& arg) {
    return arg == std::string(1, separator) || (separator == 'x' && arg == "X");
  };
  std::string joined = value, first;
  for (const std::string& arg : rest) {
    if (is_separator(arg) && first.empty() && rest.size() > 1) continue;
    if (!IsNumeric(arg) || file::Exists(arg)) break;
    if (first.empty()) first = arg;
    // People also write a separator at the end of a number, or before one.
    if (joined.ends_with(separator)) joined.pop_back();
    joined += arg.starts_with(separator) ? arg : separator + arg;
  }
  if (first.empty()) return;
  Refuse(name, "unexpected " + Quoted(first) + " after " + Quoted(value),
         separator ? "write " + name + ' ' + ShellWord(joined) : "it takes one value");
}

}  // namespace

struct CommandLine::ParsedArgs {
  std::vector<std::pair<const FlagSpec*, std::string>> flags;  // in order, with values
  std::vector<UnknownFlag> unknown;
  Args positionals, extra;  // extra: more than the maximum
};

// Parses arguments with CLI11, and refuses what CLI11 takes but people do not mean.
class CommandLine::Parser {
 public:
  // Setting up CLI11 takes longer than parsing. `line` must not change.
  // Sees each value as CLI11 takes it (trigger_on_parse), so that flags keep their order.
  explicit Parser(const CommandLine& line) : line_(line), app_("", line.name()) {
    constexpr auto kTakeAll = CLI::MultiOptionPolicy::TakeAll;
    const auto accept = [](const CLI::results_t&) { return true; };
    app_.set_help_flag();                     // a flag like the others
    app_.allow_extras();                      // see ReadRemaining
    app_.allow_windows_style_options(false);  // "/a" is a path
    for (const FlagSpec& flag : line.flags_) {
      const std::string names = NamesFor(flag);
      CLI::Option* const option =
          flag.value.empty() ? app_.add_flag(names) : app_.add_option(names, accept, "");
      if (!flag.value.empty())
        option->type_size(1)->expected(flag.is_optional ? 0 : 1, 1)->default_str(kNoValue);
      option->multi_option_policy(kTakeAll)->trigger_on_parse()->each(
          [this, &flag](const std::string& value) { Take(flag, value); });
    }
    if (const std::size_t maximum = line.positionals().maximum; maximum > 0)
      app_.add_option("arguments", accept, "")
          ->expected(static_cast<int>(maximum))
          ->multi_option_policy(kTakeAll)
          ->each([this](const std::string& value) { AddPositional(value); });
  }

  // Throws Error kUsage for a flag without its value, and for numbers after a value.
  ParsedArgs Parse(const Args& args) {
    args_ = &args;
    parsed_ = {};
    rest_.assign(args.rbegin(), args.rend());  // CLI11 takes them from the end
    try {
      app_.parse(rest_);
    } catch (const CLI::ArgumentMismatch&) {  // the last argument lacks its value
      const std::string name = NameIn(args.back());
      const FlagSpec* const flag = line_.FindFlag(name);
      if (!flag) Refuse(Shown(name), "missing value");
      RefuseMissingValue(name, *flag, nullptr);
    }
    ReadRemaining();
    return std::move(parsed_);
  }

 private:
  void Take(const FlagSpec& flag, const std::string& value) {
    const std::size_t at = args_->size() - rest_.size() - 1;  // of the last argument taken
    if (flag.value.empty()) {
      CheckSwitch((*args_)[at], at + 1 < args_->size() ? &(*args_)[at + 1] : nullptr);
    } else {
      CheckValue(flag, value, at);
    }
    const bool lacks_value = flag.is_optional && value == kNoValue;
    parsed_.flags.emplace_back(&flag, lacks_value ? "" : value);
  }

  // CLI11 takes -0, which means -o, for a number.
  void AddPositional(const std::string& value) {
    if (value == "-0" && !file::Exists(value)) parsed_.unknown.push_back({value, {}});
    parsed_.positionals.push_back(value);
  }

  // Refuses a truth value after a switch, unless a file has this name. In: next, may be null.
  void CheckSwitch(const std::string& argument, const std::string* next) const {
    constexpr std::array<std::string_view, 4> kOff{"false", "no", "off", "0"};
    constexpr std::array<std::string_view, 3> kOn{"true", "yes", "on"};
    CheckShort(argument);
    if (argument.ends_with('=')) Refuse(Shown(argument), "missing value after =");
    if (!next || argument.find('=') != std::string::npos || file::Exists(*next)) return;
    const bool is_off = std::ranges::count(kOff, *next) > 0;
    const bool is_on = !is_off && (std::ranges::count(kOn, *next) > 0 || IsNumeric(*next));
    if (!is_on && !is_off) return;
    Refuse(argument, "takes no value, got " + Quoted(*next),
           "write " + (is_on ? argument : argument + "=false"));
  }

  // In: at, the index of the argument that ends with the value.
  void CheckValue(const FlagSpec& flag, const std::string& value, std::size_t at) const {
    const bool is_separate = value == (*args_)[at] && at > 0;
    const std::string& argument = (*args_)[is_separate ? at - 1 : at];
    const std::string name = NameIn(argument);
    if (!is_separate) CheckShort(argument);
    if (is_separate && argument.ends_with('=')) RefuseMissingValue(name, flag, nullptr);
    if (is_separate && IsFlag(value)) RefuseMissingValue(name, flag, &value);
    CheckStray(name, flag, value, std::span(*args_).subspan(at + 1));
  }

  // Refuses -octaves and -o=FILE, which mean -o with the rest as its value.
  void CheckShort(const std::string& argument) const {
    if (argument.starts_with("--") || argument.size() < 3) return;
    const std::string name = NameIn(argument);
    const FlagSpec* const flag = name.size() == 2 ? line_.FindFlag(name) : nullptr;
    if (flag && flag->value.empty()) Refuse(name, "takes no value", "write " + name);
    if (flag)
      Refuse(Shown(argument),
             "a short flag takes no =", "write " + name + ' ' + Shown(argument.substr(3)));
    if (line_.HasFlag('-' + name)) Refuse(name, "unknown flag", DidYouMean('-' + name));
  }

  // Reads what CLI11 left: unknown flags and surplus positionals. After "--", nothing is a flag.
  void ReadRemaining() {
    bool may_be_flag = true;
    for (const std::string& argument : app_.remaining()) {
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

  bool IsFlag(const std::string& argument) const {
    return HasFlagForm(argument) || (argument.starts_with('-') && line_.HasFlag(argument));
  }

  const CommandLine& line_;
  CLI::App app_;
  const Args* args_ = nullptr;
  Args rest_;  // what CLI11 has not taken yet, in reverse
  ParsedArgs parsed_;
};

// --- The command line ---

CommandLine::CommandLine(std::string_view name, CommandText text)
    : name_(name), text_(std::move(text)) {
  BeginGroup(kCommonGroup, kAnywhere);
  Add({{"-h", "[all]"},
       "print this help; --help all lists every flag",
       {.alias = "--help",
        .is_main = true,
        .is_optional = true,
        .repeats = true,
        .kind = ValueKind::kChoice,
        .choices = {"all"}}},
      [this](const std::string& value) {
        if (!value.empty() && value != "all")
          Refuse("--help", "unexpected " + Quoted(value) + " after it",
                 "write --help, or --help all for every flag");
        wish_ = value.empty() ? Wish::kShortHelp : Wish::kFullHelp;
      });
  Add({"--version", "print the version", {.repeats = true}}, [this](const std::string& value) {
    if (SwitchValue("--version", value)) wish_ = Wish::kVersion;
  });
}

CommandLine::~CommandLine() = default;

void CommandLine::BeginGroup(std::string_view heading, unsigned destinations) {
  group_ = heading;
  group_destinations_ = destinations;
}

void CommandLine::Add(FlagSpec spec, FlagHandler handler) {
  if (spec.group.empty()) spec.group = group_;
  spec.destinations = group_destinations_;
  spec.handler = std::move(handler);
  flags_.push_back(std::move(spec));
}

void CommandLine::AddSwitch(FlagSpec spec, bool* on) {
  spec.repeats = true;
  const std::string name = spec.name;
  Add(std::move(spec), [on, name](const std::string& value) { *on = SwitchValue(name, value); });
}

void CommandLine::AddText(FlagSpec spec, std::string* text) {
  const std::string name = spec.name;
  Add(std::move(spec), [text, name](const std::string& value) {
    if (value.empty()) Refuse(name, "must not be empty");
    *text = value;
  });
}

void CommandLine::AddChoice(FlagSpec spec, std::span<const std::string_view> choices,
                            std::function<void(std::size_t)> handler) {
  spec.choices.assign(choices.begin(), choices.end());
  spec.kind = ValueKind::kChoice;
  const std::string name = spec.name;
  Add(std::move(spec),
      [name, names = std::vector(choices.begin(), choices.end()), handler = std::move(handler)](
          const std::string& value) { handler(ChoiceValue(name, value, names)); });
}

std::vector<const FlagSpec*> CommandLine::Flags() const {
  std::vector<const FlagSpec*> flags;
  for (const FlagSpec& flag : flags_)
    if (flag.destinations & destinations()) flags.push_back(&flag);
  std::rotate(flags.begin(), flags.begin() + kCommon, flags.end());
  return flags;
}

const FlagSpec* CommandLine::FindFlag(std::string_view name) const {
  const auto found =
      std::ranges::find_if(flags_, [&](const FlagSpec& flag) { return HasName(flag, name); });
  return found == flags_.end() ? nullptr : &*found;
}

int CommandLine::Run(const Args& args, Streams& streams) {
  const auto positionals = Parse(args);
  if (positionals) return run_(*positionals, streams);
  if (wish_ == Wish::kVersion) {
    streams.out << "cobble " << Version() << '\n';
  } else {
    PrintHelp(*this, wish_ == Wish::kFullHelp, streams.out);
  }
  return 0;
}

std::optional<Args> CommandLine::Parse(const Args& args) {
  if (!parser_) parser_ = std::make_unique<Parser>(*this);
  ParsedArgs parsed = parser_->Parse(args);
  given_ = std::move(parsed.flags);
  wish_ = Wish::kRun;
  for (const auto& [flag, value] : given_)
    if (flag->group == kCommonGroup && wish_ == Wish::kRun) flag->handler(value);
  if (wish_ != Wish::kRun) return std::nullopt;
  if (!parsed.unknown.empty()) RefuseUnknown(parsed);
  CallHandlers();
  CheckConflicts(args, parsed.positionals);
  if (!parsed.extra.empty()) RefuseArgument(parsed.extra.front());
  return std::move(parsed.positionals);
}

void CommandLine::RefuseArgument(const std::string& argument) const {
  const bool is_point = HasFlag("--points") && ParseNumber(argument.substr(0, argument.find(',')));
  Refuse("", "unexpected argument " + Quoted(argument),
         is_point ? "points are read from a file or, with --points -, from standard input"
                  : "see cobble " + name_ + " --help");
}

void CommandLine::CallHandlers() const {
  std::vector<const FlagSpec*> seen;
  for (const auto& [flag, value] : given_) {
    const bool is_list = flag->value.find("[,") != std::string::npos;
    if (!flag->repeats && std::ranges::count(seen, flag) > 0)
      Refuse(flag->name, "given more than once",
             is_list ? "write " + flag->name + ' ' + flag->value : "");
    seen.push_back(flag);
    flag->handler(value);
  }
}

bool CommandLine::Has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const auto& each) { return HasName(*each.first, name); });
}

std::string CommandLine::FlagWords(std::string_view left_out) const {
  std::string words;
  for (const auto& [flag, value] : given_) {
    if (flag->name == left_out) continue;
    const bool is_switch = flag->value.empty();
    const bool is_off = is_switch && value == "false";
    words += ' ' + (is_off && !flag->negation.empty() ? flag->negation : flag->name);
    if (is_off && flag->negation.empty()) words += "=false";
    if (!is_switch && !value.empty()) words += ' ' + ShellWord(value);
  }
  return words;
}

// Returns the hint to write the command with a flag before the folder that stands without one:
// "write cobble render --plan DIR --shard 1/4". Empty if the flag takes no folder, or there is
// none.
std::string CommandLine::HintWith(const std::string& needed, const Args& args,
                                  const Args& positionals) const {
  const FlagSpec* const flag = FindFlag(needed);
  const bool has_folder = flag && flag->kind == ValueKind::kFolder && positionals.size() == 1 &&
                          file::IsFolder(positionals.front());
  if (!has_folder) return {};
  std::string command = "cobble " + name_;
  for (const std::string& arg : args)
    command += (arg == positionals.front() ? ' ' + needed + ' ' : " ") + ShellWord(arg);
  return "write " + command;
}

void CommandLine::CheckConflicts(const Args& args, const Args& positionals) const {
  for (const auto& [flag, given] : given_) {
    const auto& [needed, value] = flag->needs;
    const bool is_off = given == "false" && !flag->negation.empty();
    if (!needed.empty() && !Has(needed))
      Refuse(is_off ? flag->negation : flag->name,
             "has no effect without " + needed + (value.empty() ? "" : ' ' + value),
             HintWith(needed, args, positionals));
    for (const auto& [other, hint] : flag->excludes)
      if (Has(other)) Refuse(flag->name, "is mutually exclusive with " + other, hint);
  }
}

void CommandLine::RefuseFlagsNotFor(Destination destination) const {
  const auto rule =
      std::ranges::find(kDestinationRules, destination, &DestinationRule::destination);
  for (const auto& [flag, value] : given_)
    if (!(flag->destinations & destination))
      Refuse(flag->name, std::string(rule->message),
             std::string(destination == kStore ? flag->for_stores : rule->hint));
}

void CommandLine::RefuseUnknown(const ParsedArgs& parsed) const {
  std::vector<std::string> names;
  for (const FlagSpec* flag : Flags())
    for (std::string& name : AllNames(*flag)) names.push_back(std::move(name));
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string& flag = parsed.unknown.front().name;
  Issue issue;
  if (unknown_) {
    try {
      CallHandlers();
    } catch (const Error&) {  // the unknown flag is reported first
    }
    Args others = parsed.positionals;  // including values of unknown flags
    others.insert(others.end(), parsed.extra.begin(), parsed.extra.end());
    issue = unknown_(parsed.unknown, others);
  }
  if (issue.message.empty()) {
    issue.message = "unknown flag";
    issue.hint = CommandsWith(flag);
    const std::string_view nearest = Nearest(flag, views);
    const bool is_part = nearest.starts_with(flag) || flag.starts_with(nearest);
    if (!nearest.empty() && (issue.hint.empty() || is_part))
      issue.hint += (issue.hint.empty() ? "" : "; ") + DidYouMean(flag, views);
    const auto starts = [&](std::string_view name) { return name.starts_with(flag); };
    if (issue.hint.empty() && flag.size() > 2 && std::ranges::count_if(views, starts) == 1)
      issue.hint = DidYouMean(*std::ranges::find_if(views, starts), views);
  }
  if (issue.hint.empty()) issue.hint = "see cobble " + name_ + " --help";
  issue.where = Printable(flag, kMaxShownWord);
  throw Error(ErrorKind::kUsage, {std::move(issue)});
}

}  // namespace cobble
