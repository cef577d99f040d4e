// cobble info: prints what pictures hold, and how cobble made them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "cli/line/command.h"
#include "cli/recipes/failures.h"
#include "cli/stores/store_flags.h"
#include "cli/text/print.h"
#include "cobble/error.h"
#include "cobble/recipe.h"
#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "measure/measure.h"
#include "output/picture.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/images/images.h"
#include "recipe/json/json.h"
#include "recipe/writing/recipe_tree.h"
#include "sources/picture_source.h"
#include "sources/recipe_source.h"
#include "stores/chunk_store.h"
#include "stores/range_parts.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

struct PictureReport {
  std::string name;
  PictureInfo info;
  std::vector<Extremes> extremes{};              // by channel
  Json recipe{}, output{};                       // cobble's metadata; null if there is none
  std::string recipe_text{};                     // the line of the recipe
  std::vector<std::string> damages{};            // of the metadata
  std::optional<bool> is_srgb{};                 // nullopt: unknown
  std::optional<std::array<double, 2>> range{};  // the values of heights 0 and 1
  bool shows_node = false;                       // and not the height
  std::optional<World> world{};                  // of the recipe

  // Returns the value of a sample of the height.
  double Value(double sample) const { return (*range)[0] + sample * ((*range)[1] - (*range)[0]); }
  // The same in metres. In: a report with a world.
  double Metres(double sample) const { return world->heights[0] + sample * world->Rise(); }
  bool IsHeight(const PictureChannel& channel) const {
    return range && (channel.name == "Y" || channel.name == "height.Y");
  }
  // Returns whether the samples are metres.
  bool IsElevation(const PictureChannel& channel) const {
    return channel.name == "elevation.Y" ||
           (channel.name == "Y" && output.TextAt("map") == "elevation");
  }
};

// --- Reading ---

// Parses the metadata as JSON, not as a recipe, to support pictures made by later versions of
// cobble. If it is not JSON, returns null and adds to the damages.
Json ReadJson(const std::string& text, std::string_view keyword, PictureReport* report) {
  Faults faults;
  auto json =
      ParseJson(text, std::make_shared<const Source>(Source{std::string(keyword)}), &faults);
  if (json) return std::move(*json);
  const Issue issue = faults.Issues().front();
  report->damages.push_back(issue.where + ": " + issue.message.Text());
  return {};
}

// Sets the range of a picture that shows the height, or one node.
void ReadRange(PictureReport* report) {
  const auto names = SplitNames(report->output.TextAt("map").value_or(""));
  const bool is_node = SplitMapName(names.front()).map.starts_with('@');
  const bool is_inverted = names.size() == 1 && names.front() == "invert:height";
  if (is_node || is_inverted || std::ranges::count(names, "height") > 0)
    report->range = report->output.At("range").Pair();
  report->shows_node = is_node;
}

// Sets the world, if the recipe has one that this cobble can read.
void ReadWorld(PictureReport* report) {
  const Json& world = report->recipe.At("world");
  const auto width = world.NumberAt("width"), radius = world.NumberAt("radius");
  const auto heights = world.At("heights").Pair();
  if ((width || radius) && heights)
    report->world = World{width.value_or(0), *heights, radius.value_or(0)};
}

// Returns the line about the recipe, which has been read.
std::string RecipeText(const PictureReport& report) {
  if (!report.damages.empty()) return "damaged: " + report.damages.front();
  const auto version = report.recipe.NumberAt("cobble");
  if (version && *version > kRecipeVersion)
    return fmt::format("of format {}, which needs a later version of cobble: this one reads {}",
                       Shortest(*version), kRecipeVersion);
  return "cobble show " + Shown(report.name) + " prints it";
}

void ReadMetadata(const PictureFile& file, PictureReport* report) {
  if (report->info.states_srgb) report->is_srgb = report->info.is_srgb;
  std::optional<PictureMetadata> metadata;
  report->recipe_text = "none";
  try {
    metadata = FindPictureMetadata(MetadataBytes(file), Shown(file.name));
  } catch (const Error& error) {
    report->damages.push_back(error.issues().front().message.Text());
    report->recipe_text = "damaged: the file " + report->damages.back();
  }
  if (!metadata || metadata->recipe.empty()) return;
  report->recipe = ReadJson(metadata->recipe, kRecipeKeyword, report);
  report->recipe_text = RecipeText(*report);
  if (metadata->output.empty()) return;
  report->output = ReadJson(metadata->output, kOutputKeyword, report);
  ReadRange(report);
  ReadWorld(report);
  if (report->is_srgb) return;
  if (const auto origin = ReadOrigin(file))
    report->is_srgb = origin->maps.size() == 1 && origin->maps.front().is_color;
}

