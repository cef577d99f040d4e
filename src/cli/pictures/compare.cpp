// cobble compare: compares two pictures, or a picture and a recipe.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/pictures/rendered.h"
#include "cli/recipes/failures.h"
#include "cli/terminal/style.h"
#include "cli/text/print.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/primaries.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/picture_run.h"
#include "measure/difference.h"
#include "output/row_writer.h"
#include "platform/path.h"
#include "recipe/fields/picture_maps.h"
#include "sources/picture_source.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

// --- The sides ---

struct CompareSide {
  std::string name;
  PictureSource argument;
  std::optional<LoadedRecipe> recipe{};   // if rendered
  std::optional<RenderedMap> rendered{};  // set by PrepareSides
  std::optional<PictureOrigin> origin{};  // of a picture with cobble's metadata

  // In: stored_as, the other side if that is a picture.
  std::unique_ptr<PictureReader> Open(const PictureInfo* stored_as = nullptr) const {
    return rendered ? rendered->Open(stored_as) : OpenPictureFile(argument.file);
  }
};

// Returns a side's recipe, in the size of the other side if that is a picture. Sets the defaults.
Recipe ResolveSide(const CompareSide& side, const CompareSide& other, const ImageFlags& images,
                   RenderedDefaults* defaults) {
  RecipeLayers layers;
  images.AddTo(&layers);
  layers.AddText(side.recipe->input->text, side.recipe->input->name);
  if (!other.recipe) {
    const auto reader = OpenPictureFile(other.argument.file);
    int64_t width = reader->info().width, height = reader->info().height;
    if (other.origin && other.origin->output.window.width == width &&
        other.origin->output.window.height == height) {
      defaults->window = other.origin->output.window;
      width = other.origin->width;
      height = other.origin->height;
    }
    layers.AddKey("size", fmt::format("{}x{}", width, height));
  }
  Recipe recipe = layers.Resolve();
  if (other.origin && other.origin->output.maps.size() == 1 &&
      FindPictureMap(recipe, other.origin->output.maps.front()))
    defaults->map = other.origin->output.maps.front();
  if (other.origin && other.origin->output.nodes_by_range)
    defaults->node_range = other.origin->output.range;
  return recipe;
}

bool HasFloats(const PictureInfo& info) { return info.channels.front().is_float; }

bool IsRgb(const PictureInfo& info) { return info.channels.front().name == "R"; }

// Files that state none have the readers' default.
Chromaticities PrimariesOf(const PictureInfo& info) { return info.primaries.value_or(kRec709); }

bool HasNegatives(const PictureInfo& info) { return HasFloats(info) && info.format != "hdr"; }

// Returns warnings about what the pictures store differently although they may show the same:
// colours as sRGB or linear light, or with other primaries; normals as 0..1 or -1..1.
std::vector<Issue> CompareWarnings(const CompareSide& a, const CompareSide& b) {
  if (a.rendered || b.rendered) return {};  // stored in the same way
  const auto first = a.Open(), second = b.Open();
  const auto shows = [&](const auto& predicate) {
    return std::ranges::any_of(std::array{&a, &b}, [&](const CompareSide* side) {
      return side->origin && std::ranges::any_of(side->origin->maps, predicate);
    });
  };
  const auto warning = [&](bool is_a, std::string_view stored, std::string_view other) {
    const std::string name = Shown((is_a ? a : b).name), other_name = Shown((is_a ? b : a).name);
    return Issue{"", fmt::format("{} stores {}, {} {}", name, stored, other_name, other), ""};
  };
  const bool is_color = first->info().is_srgb || second->info().is_srgb ||
                        shows([](const PictureMap& map) { return map.is_color; });
  std::vector<Issue> warnings;
  if (is_color && HasFloats(first->info()) != HasFloats(second->info()))
    warnings.push_back(warning(!HasFloats(first->info()), "colours as sRGB", "as linear light"));
  const Chromaticities mine = PrimariesOf(first->info()), theirs = PrimariesOf(second->info());
  if ((is_color || IsRgb(first->info())) && !AreSame(mine, theirs)) {
    const bool is_first = !AreSame(theirs, kRec709);  // names Rec. 709 first
    warnings.push_back(
        warning(is_first, "colours with the primaries " + PrimariesText(is_first ? mine : theirs),
                "with " + PrimariesText(is_first ? theirs : mine)));
  }
  if (!warnings.empty()) return warnings;
  const bool is_signed =
      shows([](const PictureMap& map) { return map.range == SampleRange::kSigned; });
  if (is_signed && HasNegatives(first->info()) != HasNegatives(second->info()))
    return {warning(!HasNegatives(first->info()), "-1..1 as 0..1", "as -1..1")};
  return {};
}

