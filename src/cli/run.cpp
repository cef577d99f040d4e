// Picks the command, and turns what it throws into messages and an exit status.
#include "cli/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <istream>
#include <ostream>
#include <string_view>

#include "cli/command.h"
#include "cli/failure.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "output/sink_signals.h"

namespace cobble {
namespace {

struct Command {
  std::string_view name, summary;
  int (*run)(const Words& words, Streams& streams);
};

constexpr Command kCommands[] = {
    {"render", "make pictures of a recipe", &RunRender},
    {"sample", "the noise's value and slope at points, CSV to CSV", &RunSample},
    {"check", "judge recipes, write nothing", &RunCheck},
    {"show", "the complete recipe as JSON, or the bounds of its nodes", &RunShow},
    {"list", "noises, nodes, presets, fields, maps, formats, simd", &RunList},
    {"explain", "what a type of node or a key of a recipe is", &RunExplain},
    {"schema", "the JSON Schema of recipes", &RunSchema},
    {"info", "what a picture that cobble made says of itself", &RunInfo},
};

constexpr std::string_view kExamples = R"(
Examples:
  cobble render --preset marble -o marble.png
  cobble render --noise perlin --frequency 8 --octaves 5 --tiling -o hills.png
  cobble render hills.json -o height=hills.r16 -o normal=hills_n.png
  cobble render hills.png --seed 7 -o other.png
  cobble show --preset clouds > clouds.json

"cobble COMMAND --help" tells a command's flags, "cobble list fields" what a recipe holds,
"cobble explain terrace" or "cobble explain noise.octaves" one piece of it.
)";

void PrintHelp(std::ostream& out) {
  out << "cobble: textures and heightmaps from noise\n\n"
         "Usage: cobble COMMAND ...  |  cobble --help  |  cobble --version\n\nCommands:\n";
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
  if (name.starts_with('-'))
    throw Error(ErrorKind::kUsage, Printable(name, kLongestWord), "a command must come first",
                "see cobble --help");
  std::string hint = DidYouMean(name, names);
  if (hint.empty()) hint = "cobble --help names all";
  throw Error(ErrorKind::kUsage, "", "no command is called " + Quoted(name), hint);
}

int Dispatch(const Words& args, Streams& streams) {
  if (args.empty() || args[0] == "--help" || args[0] == "-h") {
    PrintHelp(streams.out);
  } else if (args[0] == "--version") {
    streams.out << "cobble " << Version() << '\n';
  } else {
    return FindCommand(args[0]).run({args.begin() + 1, args.end()}, streams);
  }
  return 0;
}

// What a process does once: failed writes are reported, not signalled, and descriptors 0 to 2 are
// open, so that no picture ever gets one of them.
void PrepareProcess() {
  WatchFailures();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  CatchSignals();
  // open gives the lowest descriptor that is free. Opened the wrong way round, it still fails as a
  // closed one would.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

}  // namespace

// The one place where exceptions end.
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

// noexcept: what fails before there are streams to say so is WatchFailures'.
int RunProcess(int argc, char** argv) noexcept {
  PrepareProcess();
  DescriptorBuffer buffers[]{DescriptorBuffer(STDIN_FILENO), DescriptorBuffer(STDOUT_FILENO),
                             DescriptorBuffer(STDERR_FILENO)};
  std::istream in(&buffers[0]);
  std::ostream out(&buffers[1]), err(&buffers[2]);
  err << std::unitbuf;  // what it is told is said at once
  return Run({argv + (argc > 0 ? 1 : 0), argv + argc}, in, out, err);
}

}  // namespace cobble