PictureReport ReadReport(const std::string& path, std::istream& in) {
  const PictureSource argument = OpenPictureSource(path, in);
  const auto reader = OpenPictureFile(argument.file);
  PictureReport report{.name = argument.path, .info = reader->info()};
  ReadMetadata(argument.file, &report);
  report.extremes = MeasureExtremes(*reader);
  return report;
}

// --- Text ---

std::string ChannelText(const PictureReport& report, std::size_t index) {
  const Extremes& extremes = report.extremes[index];
  if (extremes.samples == 0) return "no finite samples";
  std::string text =
      fmt::format("{} to {}", SixDigits(extremes.minimum), SixDigits(extremes.maximum));
  if (report.IsElevation(report.info.channels[index])) return text + " m";
  if (!report.IsHeight(report.info.channels[index])) return text;
  text += fmt::format(" (values {} to {}", SixDigits(report.Value(extremes.minimum)),
                      SixDigits(report.Value(extremes.maximum)));
  if (report.world && !report.shows_node)
    text += fmt::format(", {} to {} m", SixDigits(report.Metres(extremes.minimum)),
                        SixDigits(report.Metres(extremes.maximum)));
  return text + ')';
}

std::string BitsText(const PictureInfo& info) {
  std::vector<std::string> kinds;
  for (const PictureChannel& channel : info.channels) {
    std::string kind = fmt::format("{}", channel.bits);
    if (channel.is_uint) {
      kind += " (uint)";
    } else if (channel.is_float) {
      kind += channel.is_int ? " (int)" : " (float)";
    }
    if (std::ranges::count(kinds, kind) == 0) kinds.push_back(std::move(kind));
  }
  return fmt::format("{}", fmt::join(kinds, ", "));
}

std::string OutputText(const PictureReport& report, const char* key) {
  const Json* const member = report.output.Find(key);
  return member ? PlainText(*member) : "";
}

std::vector<LabelledText> MadeBy(const PictureReport& report) {
  std::vector<LabelledText> lines;
  const auto add = [&](const char* label, std::string text) {
    if (!text.empty()) lines.emplace_back(label, Shown(text));
  };
  add("map", OutputText(report, "map"));
  if (report.info.primaries) add("primaries", PrimariesText(*report.info.primaries));
  add("range", OutputText(report, "range"));
  if (report.world)
    add("world",
        fmt::format("{} m {}, heights of {} to {} m", SixDigits(report.world->Width()),
                    report.world->radius > 0 ? "around the equator" : "wide",
                    SixDigits(report.world->heights[0]), SixDigits(report.world->heights[1])));
  const Json& terrain = report.output.At("terrain");
  const auto low = terrain.NumberAt("low"), high = terrain.NumberAt("high");
  if (const auto code = terrain.TextAt("encoding"); code && low && high)
    add("terrain", fmt::format("{} to {} m as {}", SixDigits(*low), SixDigits(*high), *code));
  add("window", OutputText(report, "window"));
  const std::string version = OutputText(report, "cobble"), noise = OutputText(report, "noise");
  if (!version.empty() || !noise.empty())
    lines.emplace_back("made by",
                       fmt::format("cobble {}, noise version {}", Shown(version), Shown(noise)));
  return lines;
}

std::vector<LabelledText> TextOf(const PictureReport& report) {
  const PictureInfo& info = report.info;
  std::string format(info.format);
  if (!info.compression.empty()) format += ", " + info.compression;
  for (const std::string& each : info.more) format += ", " + each;
  if (report.is_srgb.value_or(false)) format += ", sRGB";
  std::vector<LabelledText> lines{
      {"file", Shown(report.name)},
      {"format", format},
      {"size", fmt::format("{} x {}", info.width, info.height)},
      {"bits", BitsText(info)},
  };
  for (std::size_t c = 0; c < info.channels.size(); ++c)
    lines.emplace_back("channel " + info.channels[c].name, ChannelText(report, c));
  for (LabelledText& line : MadeBy(report)) lines.push_back(std::move(line));
  lines.emplace_back("recipe", report.recipe_text);
  if (report.output.is_null() && !report.damages.empty() && !report.recipe.is_null())
    lines.emplace_back("output", "damaged: " + report.damages.back());
  return lines;
}

