// Implements CommandLine with CLI11.
#include "cli/line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <span>
#include <utility>

#include "cli/line/flag_values.h"
#include "cli/terminal/streams.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "platform/file.h"

namespace cobble {
namespace {

// Returns whether the argument has the form of a long flag: two dashes and a letter.
bool HasFlagForm(std::string_view arg) {
  return arg.size() > 2 && arg.starts_with("--") &&
         std::isalpha(static_cast<unsigned char>(arg[2]));
}

[[noreturn]] void RefuseMissingValue(const std::string& name, const FlagSpec& spec,
                                     const std::string* next) {
  const std::string got = next ? ", got the flag " + Quoted(next->substr(0, next->find('='))) : "";
  const std::string rule = spec.rule.empty() ? "" : ": " + spec.rule;
  throw Error(ErrorKind::kUsage, name, "needs a value" + got,
              "write " + name + ' ' + spec.value + rule);
}

// Returns whether the text consists of numbers, such as 512, 0.5,-1 or 512x.
bool IsNumeric(std::string_view text) {
  return text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("0123456789.,-x") == text.npos;
}

// Refuses a truth value after a switch, unless it is the name of a file.
void CheckSwitch(const std::string& name, const std::string& next) {
  constexpr std::array<std::string_view, 4> kOff{"false", "no", "off", "0"};
  constexpr std::array<std::string_view, 3> kOn{"true", "yes", "on"};
  const bool is_off = std::ranges::count(kOff, next) > 0;
  const bool is_on = !is_off && (std::ranges::count(kOn, next) > 0 || IsNumeric(next));
  if ((!is_on && !is_off) || file::Exists(next)) return;
  throw Error(ErrorKind::kUsage, name, "takes no value, got " + Quoted(next),
              "write " + (is_on ? name : name + "=false"));
}

}  // namespace

CommandLine::CommandLine(std::string_view command, std::string_view usage, std::string_view summary)
    : app_(std::make_unique<CLI::App>("", std::string(command))),
      help_{.name = std::string(command),
            .usage = std::string(usage),
            .summary = std::string(summary),
            .flags = {},
            .words = {},
            .takes_folders = false} {
  app_->set_help_flag();  // AddCommon adds it after all other flags, to list it last
  app_->allow_extras();   // ClassifyRemaining handles unknown arguments
}

CommandLine::~CommandLine() = default;

void CommandLine::Add(FlagSpec spec, Handler handler) {
  CLI::Option* option = nullptr;
  if (spec.value.empty()) {
    option = app_->add_flag(spec.names);
  } else {
    option = app_->add_option(
        spec.names, [](const CLI::results_t&) { return true; }, "");
    option->type_size(1)->expected(1);
  }
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  help_.flags.push_back(spec);
  flags_.emplace(option, Flag{std::move(spec), std::move(handler)});
}

void CommandLine::AddSwitch(FlagSpec spec, bool* on) {
  spec.repeats = true;
  const std::string names = spec.names.substr(0, spec.names.find(",!"));
  const std::string name = names.substr(names.rfind(',') + 1);
  Add(std::move(spec), [on, name](const std::string& value) { *on = SwitchValue(name, value); });
}

void CommandLine::AddText(FlagSpec spec, std::string* text) {
  const std::string name = spec.names;
  Add(std::move(spec), [text, name](const std::string& value) {
    if (value.empty()) throw Error(ErrorKind::kUsage, name, "must not be empty");
    *text = value;
  });
}

void CommandLine::AddChoice(FlagSpec spec, std::span<const std::string_view> choices,
                            std::function<void(std::size_t)> handler) {
  spec.choices.assign(choices.begin(), choices.end());
  const std::string name = spec.names;
  Add(std::move(spec),
      [name, names = std::vector(choices.begin(), choices.end()), handler = std::move(handler)](
          const std::string& value) { handler(ChoiceValue(name, value, names)); });
}

void CommandLine::OfferWords(std::span<const std::string_view> words) {
  for (const std::string_view word : words)
    if (std::ranges::count(help_.words, word) == 0) help_.words.emplace_back(word);
}

void CommandLine::Hide(std::string_view name) {
  std::erase_if(help_.flags,
                [&](const FlagSpec& flag) { return std::ranges::count(AllNames(flag), name) > 0; });
}

void CommandLine::Describe(std::string_view name, std::string_view help) {
  for (FlagSpec& flag : help_.flags)
    if (std::ranges::count(AllNames(flag), name) > 0) flag.help = help;
}

void CommandLine::AddCommon() {
  const FlagSpec flags[] = {{.names = "-h,--help",
                             .help = "print this help; --help all lists every flag",
                             .group = "Other"},
                            {.names = "--version", .help = "print the version", .group = "Other"}};
  app_->set_help_flag(flags[0].names);
  app_->set_version_flag(flags[1].names, "cobble " + std::string(Version()));
  help_.flags.insert(help_.flags.end(), std::begin(flags), std::end(flags));
}

void CommandLine::PrintHelp(const std::vector<std::string>& args, std::ostream& out) const {
  const auto is_help = [](const std::string& arg) { return arg == "--help" || arg == "-h"; };
  const auto flag = std::ranges::find_if(args, is_help);
  const bool is_all = flag != args.end() && flag + 1 != args.end() && *(flag + 1) == "all";
  if (args.size() == 2 && flag == args.begin() && !is_all)
    throw Error(ErrorKind::kUsage, *flag, "unexpected " + Quoted(args[1]) + " after it",
                "write --help, or --help all for every flag");
  const std::size_t columns =
      IsTerminal(out) ? std::clamp(TerminalColumns(out), kMinFullColumns, kMaxFullColumns)
                      : kMaxFullColumns;
  out << (is_all ? FullHelp(help_, columns) : ShortHelp(help_));
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
      throw Error(ErrorKind::kUsage, name, "takes no value",
                  name == "--help" ? "write --help, or --help all for every flag" : "");
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
    if (!IsNumeric(arg) || file::Exists(arg)) break;
    if (first.empty()) first = arg;
    joined += separator + arg;
  }
  if (first.empty()) return;
  throw Error(ErrorKind::kUsage, name, "unexpected " + Quoted(first) + " after " + Quoted(value),
              separator ? "write " + name + ' ' + joined : "it takes one value");
}

