// cobble compare: compares two pictures, or a picture and a recipe.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>

#include "cli/exit_status.h"
#include "cli/line/command.h"
#include "cli/line/flag_values.h"
#include "cli/pictures/compare_sides.h"
#include "cli/recipes/failures.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/simd_level.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/picture_run.h"
#include "measure/difference.h"
#include "output/row_writer.h"
#include "platform/path.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

constexpr std::string_view kCompareSummary =
    "Compare two pictures in any formats that cobble writes; - is standard input. A or B may be a\n"
    "recipe: it is rendered in the size, the format and the bits of the other picture, and in its\n"
    "map and window if cobble made it. The exit status is 0 if the pictures are equal within the\n"
    "tolerance, else 1; also 1 if their sizes or numbers of channels differ, but grey compares\n"
    "with the red, green and blue of three channels.\n"
    "\n"
    "Samples of integer formats are compared as 0..1, so --tolerance 0.002 accepts an 8-bit\n"
    "copy of a 16-bit picture (half a step is 0.00196). PSNR is for a peak of 1.";

// --- The picture of the difference ---

const Format& DiffFormat(const std::string& path) {
  if (const Format* const format = FormatOfPath(path)) return *format;
  const std::string_view suffix = SuffixOfName(path);
  if (suffix.empty())
    throw Error(ErrorKind::kUsage, "-o " + Shown(path), "the difference needs a file",
                "as in -o difference.png");
  throw Error(ErrorKind::kUsage, "-o " + Shown(path), "unknown suffix " + Quoted(suffix),
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

// A picture of each pixel's largest difference, in grey; of three channels, in colour.
class DiffWriter {
 public:
  DiffWriter(const std::string& path, const SideReaders& readers, double maximum)
      : channels_(std::max(readers.a->info().channels.size(), readers.b->info().channels.size())),
        scale_(maximum > 0 ? 1 / maximum : 0) {
    PictureMap map;
    map.name = "difference";
    map.channels = channels_ == 3 ? 3 : 1;
    const Format& format = DiffFormat(path);
    PictureSpec spec;
    spec.path = path;
    spec.format = &format;
    spec.maps = {map};
    spec.bits = DefaultBits(format, map);
    spec.width = readers.a->info().width;
    spec.height = readers.a->info().height;
    spec.simd_target = FindSimdLevel("auto")->target;
    if (const std::string why = WhyNot(format, map, spec.bits); !why.empty())
      throw Error(ErrorKind::kUsage, "-o " + Shown(path), why);
    TidyFolders({path});
    writer_.emplace(spec);
  }

  void Add(std::span<const float> differences) {
    row_.clear();
    const std::size_t step = channels_ == 3 ? 1 : channels_;
    for (std::size_t k = 0; k < differences.size(); k += step) {
      const auto part = differences.subspan(k, step);
      const double largest = *std::ranges::max_element(part);
      row_.push_back(std::isfinite(largest) ? static_cast<float>(largest * scale_) : 1.0f);
    }
    writer_->Write(row_);
  }
  void Commit() { writer_->Commit(); }

 private:
  std::size_t channels_;
  double scale_;
  std::vector<float> row_;
  std::optional<RowWriter> writer_;
};

// Compares again, since the scale depends on the maximum.
void WriteDifference(const std::string& path, const CompareSide& a, const CompareSide& b,
                     double maximum) {
  const SideReaders readers = OpenSides(a, b);
  DiffWriter writer(path, readers, maximum);
  ComparePictures(*readers.a, *readers.b, 0,
                  [&](std::span<const float> differences) { writer.Add(differences); });
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

std::string Number(double number) { return fmt::format("{:.6g}", number + 0.0); }  // no -0

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
    if (verdict.IsEqual()) out << Number(verdict.tolerance);
    const double share =
        100 * static_cast<double>(difference.differing) / static_cast<double>(difference.samples);
    out << fmt::format(
        "\nsamples  {} of {} differ{} ({:.3g} %)\n", difference.differing, difference.samples,
        verdict.tolerance > 0 ? " by more than " + Number(verdict.tolerance) : "", share);
    if (difference.not_finite > 0)
      out << fmt::format("infinite {} of these: NaN or infinity in one of the two\n",
                         difference.not_finite);
    const std::string at =
        fmt::format(" at x {}, y {}, channel {}: {} and {}\n", difference.x, difference.y,
                    verdict.channel, Number(difference.a), Number(difference.b));
    if (difference.not_finite > 0) out << "first   " << at;
    out << "maximum  " << Number(difference.maximum) << (difference.not_finite > 0 ? "\n" : at);
    const double psnr = difference.Psnr();
    out << fmt::format("mean     {}\nPSNR     {}\n", Number(difference.mean),
                       std::isfinite(psnr) ? fmt::format("{:.2f} dB", psnr) : "infinite");
  }
  if (verdict.output.empty()) return;
  std::string white = "white = NaN or infinity in one of the two";
  if (difference.maximum > 0) white = "white = " + Number(difference.maximum);
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
  // A path may be invalid UTF-8.
  out << PrintJson(json) << '\n';
}

// --- The command ---

struct CompareFlags {
  RenderedOptions rendered;
  ImageFlags images;
  double tolerance = 0;
  bool json = false, quiet = false;
  std::string output;

  void AddTo(CommandLine* line);
};

void CompareFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Output");
  line->AddText({{"-o", "FILE"},
                 "write a picture of the absolute difference, scaled so that the maximum is "
                 "white; grey, or in colour for three channels",
                 {.alias = "--output", .is_main = true, .kind = ValueKind::kFile}},
                &output);
  line->Add(
      {{"--tolerance", "X"},
       "the largest difference of two samples that counts as equal (default 0)",
       {.group = "Run", .is_main = true}},
      [this](const std::string& value) { tolerance = NumberValue("--tolerance", value, 0, 1e38); });
  line->AddSwitch({"--json", "print JSON", {.is_main = true}}, &json);
  line->AddSwitch({"--quiet",
                   "print errors only; the exit status tells whether the pictures differ",
                   {.brief = "print errors only", .is_main = true}},
                  &quiet);
  rendered.AddTo(line);
  images.AddTo(line);
}

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
  if (paths.size() < 2)
    throw Error(ErrorKind::kUsage, "", "two pictures are needed",
                "as in cobble compare a.png b.png");
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
  line->Describe({.usage = "A B [-o DIFF] [flags]",
                  .summary = kCompareSummary,
                  .positionals = {.maximum = 2}});
  line->OnRun(&CompareFiles);
}

}  // namespace cobble
