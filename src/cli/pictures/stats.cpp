// cobble stats: measures a map of a recipe, or a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/pictures/rendered.h"
#include "cli/terminal/style.h"
#include "cli/text/print.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/ground.h"
#include "measure/measure.h"
#include "platform/environment.h"
#include "platform/terminal.h"
#include "sources/picture_source.h"

namespace cobble {
namespace {

struct Measured {
  std::string name, map;  // empty for a recipe of flags alone, and for files
  int64_t width = 0, height = 0;
  std::vector<ChannelMeasures> channels;
  std::optional<SampleMetres> metres;  // of its samples; then there is one channel
  std::vector<double> percentiles{kPercentiles.begin(), kPercentiles.end()};
};

// --- Text ---

using CellText = std::function<std::string(const ChannelMeasures&)>;

std::string CountText(uint64_t count, const ChannelMeasures& channel) {
  const double share = 100 * static_cast<double>(count) / static_cast<double>(channel.samples);
  return fmt::format("{} ({:.3g} %)", count, share);
}

// Returns whether the environment asks for UTF-8: LC_ALL, else LC_CTYPE, else LANG.
bool IsUtf8Locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale = LowerCase(Variable(name));
    if (locale.empty()) continue;
    std::erase(locale, '-');
    return locale.find("utf8") != std::string::npos;
  }
  return IsWindowsConsole();
}

// Returns a character per count, as high as the count relative to the largest: the blocks U+2581 to
// U+2588, or ".:-=+*#@" in ASCII. A space is a count of 0.
std::string Bar(const std::vector<double>& counts, bool utf8) {
  constexpr std::string_view kAscii = ".:-=+*#@";
  constexpr double kLevels = kAscii.size();
  const double largest = std::ranges::max(counts);
  std::string bar;
  for (const double count : counts) {
    const auto level = count > 0 ? static_cast<uint32_t>(std::ceil(count / largest * kLevels)) : 0;
    if (level == 0) {
      bar += ' ';
    } else if (utf8) {
      AppendUtf8(0x2580 + level, &bar);
    } else {
      bar += kAscii[level - 1];
    }
  }
  return bar;
}

// Returns a sample, and what it is in metres, if anything. In: converted, to metres.
std::string WithMetres(double sample, const std::optional<SampleMetres>& metres, double converted) {
  if (!metres) return SixDigits(sample);
  if (metres->scale == 1 && metres->offset == 0) return SixDigits(sample) + " m";
  return fmt::format("{} ({} m)", SixDigits(sample), SixDigits(converted));
}

std::vector<std::pair<std::string, CellText>> Lines(const Measured& measured) {
  const std::vector<ChannelMeasures>& channels = measured.channels;
  std::vector<std::pair<std::string, CellText>> lines;
  // A line that channels without finite samples do not have.
  const auto add = [&](std::string label, CellText cell) {
    lines.emplace_back(std::move(label), [cell = std::move(cell)](const ChannelMeasures& c) {
      return c.samples > 0 ? cell(c) : "none";
    });
  };
  const auto text = [metres = measured.metres](double sample) {
    return WithMetres(sample, metres, metres ? metres->At(sample) : 0);
  };
  add("minimum", [text](const auto& c) { return text(c.minimum); });
  add("maximum", [text](const auto& c) { return text(c.maximum); });
  add("mean", [text](const auto& c) { return text(c.mean); });
  add("deviation", [metres = measured.metres](const auto& c) {
    return WithMetres(c.deviation, metres, metres ? std::abs(metres->scale) * c.deviation : 0);
  });
  for (std::size_t p = 0; p < measured.percentiles.size(); ++p)
    add(fmt::format("{} %", measured.percentiles[p]),
        [p, text](const auto& c) { return text(c.percentiles[p]); });
  if (const auto& bounds = channels.front().bounds) {  // samples beyond a bound count as well
    add("at " + SixDigits(bounds->low), [](const auto& c) { return CountText(c.at_low, c); });
    add("at " + SixDigits(bounds->high), [](const auto& c) { return CountText(c.at_high, c); });
  }
  if (std::ranges::any_of(channels, [](const auto& c) { return c.not_finite > 0; }))
    lines.emplace_back("not finite", [](const auto& c) { return std::to_string(c.not_finite); });
  add("seam x", [](const auto& c) { return SixDigits(c.seam_x.ratio); });
  add("seam y", [](const auto& c) { return SixDigits(c.seam_y.ratio); });
  add("direction", [](const auto& c) { return SixDigits(c.anisotropy.degrees); });
  add("coherence", [](const auto& c) { return SixDigits(c.anisotropy.coherence); });
  return lines;
}