// Opens a picture, or reads a recipe. Throws Error.
CompareSide LoadSide(const std::string& path, std::istream& in) {
  if (OpenStoreFolder(path))
    throw Error(ErrorKind::kRecipe, Shown(path), "is a store, not a picture",
                "cobble verify checks its chunks");
  CompareSide side{.name = path, .argument = OpenSource(path, in)};
  if (side.argument.is_picture) {
    side.origin = ReadOrigin(side.argument.file);
    return side;
  }
  std::istringstream text(path == "-" ? TextOf(side.argument) : "");
  side.recipe = LoadedRecipe{.recipe = {}, .name = path, .input = ReadRecipeSource(path, text)};
  return side;
}

// Compiles the recipes. Beside a picture, a recipe is rendered in its size, or as the picture shows
// its own recipe: the same window, and the same map unless another is chosen. Throws Error.
void PrepareSides(CompareSide* a, CompareSide* b, const RenderedOptions& options,
                  const ImageFlags& images) {
  for (CompareSide* side : {a, b}) {
    if (!side->recipe) continue;
    RenderedDefaults defaults;
    side->recipe->recipe = ResolveSide(*side, side == a ? *b : *a, images, &defaults);
    side->rendered = options.Prepare(*side->recipe, defaults);
  }
  if (a->rendered || b->rendered) return;
  for (const auto& [flag, is_given] :
       {std::pair{"--map", !options.map().empty()}, std::pair{"--image", !images.empty()}})
    if (is_given) Refuse(flag, "has no effect: neither side is a recipe");
}

struct SideReaders {
  std::unique_ptr<PictureReader> a, b;
};

// If a recipe is compared with a picture, its samples are rounded as in the picture.
SideReaders OpenSides(const CompareSide& a, const CompareSide& b) {
  if (a.rendered && !b.rendered) {
    auto file = b.Open();
    auto rows = a.Open(&file->info());
    return {std::move(rows), std::move(file)};
  }
  auto first = a.Open();
  const bool is_file = !a.rendered && b.rendered;
  auto second = b.Open(is_file ? &first->info() : nullptr);
  return {std::move(first), std::move(second)};
}

// --- The picture of the difference ---

const Format& DiffFormat(const std::string& path) {
  if (const Format* const format = FormatOfPath(path)) return *format;
  const std::string_view suffix = SuffixOfName(path);
  if (suffix.empty())
    Refuse("-o " + Shown(path), "the difference needs a file", "as in -o difference.png");
  Refuse("-o " + Shown(path), "unknown suffix " + Quoted(suffix),
         fmt::format("use one of {}", fmt::join(FormatSuffixes(), ", ")));
}

void CheckPaths(const CompareSide& a, const CompareSide& b, const ImageFlags& images,
                const std::string& output) {
  PathCheck check;
  images.AddTo(&check);
  for (const CompareSide* side : {&a, &b})
    for (const std::string& path : side->argument.paths)
      if (&b != side || path != "-" || a.name != "-") check.AddInput(Shown(path), path);
  if (output.empty()) return;
  const std::string flag = "-o " + Shown(output);
  for (const std::string& path : PathsOf(DiffFormat(output), output))
    check.AddOutput(path == output ? flag : "the sidecar of " + flag, path);
}

