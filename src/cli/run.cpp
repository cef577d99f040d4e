// Dispatches to a command and reports its errors.
#include "cli/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <istream>
#include <ostream>
#include <string_view>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/tables.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "output/formats.h"
#include "output/sink_signals.h"
#include "recipe/presets.h"

namespace cobble {
namespace {

struct Command {
  std::string_view name, summary;
  int (*run)(const Args& args, Streams& streams);
};

constexpr Command kCommands[] = {
    {"render", "render pictures from a recipe", &RunRender},
    {"sample", "evaluate the noise's value and slope at points, reading and writing CSV",
     &RunSample},
    {"check", "check recipes without writing any file", &RunCheck},
    {"show", "print the complete recipe as JSON, or the bounds of its nodes", &RunShow},
    {"list", "list noises, nodes, presets, fields, maps, formats or SIMD levels", &RunList},
    {"explain", "describe a node type or a recipe key", &RunExplain},
    {"schema", "print the JSON Schema of recipes", &RunSchema},
    {"info", "print the recipe and output settings stored in a picture", &RunInfo},
};

constexpr std::string_view kExamples = R"(
Examples:
  cobble render --preset marble -o marble.png
  cobble render --noise perlin --frequency 8 --octaves 5 --tiling -o hills.png
  cobble render hills.json -o height=hills.r16 -o normal=hills_n.png
  cobble render hills.png --seed 7 -o other.png
  cobble show --preset clouds > clouds.json

More:
  cobble help COMMAND           the flags of a command
  cobble list fields            all recipe keys
  cobble explain terrace        a node type
  cobble explain noise.octaves  a recipe key
)";

void PrintHelp(std::ostream& out) {
  out << "cobble: textures and heightmaps from noise\n\n"
         "Usage: cobble COMMAND ...  |  cobble help [COMMAND]  |  cobble version\n\nCommands:\n";
  for (const Command& command : kCommands)
    out << fmt::format("  {:9}{}\n", command.name, command.summary);
  out << kExamples;
}

const Command& FindCommand(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  names.insert(names.end(), {"help", "version"});
  if (name.starts_with('-'))
    throw Error(ErrorKind::kUsage, Printable(name, kMaxShownWord), "a command must come first",
                "see cobble --help");
  std::string hint = DidYouMean(name, names);
  if (std::ranges::count(Tables(), name, &Table::name) > 0) hint = "use cobble list " + name;
  if (name.ends_with(".json") || FormatOfPath(name) || ::access(name.c_str(), F_OK) == 0)
    hint = "use cobble render " + Shown(name);
  if (IsPreset(name)) hint = "use cobble render --preset " + name;
  if (hint.empty()) hint = "see cobble --help";
  throw Error(ErrorKind::kUsage, "", "unknown command " + Quoted(name), hint);
}

void RefuseMoreThan(std::size_t maximum, const Args& args) {
  if (args.size() > maximum)
    throw Error(ErrorKind::kUsage, "", "unexpected argument " + Quoted(args[maximum]),
                "see cobble --help");
}

// cobble help [COMMAND], cobble --help
int Help(const Args& args, Streams& streams) {
  if (args.size() < 2 || args[1] == "help" || args[1] == "version") {
    RefuseMoreThan(2, args);
    PrintHelp(streams.out);
    return 0;
  }
  const Command& command = FindCommand(args[1]);
  RefuseMoreThan(2, args);
  return command.run({"--help"}, streams);
}

int Dispatch(const Args& args, Streams& streams) {
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help")
    return Help(args, streams);
  if (args[0] != "--version" && args[0] != "version")
    return FindCommand(args[0]).run({args.begin() + 1, args.end()}, streams);
  RefuseMoreThan(1, args);
  streams.out << "cobble " << Version() << '\n';
  return 0;
}

// Call once per process. Ignores SIGPIPE and SIGXFSZ to make failed writes return errors, and opens
// descriptors 0 to 2 if they are closed, to keep output files from getting one of them.
void PrepareProcess() {
  InstallFailureHandlers();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  CatchSignals();
  // open returns the lowest free descriptor. The wrong access mode makes reads and writes fail, as
  // they would on a closed descriptor.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace

// The only place that catches all exceptions.
int Run(const std::vector<std::string>& args, std::istream& in, std::ostream& out,
        std::ostream& err) {
  try {
    Streams streams{in, out, err};
    const int status = Dispatch(args, streams);
    CheckMemory();
    Flush(out);
    return status;
  } catch (...) {
    return ReportFailure(err);
  }
}

// noexcept: a failure before the streams exist reaches the terminate handler.
int RunProcess(int argc, char** argv) noexcept {
  PrepareProcess();
  DescriptorBuffer buffers[]{DescriptorBuffer(STDIN_FILENO), DescriptorBuffer(STDOUT_FILENO),
                             DescriptorBuffer(STDERR_FILENO)};
  std::istream in(&buffers[0]);
  std::ostream out(&buffers[1]), err(&buffers[2]);
  err << std::unitbuf;  // unbuffered
  return Run({argv + (argc > 0 ? 1 : 0), argv + argc}, in, out, err);
}

}  // namespace cobble