void PrintText(const Measured& measured, std::ostream& out) {
  for (const std::string& each : {Shown(measured.name), Shown(measured.map)})
    if (!each.empty()) out << each << ", ";
  out << fmt::format("{} x {}\n\n", measured.width, measured.height);
  const auto lines = Lines(measured);
  constexpr std::size_t kLabel = 11;
  std::vector<std::size_t> widths;
  std::string heading(kLabel, ' ');
  for (const ChannelMeasures& channel : measured.channels) {
    std::size_t width = channel.name.size();
    for (const auto& [label, cell] : lines) width = std::max(width, cell(channel).size());
    widths.push_back(width);
    heading += fmt::format("  {:>{}}", channel.name, width);
  }
  out << heading << '\n';
  for (const auto& [label, cell] : lines) {
    out << fmt::format("{:{}}", label, kLabel);
    for (std::size_t c = 0; c < widths.size(); ++c)
      out << fmt::format("  {:>{}}", cell(measured.channels[c]), widths[c]);
    out << '\n';
  }
  const bool utf8 = IsUtf8Locale();
  for (const ChannelMeasures& channel : measured.channels)
    if (channel.samples > 0)
      out << fmt::format("\n{} from {} to {}\n|{}|\n", channel.name, SixDigits(channel.minimum),
                         SixDigits(channel.maximum), Bar(channel.histogram, utf8));
}

// --- JSON ---

JsonTree SeamJson(const Seam& seam) {
  return {{"mean", seam.mean},
          {"maximum", seam.maximum},
          {"typical", seam.typical},
          {"ratio", seam.ratio}};
}

JsonTree ChannelJson(const ChannelMeasures& channel, const Measured& measured) {
  const auto& metres = measured.metres;
  JsonTree json = JsonTree::object();
  json["name"] = channel.name;
  json["samples"] = channel.samples;
  json["not_finite"] = channel.not_finite;
  const auto known = [&](double number) {
    return channel.samples > 0 ? JsonTree(number) : JsonTree();
  };
  json["minimum"] = known(channel.minimum);
  json["maximum"] = known(channel.maximum);
  json["mean"] = known(channel.mean);
  json["deviation"] = known(channel.deviation);
  json["percentiles"] = JsonTree::object();
  for (std::size_t p = 0; p < measured.percentiles.size(); ++p)
    json["percentiles"][fmt::format("{}", measured.percentiles[p])] =
        channel.samples > 0 ? JsonTree(channel.percentiles[p]) : JsonTree();
  json["bounds"] = nullptr;
  if (channel.bounds)
    json["bounds"] = {{"low", channel.bounds->low},
                      {"high", channel.bounds->high},
                      {"at_low", channel.at_low},
                      {"at_high", channel.at_high}};
  if (metres && channel.samples > 0) {
    json["metres"] = {{"minimum", metres->At(channel.minimum)},
                      {"maximum", metres->At(channel.maximum)},
                      {"mean", metres->At(channel.mean)},
                      {"deviation", std::abs(metres->scale) * channel.deviation}};
  }
  json["histogram"] = channel.histogram;
  json["seam"] = json["anisotropy"] = nullptr;
  if (channel.samples == 0) return json;
  json["seam"] = {{"x", SeamJson(channel.seam_x)}, {"y", SeamJson(channel.seam_y)}};
  json["anisotropy"] = {{"direction", channel.anisotropy.degrees},
                        {"coherence", channel.anisotropy.coherence}};
  return json;
}

void PrintAsJson(const Measured& measured, std::ostream& out) {
  JsonTree json = JsonTree::object();
  if (!measured.name.empty()) json["name"] = measured.name;
  if (!measured.map.empty()) json["map"] = measured.map;
  json["width"] = measured.width;
  json["height"] = measured.height;
  json["channels"] = JsonTree::array();
  for (const ChannelMeasures& channel : measured.channels)
    json["channels"].push_back(ChannelJson(channel, measured));
  out << PrintJson(json) << '\n';
}

// --- The command ---

constexpr std::size_t kMaxPercentiles = 100;