// --- JSON ---

JsonTree ChannelJson(const PictureReport& report, std::size_t index) {
  const PictureChannel& channel = report.info.channels[index];
  const Extremes& extremes = report.extremes[index];
  JsonTree json = JsonTree::object();
  json["name"] = channel.name;
  json["bits"] = channel.bits;
  json["float"] = channel.is_float && !channel.is_uint && !channel.is_int;
  json["minimum"] = extremes.samples > 0 ? JsonTree(extremes.minimum) : JsonTree();
  json["maximum"] = extremes.samples > 0 ? JsonTree(extremes.maximum) : JsonTree();
  if (extremes.samples > 0 && report.IsHeight(channel))
    json["values"] = {report.Value(extremes.minimum), report.Value(extremes.maximum)};
  if (extremes.samples > 0 && report.IsHeight(channel) && report.world && !report.shows_node)
    json["metres"] = {report.Metres(extremes.minimum), report.Metres(extremes.maximum)};
  if (extremes.samples > 0 && report.IsElevation(channel))
    json["metres"] = {extremes.minimum, extremes.maximum};
  return json;
}

JsonTree ReportJson(const PictureReport& report) {
  const PictureInfo& info = report.info;
  JsonTree json = JsonTree::object();
  json["file"] = report.name;
  json["format"] = info.format;
  json["width"] = info.width;
  json["height"] = info.height;
  json["compression"] = info.compression.empty() ? JsonTree() : JsonTree(info.compression);
  json["srgb"] = report.is_srgb ? JsonTree(*report.is_srgb) : JsonTree();
  json["primaries"] = info.primaries ? JsonTree(PrimariesText(*info.primaries)) : JsonTree();
  json["orientation"] = info.orientation;
  json["details"] = info.more;
  json["channels"] = JsonTree::array();
  for (std::size_t c = 0; c < info.channels.size(); ++c)
    json["channels"].push_back(ChannelJson(report, c));
  if (!report.damages.empty()) json["damaged"] = report.damages;
  if (!report.recipe.is_null()) json[std::string(kRecipeKeyword)] = TreeOf(report.recipe);
  if (!report.output.is_null()) json[std::string(kOutputKeyword)] = TreeOf(report.output);
  return json;
}

// --- Stores: the plan and the range, not the chunks ---

std::string_view FormatOf(const StorePlan& plan) {
  return kStoreKinds[static_cast<std::size_t>(plan.kind)];
}

std::string SizeText(const ChunkGrid& grid, int level) {
  return fmt::format("{} x {}", grid.WidthOf(level), grid.HeightOf(level));
}

std::string MapText(const StorePlan& plan, const StoreMap& map) {
  const int channels = map.map.channels;
  std::string text = fmt::format("{} bits{}", map.bits, map.bits == 32 ? " (float)" : "");
  if (channels > 1) text += fmt::format(", {} channels", channels);
  if (plan.elevation)
    text = fmt::format("{} to {} m as {}", plan.elevation->low, plan.elevation->high,
                       NameOf(plan.elevation->code));
  return text;
}

std::string RangeText(const std::optional<HeightRange>& range) {
  if (!range) return "fit; known when the range stage is done";
  return fmt::format("fit, {:.6g} to {:.6g}", range->low, range->high);
}

// The three bytes of an elevation are one number, but readers see three channels.
JsonTree MapJson(const StorePlan& plan, const StoreMap& map) {
  return {{"map", map.map.name},
          {"channels", plan.elevation ? 3 : map.map.channels},
          {"bits", map.bits},
          {"float", map.bits == 32}};
}

JsonTree LevelsJson(const ChunkGrid& grid) {
  JsonTree json = JsonTree::array();
  for (int level = 0; level < grid.levels(); ++level)
    json.push_back({{"width", grid.WidthOf(level)},
                    {"height", grid.HeightOf(level)},
                    {"chunks", grid.ChunksOf(level)}});
  return json;
}