// Writes each pixel's largest difference, in grey; of three channels, in colour. Compares again,
// since the scale depends on the maximum.
void WriteDifference(const std::string& path, const CompareSide& a, const CompareSide& b,
                     double maximum) {
  const SideReaders readers = OpenSides(a, b);
  const PictureInfo &info = readers.a->info(), &other = readers.b->info();
  const std::size_t channels = std::max(info.channels.size(), other.channels.size());
  PictureMap map;
  map.name = "difference";
  map.channels = channels == 3 ? 3 : 1;
  const Format& format = DiffFormat(path);
  PictureSpec spec;
  spec.path = path;
  spec.format = &format;
  spec.maps = {map};
  spec.bits = DefaultBits(format, map);
  spec.width = info.width;
  spec.height = info.height;
  spec.simd_target = FindSimdLevel("auto")->target;
  if (const std::string why = WhyNot(format, map, spec.bits); !why.empty())
    Refuse("-o " + Shown(path), why);
  TidyFolders({path});
  RowWriter writer(spec);
  const double scale = maximum > 0 ? 1 / maximum : 0;
  const std::size_t step = channels == 3 ? 1 : channels;
  std::vector<float> row;
  ComparePictures(*readers.a, *readers.b, 0, [&](std::span<const float> differences) {
    row.clear();
    for (std::size_t k = 0; k < differences.size(); k += step) {
      const double largest = std::ranges::max(differences.subspan(k, step));
      row.push_back(std::isfinite(largest) ? static_cast<float>(largest * scale) : 1.0f);
    }
    writer.Write(row);
  });
  writer.Commit();
}

// --- The report ---

struct Verdict {
  std::string a, b;
  double tolerance = 0;
  std::string mismatch{};  // of the sizes or channels, if any
  Difference difference{};
  std::string channel{};  // of the maximum
  std::string output{};

  bool IsEqual() const { return mismatch.empty() && difference.differing == 0; }
};

void PrintText(const Verdict& verdict, std::ostream& out) {
  const Difference& difference = verdict.difference;
  const std::string names = Shown(verdict.a) + " and " + Shown(verdict.b);
  if (!verdict.mismatch.empty()) {
    out << names << " differ: " << verdict.mismatch << '\n';
    if (!verdict.output.empty()) out << Shown(verdict.output) << " is not written\n";
    return;
  }
  if (!difference.IsAny()) {
    out << names << " are equal\n";
  } else {
    out << names << (verdict.IsEqual() ? " are equal within " : " differ");
    if (verdict.IsEqual()) out << SixDigits(verdict.tolerance);
    const double share =
        100 * static_cast<double>(difference.differing) / static_cast<double>(difference.samples);
    out << fmt::format(
        "\nsamples  {} of {} differ{} ({:.3g} %)\n", difference.differing, difference.samples,
        verdict.tolerance > 0 ? " by more than " + SixDigits(verdict.tolerance) : "", share);
    if (difference.not_finite > 0)
      out << fmt::format("infinite {} of these: NaN or infinity in one of the two\n",
                         difference.not_finite);
    const std::string at =
        fmt::format(" at x {}, y {}, channel {}: {} and {}\n", difference.x, difference.y,
                    verdict.channel, SixDigits(difference.a), SixDigits(difference.b));
    if (difference.not_finite > 0) out << "first   " << at;
    out << "maximum  " << SixDigits(difference.maximum) << (difference.not_finite > 0 ? "\n" : at);
    const double psnr = difference.Psnr();
    out << fmt::format("mean     {}\nPSNR     {}\n", SixDigits(difference.mean),
                       std::isfinite(psnr) ? fmt::format("{:.2f} dB", psnr) : "infinite");
  }
  if (verdict.output.empty()) return;
  std::string white = "white = NaN or infinity in one of the two";
  if (difference.maximum > 0) white = "white = " + SixDigits(difference.maximum);
  if (!difference.IsAny()) white = "no difference: all black";
  out << Shown(verdict.output) << ": " << white << '\n';
}

void PrintAsJson(const Verdict& verdict, std::ostream& out) {
  const Difference& difference = verdict.difference;
  JsonTree json = JsonTree::object();
  json["a"] = verdict.a;
  json["b"] = verdict.b;
  json["equal"] = verdict.IsEqual();
  json["tolerance"] = verdict.tolerance;
  if (!verdict.mismatch.empty()) {
    json["mismatch"] = verdict.mismatch;
  } else {
    json["samples"] = difference.samples;
    json["differing"] = difference.differing;
    json["not_finite"] = difference.not_finite;
    json["maximum"] = difference.maximum;
    json["mean"] = difference.mean;
    json["psnr"] = difference.Psnr();  // null if it is infinite
    json["at"] = nullptr;
    if (difference.IsAny())
      json["at"] = {{"x", difference.x},
                    {"y", difference.y},
                    {"channel", verdict.channel},
                    {"a", difference.a},
                    {"b", difference.b}};
  }
  if (!verdict.output.empty() && verdict.mismatch.empty()) json["output"] = verdict.output;
  out << PrintJson(json) << '\n';
}

