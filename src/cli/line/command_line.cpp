// Declares and runs the flags of a command.
#include "cli/line/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/line/command.h"
#include "cli/line/command_help.h"
#include "cli/line/parser.h"
#include "cobble/version.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"

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
     "from "
     "the recipe of DIR"}};

}  // namespace

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
          throw Error(ErrorKind::kUsage, "--help", "unexpected " + Quoted(value) + " after it",
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
    if (value.empty()) throw Error(ErrorKind::kUsage, name, "must not be empty");
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
  CheckConflicts();
  if (!parsed.extra.empty()) RefuseArgument(parsed.extra.front());
  return std::move(parsed.positionals);
}

void CommandLine::RefuseArgument(const std::string& argument) const {
  const bool is_point = HasFlag("--points") && ParseNumber(argument.substr(0, argument.find(',')));
  throw Error(ErrorKind::kUsage, "", "unexpected argument " + Quoted(argument),
              is_point ? "points are read from a file or, with --points -, from standard input"
                       : "see cobble " + name_ + " --help");
}

void CommandLine::CallHandlers() const {
  std::vector<const FlagSpec*> seen;
  for (const auto& [flag, value] : given_) {
    const bool is_list = flag->value.find("[,") != std::string::npos;
    if (!flag->repeats && std::ranges::count(seen, flag) > 0)
      throw Error(ErrorKind::kUsage, flag->name, "given more than once",
                  is_list ? "write " + flag->name + ' ' + flag->value : "");
    seen.push_back(flag);
    flag->handler(value);
  }
}

bool CommandLine::Has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const auto& each) { return HasName(*each.first, name); });
}

void CommandLine::CheckConflicts() const {
  for (const auto& [flag, given] : given_) {
    const auto& [needed, value] = flag->needs;
    if (!needed.empty() && !Has(needed))
      throw Error(ErrorKind::kUsage, flag->name,
                  "has no effect without " + needed + (value.empty() ? "" : ' ' + value));
    for (const auto& [other, hint] : flag->excludes)
      if (Has(other))
        throw Error(ErrorKind::kUsage, flag->name, "is mutually exclusive with " + other, hint);
  }
}

void CommandLine::RefuseFlagsNotFor(Destination destination) const {
  const auto rule =
      std::ranges::find(kDestinationRules, destination, &DestinationRule::destination);
  for (const auto& [flag, value] : given_)
    if (!(flag->destinations & destination))
      throw Error(ErrorKind::kUsage, flag->name, std::string(rule->message),
                  std::string(rule->hint));
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
