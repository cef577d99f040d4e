// Implements CommandLine with CLI11.
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
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

// Without this check, CLI11 would take the argument after "--name=" as the value.
void RefuseEmptyValues(const std::vector<std::string>& args) {
  for (const std::string& arg : args) {
    if (arg == "--") return;
    if (arg.starts_with("--") && arg.find('=') == arg.size() - 1)
      throw Error(ErrorKind::kUsage, Shown(arg), "missing value after =");
  }
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

bool CommandLine::Parse(const std::vector<std::string>& args, std::ostream& out) {
  AddCommon();
  try {
    RefuseEmptyValues(args);
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
  } catch (const CLI::ConversionError&) {  // handlers convert all other values
    throw Error(ErrorKind::kUsage, "--version", "takes no value");
  }
}

// Classifies the arguments that CLI11 did not parse: each is a positional or an unknown flag; after
// "--", all are positionals.
void CommandLine::ClassifyRemaining() {
  bool flags_end = false;
  for (const std::string& arg : app_->remaining()) {
    if (!flags_end && arg == "--") {
      flags_end = true;
    } else if (!flags_end && arg.size() > 1 && arg[0] == '-') {
      RefuseFlag(arg);
    } else {
      positionals_.push_back(arg);
    }
  }
}

void CommandLine::RefuseFlag(const std::string& arg) const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string flag = arg.substr(0, arg.find('='));
  std::string hint = DidYouMean(flag, views);
  if (hint.empty()) hint = "see cobble " + app_->get_name() + " --help";
  throw Error(ErrorKind::kUsage, Printable(flag, kMaxShownWord), "unknown flag", hint);
}

void CommandLine::CallHandlers() {
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