// --- The command ---

struct CompareFlags {
  RenderedOptions rendered;
  ImageFlags images;
  double tolerance = 0;
  bool json = false, quiet = false;
  std::string output;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddText({{"-o", "FILE"},
                   "write a picture of the absolute difference, scaled so that the maximum is "
                   "white; grey, or in colour for three channels",
                   {.alias = "--output", .is_main = true, .kind = ValueKind::kFile}},
                  &output);
    line->Add({{"--tolerance", "X"},
               "the largest difference of two samples that counts as equal (default 0)",
               {.group = "Run", .is_main = true}},
              [this](const std::string& value) {
                tolerance = NumberValue("--tolerance", value, 0, 1e38);
              });
    line->AddSwitch({"--json", "print JSON", {.is_main = true}}, &json);
    line->AddSwitch({"--quiet",
                     "print errors only; the exit status tells whether the pictures differ",
                     {.brief = "print errors only", .is_main = true}},
                    &quiet);
    rendered.AddTo(line);
    images.AddTo(line);
  }
};

Verdict Compare(const CompareSide& a, const CompareSide& b, const CompareFlags& flags) {
  const SideReaders readers = OpenSides(a, b);
  Verdict verdict{.a = a.name, .b = b.name, .tolerance = flags.tolerance, .output = flags.output};
  verdict.mismatch = WhyNotComparable(readers.a->info(), readers.b->info());
  if (!verdict.mismatch.empty()) return verdict;
  verdict.difference = ComparePictures(*readers.a, *readers.b, flags.tolerance);
  const auto& a_channels = readers.a->info().channels;
  const auto& b_channels = readers.b->info().channels;
  const auto& channels = a_channels.size() < b_channels.size() ? b_channels : a_channels;
  verdict.channel = channels[verdict.difference.pair].name;
  if (flags.output.empty()) return verdict;
  WriteDifference(flags.output, a, b, verdict.difference.maximum);
  return verdict;
}

int CompareFiles(const Args& paths, const CompareFlags& flags, Streams& streams) {
  if (paths.size() < 2) Refuse("", "two pictures are needed", "as in cobble compare a.png b.png");
  CheckIsReadOnce(paths);
  CompareSide a = LoadSide(paths[0], streams.in), b = LoadSide(paths[1], streams.in);
  CheckPaths(a, b, flags.images, flags.output);
  PrepareSides(&a, &b, flags.rendered, flags.images);
  if (!flags.quiet) PrintWarnings(CompareWarnings(a, b), streams.err);
  const Verdict verdict = Compare(a, b, flags);
  if (!flags.quiet && flags.json) PrintAsJson(verdict, streams.out);
  if (!flags.quiet && !flags.json) PrintText(verdict, streams.out);
  return verdict.IsEqual() ? 0 : kDifferenceStatus;
}

}  // namespace

void DeclareCompare(CommandLine* line) {
  line->Describe(
      {.usage = "A B [-o DIFF] [flags]",
       .summary = "Compare two pictures in any formats that cobble writes; - is standard input. "
                  "A or B may be a recipe: it is rendered in the size, the format and the bits "
                  "of the other picture, and in its map and window if cobble made it. The exit "
                  "status is 0 if the pictures are equal within the tolerance, else 1; also 1 "
                  "if their sizes or numbers of channels differ, but grey compares with the "
                  "red, green and blue of three channels.\n\nSamples of integer formats are "
                  "compared as 0..1, so --tolerance 0.002 accepts an 8-bit copy of a 16-bit "
                  "picture (half a step is 0.00196). PSNR is for a peak of 1.",
       .positionals = {.maximum = 2}});
  line->OnRun(&CompareFiles);
}

}  // namespace cobble