// Parses "2,98".
std::vector<double> PercentilesValue(const std::string& value) {
  std::vector<double> percentiles;
  for (const std::string_view piece : PiecesOf(value, ",")) {
    const auto percent = ParseNumber(piece);
    const bool is_in_range = percent && *percent >= 0 && *percent <= 100;
    if (!is_in_range || percentiles.size() == kMaxPercentiles)
      Refuse("--percentiles",
             fmt::format("must be 1 to {} numbers from 0 to 100, got {}", kMaxPercentiles,
                         Quoted(value)),
             "as in --percentiles 2,98");
    percentiles.push_back(*percent + 0.0);  // 0 for -0
  }
  return percentiles;
}

struct StatsFlags {
  RecipeOptions recipe;
  RenderedOptions rendered;
  bool json = false, quiet = false;
  std::vector<double> percentiles{kPercentiles.begin(), kPercentiles.end()};

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->Add({{"--percentiles", "P[,P...]"},
               "the percentiles to print: the values below which P % of the samples are",
               {.is_main = true}},
              [this](const std::string& value) { percentiles = PercentilesValue(value); });
    line->AddSwitch({"--json", "print JSON", {.is_main = true}}, &json);
    rendered.AddTo(line);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddTo(line);
  }
};

[[noreturn]] void RefuseFlags(const std::string& path, std::istream& in, const StatsFlags& flags) {
  Phrase hint = flags.recipe.HeightmapHint(path, in);
  if (hint.empty())
    hint = "to measure its recipe, use cobble show " + Shown(path) + " | cobble stats - [flags]";
  Refuse(Shown(path), "is a picture; recipe flags do not apply to it", hint);
}

Measured MeasureFile(const PictureSource& argument, std::istream& in, const StatsFlags& flags) {
  if (flags.recipe.has_flags() || !flags.rendered.map().empty())
    RefuseFlags(argument.path, in, flags);
  const auto reader = OpenPictureFile(argument.file);
  const PictureInfo& info = reader->info();
  const auto origin = ReadOrigin(argument.file);
  return {.name = argument.path,
          .map = {},
          .width = info.width,
          .height = info.height,
          .channels = MeasurePicture(*reader, std::nullopt, flags.percentiles),
          .metres = origin ? origin->metres : std::nullopt,
          .percentiles = flags.percentiles};
}

Measured MeasureRecipe(const Args& positionals, std::istream& in, const StatsFlags& flags,
                       std::ostream& err) {
  const LoadedRecipe loaded = flags.recipe.Load(positionals, in, flags.rendered.map());
  const RenderedMap rendered = flags.rendered.Prepare(loaded, {.node_range = loaded.node_range});
  if (!flags.quiet) PrintWarnings(rendered.Warnings(), err);
  const auto reader = rendered.Open();
  const bool has_name = loaded.input || loaded.name != "-";
  return {.name = has_name ? loaded.name : "",
          .map = rendered.map.name,
          .width = loaded.recipe.width,
          .height = loaded.recipe.height,
          .channels = MeasurePicture(*reader, rendered.SampleBounds(), flags.percentiles),
          .metres = MetresOf(loaded.recipe, rendered.map,
                             Bounds{rendered.range.low, rendered.range.high}),
          .percentiles = flags.percentiles};
}

Measured Measure(const Args& positionals, Streams& streams, const StatsFlags& flags) {
  if (positionals.empty()) return MeasureRecipe(positionals, streams.in, flags, streams.err);
  const PictureSource argument = OpenSource(positionals[0], streams.in);
  if (argument.is_picture) return MeasureFile(argument, streams.in, flags);
  std::istringstream text(argument.path == "-" ? TextOf(argument) : "");  // has been read
  return MeasureRecipe(positionals, text, flags, streams.err);
}

void Stats(const Args& paths, const StatsFlags& flags, Streams& streams) {
  const Measured measured = Measure(paths, streams, flags);
  if (flags.json) {
    PrintAsJson(measured, streams.out);
  } else {
    PrintText(measured, streams.out);
  }
}

}  // namespace

void DeclareStats(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE | FILE | -] [flags]",
       .summary = "Print statistics of a map of a recipe, or of a picture of any format that "
                  "cobble writes. A picture is measured as it is; recipe flags do not apply to "
                  "it.\n\nSamples of integer formats are 0..1. Percentiles of floats are exact "
                  "to 0.01 %. The seam in x is the mean difference between the last and the "
                  "first column, divided by the largest between two neighbouring columns, about "
                  "1 or less if the picture tiles; likewise in y. The direction is the one in "
                  "which the picture changes slowest, in degrees anticlockwise from the x axis; "
                  "coherence is 1 for parallel lines, 0 for none."});
  line->OnRun(&Stats);
}

}  // namespace cobble