std::vector<LabelledText> StoreText(const ChunkStore& store) {
  const std::string name = StoreWordOrDir(store.name());
  const StorePlan& plan = store.plan();
  const ChunkGrid& grid = store.grid();
  std::vector<LabelledText> lines{
      {"store", Shown(store.name())},
      {"format", fmt::format("{}, compression {}", FormatOf(plan),
                             kCompressions[static_cast<std::size_t>(plan.compression)])},
      {"size", SizeText(grid, 0)},
      {"levels", plan.levels == 0
                     ? "1"
                     : fmt::format("{}, down to {}", grid.levels(), SizeText(grid, plan.levels))},
      {"chunks", fmt::format("{} of {} x {} pixels; cobble verify {} checks them", grid.ChunksOf(0),
                             plan.chunk, plan.chunk, name)},
      {"shards", fmt::format("{}", plan.shards)},
  };
  for (const StoreMap& map : plan.maps)
    lines.emplace_back("map " + Shown(map.map.name), MapText(plan, map));
  if (HasRangeStage(plan)) lines.emplace_back("range", RangeText(FindRange(store)));
  for (const ImageSum& image : ImageSums(plan.recipe))
    lines.emplace_back("image " + Shown(image.name), "checksum " + image.sha256);
  lines.emplace_back("recipe", "cobble show " + name + " prints it");
  return lines;
}

JsonTree StoreJson(const ChunkStore& store) {
  const StorePlan& plan = store.plan();
  JsonTree json = JsonTree::object();
  json["file"] = store.name();
  json["format"] = FormatOf(plan);
  json["width"] = plan.recipe.width;
  json["height"] = plan.recipe.height;
  json["compression"] = kCompressions[static_cast<std::size_t>(plan.compression)];
  json["chunk"] = plan.chunk;
  json["shards"] = plan.shards;
  json["levels"] = LevelsJson(store.grid());
  json["maps"] = JsonTree::array();
  for (const StoreMap& map : plan.maps) json["maps"].push_back(MapJson(plan, map));
  if (plan.elevation) {
    json["terrain"] = NameOf(plan.elevation->code);
    json["elevation"] = {plan.elevation->low, plan.elevation->high};
  }
  if (HasRangeStage(plan)) {
    const auto range = FindRange(store);
    json["range"] = range ? JsonTree({range->low, range->high}) : JsonTree();
  }
  json[std::string(kRecipeKeyword)] = TreeOf(RecipeTree(plan.recipe));
  return json;
}

// --- The command ---

struct Description {
  std::vector<LabelledText> text;
  JsonTree json;
};

Description Describe(const std::string& path, std::istream& in) {
  if (const auto store = OpenStoreFolder(path)) return {StoreText(*store), StoreJson(*store)};
  const PictureReport report = ReadReport(path, in);
  return {TextOf(report), ReportJson(report)};
}

void PrintInfo(const Args& paths, bool json, Streams& streams) {
  if (paths.empty()) Refuse("", "no file given", "specify a picture");
  std::vector<Description> described;
  const auto error = ReadEach(
      paths, [&](const std::string& path) { described.push_back(Describe(path, streams.in)); });
  JsonTree list = JsonTree::array();
  for (const Description& each : described) {
    if (!json && &each != described.data()) streams.out << '\n';
    if (!json) PrintLabelled(each.text, streams.out);
    list.push_back(each.json);
  }
  if (json && !list.empty()) streams.out << PrintJson(list.size() == 1 ? list[0] : list) << '\n';
  if (!error) return;
  Flush(streams.out);  // what is known of the other files
  throw Error(*error);
}

}  // namespace

void DeclareInfo(CommandLine* line) {
  line->Describe({.usage = "FILE|DIR|-... [--json] [--quiet]",
                  .summary =
                      "Describe pictures in any format that cobble writes; - is standard input. "
                      "Prints the format, size, channels, bits, the minimum and maximum of each "
                      "channel and, for pictures made by cobble, their maps, versions and recipe; "
                      "for the folder of a store, its size, levels, chunks and maps. With --json, "
                      "prints an object, or a list of them for several files.",
                  .positionals = {.maximum = kAnyNumber}});
  const auto json = line->Keep<bool>();
  line->BeginGroup("Output");
  line->AddSwitch({"--json", "print JSON, with the recipe"}, json);
  line->AddSwitch(QuietFlag(), line->Keep<bool>());  // it prints no warnings
  line->OnRun([json](const Args& paths, Streams& streams) { PrintInfo(paths, *json, streams); });
}

}  // namespace cobble