bool CommandLine::Parse(const std::vector<std::string>& args, std::ostream& out) {
  if (!has_common_) AddCommon();
  has_common_ = true;
  positionals_.clear();
  if (auto* const receiver = dynamic_cast<HelpReceiver*>(&out)) {
    receiver->help = help_;
    return false;
  }
  try {
    CheckValues(args);
    ParseWith(args);
  } catch (const CLI::CallForHelp&) {
    PrintHelp(args, out);
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
  app_->clear();                           // which leaves parse_order
  first_parsed_ = app_->parse_order().size();
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
    const auto starts = [&](std::string_view name) { return name.starts_with(flag); };
    if (issue.hint.empty() && HasFlagForm(flag) && std::ranges::count_if(views, starts) == 1)
      issue.hint = DidYouMean(*std::ranges::find_if(views, starts), views);
  }
  if (issue.hint.empty()) issue.hint = "see cobble " + app_->get_name() + " --help";
  issue.where = Printable(flag, kMaxShownWord);
  throw Error(ErrorKind::kUsage, {std::move(issue)});
}

void CommandLine::CallHandlers() const {
  std::map<const CLI::Option*, std::size_t> seen;
  for (const CLI::Option* option : std::span(app_->parse_order()).subspan(first_parsed_)) {
    const auto flag = flags_.find(option);
    if (flag == flags_.end()) continue;
    const auto& [spec, handler] = flag->second;
    const std::size_t index = seen[option]++;
    if (index > 0 && !spec.repeats)
      throw Error(ErrorKind::kUsage, option->get_name(false, false), "given more than once");
    handler(option->results().at(index));
  }
}

std::vector<std::string> CommandLine::UsedFlags() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::span(app_->parse_order()).subspan(first_parsed_)) {
    std::string name = "--" + option->get_lnames().front();
    if (std::ranges::count(names, name) == 0) names.push_back(std::move(name));
  }
  return names;
}

const std::vector<std::string>& CommandLine::PositionalsAtMost(std::size_t maximum) const {
  if (positionals_.size() <= maximum) return positionals_;
  throw Error(ErrorKind::kUsage, "", "unexpected argument " + Quoted(positionals_[maximum]),
              "see cobble " + app_->get_name() + " --help");
}

}  // namespace cobble
