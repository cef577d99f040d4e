// cobble palette: prints the colours of a picture, as formulas for recipes.
#include "measure/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/text/print.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/suggest.h"
#include "input/image_file.h"
#include "sources/picture_source.h"

namespace cobble {
namespace {

struct PaletteFlags {
  int count = 6;
  bool json = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddWhole({{"-n", "N"},
                    fmt::format("the number of colours, {} to {} (default {})", kMinPalette,
                                kMaxPalette, count),
                    {.alias = "--colors", .is_main = true}},
                   &count, kMinPalette, kMaxPalette);
    line->AddSwitch({"--json", "print JSON", {.is_main = true}}, &json);
  }
};

// What stands for the number that picks a colour: any, in the order of the picture's shares.
constexpr const char* kPicker = "quantile(x)";

void PrintPalette(const std::vector<PaletteColor>& colors, std::ostream& out) {
  for (const PaletteColor& color : colors) {
    constexpr double kBar = 40;
    const auto length = static_cast<std::size_t>(std::max(1.0, color.share * kBar));
    out << fmt::format("{}  {:5.1f} %  {}\n", color.hex, 100 * color.share,
                       std::string(length, '#'));
  }
  out << '\n' << RampOf(colors, kPicker) << '\n' << EqualPartsOf(colors, kPicker) << '\n';
}

void PrintPaletteJson(const std::vector<PaletteColor>& colors, std::ostream& out) {
  JsonTree json = JsonTree::object();
  json["colors"] = ListOf(colors);
  json["ramp"] = RampOf(colors, kPicker);
  json["palette"] = EqualPartsOf(colors, kPicker);
  out << PrintJson(json) << '\n';
}

void PaletteOfFile(const Args& paths, const PaletteFlags& flags, Streams& streams) {
  if (paths.empty()) Refuse("", "no picture given", "as in cobble palette photo.jpg");
  const PictureSource source = OpenPictureSource(paths[0], streams.in);
  if (!source.is_picture)
    Refuse(Shown(source.path), "is not a picture",
           "to use a recipe's colours, render them first, as in cobble render " +
               Shown(source.path) + " -o color=a.png");
  const ImageFile file = ReadImageFile(source.file);
  const std::vector<PaletteColor> colors = PaletteOf(file.pixels, file.is_srgb, flags.count);
  if (colors.empty()) Refuse(Shown(source.path), "has no visible pixels");
  if (flags.json) {
    PrintPaletteJson(colors, streams.out);
  } else {
    PrintPalette(colors, streams.out);
  }
}

}  // namespace

void DeclarePalette(CommandLine* line) {
  line->Describe(
      {.usage = "FILE | - [-n N] [--json]",
       .summary =
           "Print the colours of a picture from dark to light, with their shares of it, and the "
           "formulas of a ramp and a palette of them, to paste into a recipe.\n\nIn the formulas, "
           "put a number in place of x. The ramp's stops are at the shares of darker colours, so "
           "that what quantile(x) colours has as much of each colour as the picture."});
  line->OnRun(&PaletteOfFile);
}

}  // namespace cobble
