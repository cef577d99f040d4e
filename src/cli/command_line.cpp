// Implements CommandLine with CLI11.
#include "cli/command_line.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <utility>

#include "cli/flag_values.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "core/utf8.h"

namespace cobble {
namespace {

constexpr std::size_t kHelpWidth = 100, kFlagWidth = 32;

// CLI11's layout with our own usage line, plain placeholders and wrapped descriptions.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) { column_width(kFlagWidth); }

  std::string make_usage(const CLI::App*, std::string) const override { return usage_ + "\n\n"; }

  std::string make_group(std::string group, bool,
                         std::vector<const CLI::Option*> options) const override {
    std::string text = group + ":\n";
    for (const CLI::Option* option : options) text += make_option(option, false);
    return text;
  }

  // Drops the "{false}" that CLI11 appends to a switch's negative name.
  std::string make_option_name(const CLI::Option* option, bool) const override {
    return CLI::detail::find_and_replace(option->get_name(false, true), "{false}", "");
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : ' ' + option->get_type_name();
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text;
    std::size_t column = 0;
    for (const std::string& word : CLI::detail::split(option->get_description(), ' ')) {
      const bool wraps = column > 0 && column + 1 + word.size() > kHelpWidth - kFlagWidth;
      if (column > 0) text += wraps ? '\n' : ' ';
      text += word;
      column = wraps ? word.size() : column + 1 + word.size();
    }
    return text;
  }

