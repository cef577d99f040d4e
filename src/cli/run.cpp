// Dispatches to a command and reports its errors.
#include "cli/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/text/tables.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "output/formats.h"
#include "platform/environment.h"
#include "platform/file.h"
#include "platform/path.h"
#include "platform/signals.h"
#include "platform/terminal.h"
#include "recipe/presets.h"
#include "render/parallel.h"

namespace cobble {
namespace {

constexpr std::string_view kMore = R"(
More:
  cobble help COMMAND           the flags of a command
  cobble list fields            all recipe keys
  cobble explain noise.octaves  a recipe key, or a node type, such as terrace
  cobble version --json         the build and its libraries
  cobble completion SHELL       completions for bash, zsh, fish or powershell
  cobble man                    the man page
)";

void PrintHelp(std::ostream& out) {
  out << "cobble: textures and heightmaps from noise\n\n"
         "Usage: cobble COMMAND ...  |  cobble help [COMMAND [all]]  |  cobble version\n\n"
         "Commands:\n";
  for (const Command& command : Commands())
    if (!command.is_minor) out << fmt::format("  {:9}{}\n", command.name, command.summary);
  out << "\nExamples:\n";
  for (const Example& example : ExamplesOf("")) out << "  " << example.line << '\n';
  out << kMore;
}

const Command& FindCommand(const std::string& name) {
  const auto found = std::ranges::find(Commands(), name, &Command::name);
  if (found != Commands().end()) return *found;
  auto names = RowNames(Commands());
  names.emplace_back("help");
  if (name.starts_with('-'))
    Refuse(Printable(name, kMaxShownWord), "a command must come first", "see cobble --help");
  Phrase hint = DidYouMean(name, names);
  if (std::ranges::count(Tables(), name, &Table::name) > 0) hint = "use cobble list " + name;
  if (name.ends_with(".json") || FormatOfPath(name) || file::Exists(name))
    hint = "use cobble render " + Shown(name);
  if (IsPreset(name)) hint = "use cobble render --preset " + name;
  if (name == "all") hint = "use cobble help COMMAND all";
  if (hint.empty()) hint = "see cobble --help";
  Refuse("", "unknown command " + Quoted(name), hint);
}

void RefuseMoreThan(std::size_t maximum, const Args& args) {
  if (args.size() > maximum)
    Refuse("", "unexpected argument " + Quoted(args[maximum]), "see cobble --help");
}

// The words after cobble help COMMAND.
constexpr std::string_view kHelpWords[] = {"all"};

// cobble help [COMMAND [all]], cobble --help
int Help(const Args& args, Streams& streams) {
  if (args.size() < 2 || args[1] == "help") {
    RefuseMoreThan(2, args);
    PrintHelp(streams.out);
    return 0;
  }
  if (args[1] == "all")
    Refuse("", "a command must come before \"all\"", "as in cobble help render all");
  const Command& command = FindCommand(args[1]);
  const bool is_all = args.size() > 2 && args[2] == "all";
  const Phrase hint = args.size() > 2 && !is_all ? DidYouMean(args[2], kHelpWords) : "";
  if (!hint.empty()) Refuse("", "unexpected argument " + Quoted(args[2]), hint);
  RefuseMoreThan(is_all ? 3 : 2, args);
  return Declare(command)->Run(is_all ? Args{"--help", "all"} : Args{"--help"}, streams);
}

int Dispatch(const Args& args, Streams& streams) {
  const bool may_stop = !args.empty() && std::ranges::any_of(Commands(), [&](const Command& c) {
    return c.may_stop && c.name == args[0];
  });
  if (!may_stop) stop_signal::Release();
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help")
    return Help(args, streams);
  const Args rest(args.begin() + 1, args.end());
  if (args[0] == "__complete") {  // for the scripts of cobble completion
    streams.out << Complete(rest);
    return 0;
  }
  const std::string name = args[0] == "--version" ? "version" : args[0];
  // What these check, show or run is for cobble render.
  constexpr std::string_view kForRender[] = {"batch", "check", "show"};
  NameFlagsOf(std::ranges::count(kForRender, name) > 0 ? "render" : name);
  return Declare(FindCommand(name))->Run(rest, streams);
}

// To cmd.exe, ' is an ordinary character, and words split at spaces after it.
bool HasForeignQuotes(const Args& args) {
  return IsSeparator('\\') &&
         std::ranges::any_of(args, [](const std::string& word) { return word.starts_with('\''); });
}

int DispatchWithHint(const Args& args, Streams& streams) try {
  return Dispatch(args, streams);
} catch (const Error& error) {
  // A full disk has nothing to do with quotes, but a piece of a formula may be taken for a file.
  const bool has_cause = error.kind() == ErrorKind::kUsage || error.kind() == ErrorKind::kRecipe ||
                         error.issues().front().where.find('\'') != std::string::npos;
  if (!has_cause || !HasForeignQuotes(args)) throw;
  std::vector<Issue> issues = error.issues();
  issues.front().hint = "write \" instead of ' around words: cmd.exe knows no other quotes";
  throw Error(error.kind(), std::move(issues));
}

// Call once per process.
void PrepareProcess() {
  InstallTerminateHandler();
  IgnoreWriteSignals();
  CatchSignals();
  // Until the process ends, so that SIGTERM stops a shard with one status at any time; everything
  // else releases it. After CatchSignals: Windows calls the last handler first.
  stop_signal::Hold();
  file::OpenStandardHandles();
  PrepareTerminals();
}

}  // namespace

// The only place that catches all exceptions.
int Run(const std::vector<std::string>& args, std::istream& in, std::ostream& out,
        std::ostream& err) {
  try {
    const OwnThreads own_threads;
    Streams streams{in, out, err};
    const int status = DispatchWithHint(args, streams);
    Flush(out);
    return status;
  } catch (...) {
    return ReportFailure(err);
  }
}

// noexcept: failures before the streams exist reach the terminate handler.
int RunProcess(int argc, char** argv) noexcept {
  PrepareProcess();
  HandleBuffer buffers[]{HandleBuffer(kStandardInput), HandleBuffer(kStandardOutput),
                         HandleBuffer(kStandardError)};
  std::istream in(&buffers[0]);
  std::ostream out(&buffers[1]), err(&buffers[2]);
  err << std::unitbuf;  // unbuffered
  return Run(Arguments(argc, argv), in, out, err);
}

}  // namespace cobble
