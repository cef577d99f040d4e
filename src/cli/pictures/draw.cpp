// Chooses the size and the protocol of a drawing.
#include "cli/pictures/draw.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "cli/render/render_flags.h"
#include "views/terminal_picture.h"

namespace cobble {
namespace {

constexpr int64_t kMaxChars = 2000;

constexpr std::string_view kShapes[] = {"flat", "sphere", "terrain"};  // by Shape
constexpr std::string_view kProtocols[] = {"auto", "ascii", "256", "blocks", "sixel", "kitty"};

}  // namespace

void DrawOptions::AddTo(CommandLine* line) {
  line->BeginGroup("View");
  line->AddText(
      {{"--map", "NAME"},
       "what to show of a recipe: lit (default: its material in light), height, normal, any "
       "other map or pack, @NODE or @/POINTER",
       {.brief = "the map of a recipe, such as normal",
        .is_main = true,
        .kind = ValueKind::kOpenChoice,
        .choices = {Names<Map>().begin(), Names<Map>().end()}}},
      &map);
  AddShape(line, &shape);
  line->AddSwitch({"--repeat",
                   "repeat the picture 2 x 2 times, to show its seams",
                   {.brief = "repeat the picture 2 x 2 times", .is_main = true}},
                  &repeat);
  line->AddWhole({{"--chars", "N"},
                  "width in characters (default: what fits the terminal)",
                  {.is_main = true}},
                 &chars, 1, kMaxChars);
  line->AddChoice({{"--protocol", "NAME"},
                   "how to draw: auto (default: the terminal's best), kitty, sixel, blocks (half "
                   "blocks in 24-bit colour), 256 (half blocks in 256 colours) or ascii (grey, no "
                   "escape sequences); needed if standard output is not a terminal",
                   {.brief = "auto, kitty, sixel, blocks, 256 or ascii", .is_main = true}},
                  kProtocols, [this](std::size_t index) {
                    protocol.reset();
                    if (index > 0) protocol = static_cast<Protocol>(index - 1);
                  });
  line->BeginGroup("Run");
  AddThreads(line, &threads);
}

void AddShape(CommandLine* line, Shape* shape) {
  line->AddEnum({{"--shape", "NAME"},
                 "flat (default); sphere: the material on a ball, or a recipe of a sphere as a "
                 "globe; or terrain: the height as a landscape seen at an angle; both for the map "
                 "lit",
                 {.brief = "flat, sphere or terrain", .is_main = true}},
                kShapes, shape);
}

std::string DrawnText(const MakeLook& look, const DrawOptions& options, int reserved_lines) {
  const Protocol protocol = options.protocol ? *options.protocol : BestProtocol();
  const TerminalSize size = SizeOfTerminal();
  // The pixels of a character: its own with graphics, else two, one above the other.
  const bool is_graphic = protocol == Protocol::kSixel || protocol == Protocol::kKitty;
  const int64_t across = is_graphic ? size.cell_width : 1, down = is_graphic ? size.cell_height : 2;
  const int tiles = options.repeat ? 2 : 1;
  const int lines = std::max(size.lines - reserved_lines, 1);
  const int64_t max_width = options.chars.value_or(size.columns) * across / tiles;
  const int64_t max_height =
      options.chars ? std::numeric_limits<int32_t>::max() : lines * down / tiles;
  const RgbPicture picture = look(std::max<int64_t>(max_width, 1), max_height);
  return TerminalText(options.repeat ? Repeated(picture) : picture, protocol);
}

std::string DrawnText(const Recipe& recipe, const Window& window, const DrawOptions& options,
                      std::vector<Issue>* warnings, int reserved_lines) {
  const MakeLook look = [&](int64_t max_width, int64_t max_height) {
    const LookOptions wanted{.look = options.map,
                             .where = "--map",
                             .node_range = options.node_range,
                             .shape = options.shape,
                             .window = window,
                             .max_width = max_width,
                             .max_height = max_height,
                             .threads = options.threads,
                             .warnings = warnings};
    return LookAt(recipe, wanted);
  };
  return DrawnText(look, options, reserved_lines);
}

}  // namespace cobble