 private:
  std::string usage_;
};

// Returns whether the argument has the form of a long flag: two dashes and a letter.
bool HasFlagForm(std::string_view arg) {
  return arg.size() > 2 && arg.starts_with("--") &&
         std::isalpha(static_cast<unsigned char>(arg[2]));
}

[[noreturn]] void RefuseMissingValue(const std::string& name, const FlagSpec& spec,
                                     const std::string* next) {
  const std::string got = next ? ", got the flag " + Quoted(next->substr(0, next->find('='))) : "";
  const std::string rule = spec.rule.empty() ? "" : ": " + spec.rule;
  throw Error(ErrorKind::kUsage, name, "a value must follow" + got,
              "write " + name + ' ' + spec.value + rule);
}

// Returns whether the text consists of numbers, such as 512, 0.5,-1 or 512x.
bool IsNumeric(std::string_view text) {
  return text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("0123456789.,-x") == text.npos;
}

bool IsFile(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// Refuses a truth value after a switch, unless it is the name of a file.
void CheckSwitch(const std::string& name, const std::string& next) {
  constexpr std::array<std::string_view, 4> kOff{"false", "no", "off", "0"};
  constexpr std::array<std::string_view, 3> kOn{"true", "yes", "on"};
  const bool is_off = std::ranges::count(kOff, next) > 0;
  const bool is_on = !is_off && (std::ranges::count(kOn, next) > 0 || IsNumeric(next));
  if ((!is_on && !is_off) || IsFile(next)) return;
  throw Error(ErrorKind::kUsage, name, "takes no value, got " + Quoted(next),
              "write " + (is_on ? name : name + "=false"));
}

}  // namespace

CommandLine::CommandLine(std::string_view command, std::string_view usage, std::string_view summary)
    : app_(std::make_unique<CLI::App>(std::string(summary), std::string(command))) {
  std::string line = "\nUsage: cobble " + std::string(command);
  if (!usage.empty()) line += ' ' + std::string(usage);
  app_->formatter(std::make_shared<HelpFormatter>(line));
  app_->set_help_flag();  // AddCommon adds it after all other flags, to list it last
  app_->allow_extras();   // ClassifyRemaining handles unknown arguments
}

CommandLine::~CommandLine() = default;

void CommandLine::Add(FlagSpec spec, Handler handler) {
  CLI::Option* option = nullptr;
  if (spec.value.empty()) {
    option = app_->add_flag(spec.names)->description(spec.help);
  } else {
    option = app_->add_option(
        spec.names, [](const CLI::results_t&) { return true; }, spec.help);
    option->type_name(spec.value)->type_size(1)->expected(1);
  }
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->group(spec.group);
  flags_.emplace(option, Flag{std::move(spec), std::move(handler)});
}

void CommandLine::AddSwitch(FlagSpec spec, bool* on) {
  spec.repeats = true;
  const std::string name = spec.names.substr(spec.names.rfind(',') + 1);
  Add(std::move(spec), [on, name](const std::string& value) { *on = SwitchValue(name, value); });
}

void CommandLine::AddText(FlagSpec spec, std::string* text) {
  const std::string name = spec.names;
  Add(std::move(spec), [text, name](const std::string& value) {
    if (value.empty()) throw Error(ErrorKind::kUsage, name, "must not be empty");
    *text = value;
  });
}

void CommandLine::AddCommon() {
  app_->set_help_flag("-h,--help", "print this help")->group("Other");
  app_->set_version_flag("--version", "cobble " + std::string(Version()), "print the version")
      ->group("Other");
}

const CommandLine::Flag* CommandLine::FindFlag(const std::string& name) const {
  const auto found = flags_.find(app_->get_option_no_throw(name));
  return found == flags_.end() ? nullptr : &found->second;
}

// Returns whether the argument, which should be a value, is a flag.
bool CommandLine::IsFlag(const std::string& arg) const {
  return HasFlagForm(arg) || (arg.starts_with('-') && app_->get_option_no_throw(arg) != nullptr);
}

// Refuses flags without a value, and numbers after a value. CLI11 would take the next flag as the
// value, and the numbers as positionals.
void CommandLine::CheckValues(const std::vector<std::string>& args) const {
  for (std::size_t i = 0; i < args.size() && args[i] != "--"; ++i) {
    const std::size_t equals = std::min(args[i].find('='), args[i].size());
    const std::string name = args[i].substr(0, equals);
    const bool has_equals = name.starts_with("--") && equals < args[i].size();
    const Flag* const flag = FindFlag(name);
    if (has_equals && (name == "--help" || name == "--version"))
      throw Error(ErrorKind::kUsage, name, "takes no value");
    if (has_equals && equals + 1 == args[i].size() && (!flag || flag->spec.value.empty()))
      throw Error(ErrorKind::kUsage, Shown(args[i]), "missing value after =");
    const bool has_one_dash = name.size() > 2 && name[0] == '-' && name[1] != '-';
    if (has_one_dash && app_->get_option_no_throw('-' + name) != nullptr)
      throw Error(ErrorKind::kUsage, name, "unknown flag",
                  "did you mean " + Quoted('-' + name) + "?");
    if (flag && name.size() == 2 && equals + 1 < args[i].size())
      throw Error(ErrorKind::kUsage, Shown(args[i]), "a short flag takes no =",
                  "write " + name + ' ' + Shown(args[i].substr(equals + 1)));
    if (!flag) continue;
    if (flag->spec.value.empty() && !has_equals && i + 1 < args.size())
      CheckSwitch(name, args[i + 1]);
    if (flag->spec.value.empty()) continue;
    const std::string* const next = i + 1 < args.size() ? &args[i + 1] : nullptr;
    const bool is_missing = has_equals ? equals + 1 == args[i].size() : !next || IsFlag(*next);
    if (is_missing) RefuseMissingValue(name, flag->spec, has_equals ? nullptr : next);
    const std::string value = has_equals ? args[i].substr(equals + 1) : *next;
    if (!has_equals) ++i;
    CheckStray(name, *flag, value, std::span(args).subspan(i + 1));
  }
}

// Refuses numbers that follow the value of a flag, unless they are the names of files. In: rest,
// the arguments after the value.
void CommandLine::CheckStray(const std::string& name, const Flag& flag, const std::string& value,
                             std::span<const std::string> rest) const {
  if (!IsNumeric(value)) return;
  const char separator = flag.spec.separator;
  std::string joined = value, first;
  for (const std::string& arg : rest) {
    if (separator == 'x' && (arg == "x" || arg == "X") && first.empty() && rest.size() > 1)
      continue;
    if (!IsNumeric(arg) || IsFile(arg)) break;
    if (first.empty()) first = arg;
    joined += separator + arg;
  }
  if (first.empty()) return;
  throw Error(ErrorKind::kUsage, name, "unexpected " + Quoted(first) + " after " + Quoted(value),
              separator ? "write " + name + ' ' + joined : "it takes one value");
}

bool CommandLine::Parse(const std::vector<std::string>& args, std::ostream& out) {
  AddCommon();
  try {
    CheckValues(args);
    ParseWith(args);
  } catch (const CLI::CallForHelp&) {
    const std::string help = app_->help();
    out << help.substr(0, help.find_last_not_of('\n') + 1) << '\n';
    return false;
  } catch (const CLI::CallForVersion&) {
    out << app_->version() << '\n';
    return false;
  }
  ClassifyRemaining();
  CallHandlers();
  return true;
}

void CommandLine::ParseWith(std::vector<std::string> args) {
  const std::string last = args.empty() ? "" : args.back();
  std::reverse(args.begin(), args.end());  // CLI11 expects them in reverse
  try {
    app_->parse(args);
  } catch (const CLI::ArgumentMismatch&) {
    throw Error(ErrorKind::kUsage, Shown(last), "missing value");
  }
}

// Classifies the arguments that CLI11 did not parse: each is a positional or an unknown flag; after
// "--", all are positionals.
void CommandLine::ClassifyRemaining() {
  const std::vector<std::string> all = app_->remaining();
  const auto end = std::ranges::find(all, "--");  // of the flags
  const auto is_unknown = [](const std::string& arg) { return arg.size() > 1 && arg[0] == '-'; };
  std::copy_if(all.begin(), end, std::back_inserter(positionals_), std::not_fn(is_unknown));
  if (end != all.end()) positionals_.insert(positionals_.end(), end + 1, all.end());
  std::vector<UnknownFlag> unknown;
  for (auto at = all.begin(); at != end; ++at) {
    if (!is_unknown(*at)) continue;
    const std::size_t equals = std::min(at->find('='), at->size());
    const bool has_next = at + 1 != end && !is_unknown(*(at + 1));
    unknown.push_back({at->substr(0, equals), equals < at->size() ? at->substr(equals + 1)
                                              : has_next          ? *(at + 1)
                                                                  : ""});
  }
  if (!unknown.empty()) RefuseFirst(unknown);
}

void CommandLine::RefuseFirst(std::span<const UnknownFlag> flags) const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string& flag = flags.front().name;
  Issue issue;
  if (unknown_) {
    try {
      CallHandlers();
    } catch (const Error&) {  // the unknown flag is reported first
    }
    issue = unknown_(flags);
  }
  if (issue.message.empty()) {
    issue.message = "unknown flag";
    issue.hint = DidYouMean(flag, views);
  }
  if (issue.hint.empty()) issue.hint = "see cobble " + app_->get_name() + " --help";
  issue.where = Printable(flag, kMaxShownWord);
  throw Error(ErrorKind::kUsage, {std::move(issue)});
}

void CommandLine::CallHandlers() const {
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* option : app_->parse_order()) {
    const auto flag = flags_.find(option);
    if (flag == flags_.end()) continue;
    const auto& [spec, handler] = flag->second;
    const std::size_t index = seen[option]++;
    if (index > 0 && !spec.repeats)
      throw Error(ErrorKind::kUsage, option->get_name(false, false), "given more than once");
    handler(option->results().at(index));
  }
}

const std::vector<std::string>& CommandLine::PositionalsAtMost(std::size_t maximum) const {
  if (positionals_.size() <= maximum) return positionals_;
  throw Error(ErrorKind::kUsage, "", "unexpected argument " + Quoted(positionals_[maximum]),
              "see cobble " + app_->get_name() + " --help");
}

}  // namespace cobble
