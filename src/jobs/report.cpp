// Describes jobs as JSON.
#include "jobs/report.h"

#include <algorithm>
#include <string_view>

#include "cobble/version.h"
#include "core/json/print.h"
#include "jobs/admission.h"
#include "jobs/metadata.h"
#include "jobs/series/sprite_run.h"
#include "platform/path.h"
#include "recipe/fields/world.h"
#include "render/probes.h"
#include "render/share_range.h"

namespace cobble {
namespace {

double PixelCount(int64_t width, int64_t height) {
  return static_cast<double>(width) * static_cast<double>(height);
}

JsonTree WindowJson(const Window& window) {
  return {window.x, window.y, window.width, window.height};
}

JsonTree ElevationJson(const Elevation& elevation) {
  JsonTree json = JsonTree::object();
  json["terrain"] = NameOf(elevation.code);
  json["elevation"] = {elevation.low, elevation.high};
  return json;
}

JsonTree PicturesJson(const Job& job, const JobResult& result) {
  JsonTree json = JsonTree::array();
  for (std::size_t k = 0; k < job.pictures.size(); ++k) {
    const PictureOutput& output = job.pictures[k];
    JsonTree& row = json.emplace_back(JsonTree{{"file", WithSlashes(output.path)},
                                               {"format", output.format->name},
                                               {"map", MapNames(output.maps)},
                                               {"bits", output.bits},
                                               {"bytes", result.bytes[k]},
                                               {"clamped", result.bands.clamped_samples[k]}});
    if (output.elevation) row.update(ElevationJson(*output.elevation));
    if (result.unchanged[k]) row["unchanged"] = true;
  }
  return json;
}

JsonTree WorldJson(const Recipe& recipe, const JobResult& result) {
  const Statistics& statistics = result.bands.statistics;
  JsonTree json{{"width", recipe.world->Width()},
                {"heights", recipe.world->heights},
                {"metres_per_pixel", WorldScaleOf(recipe)->step}};
  if (const auto scale = ValueScaleOf(recipe, Bounds{result.range.low, result.range.high}))
    json["elevations"] = {scale->InMetres(statistics.minimum), scale->InMetres(statistics.maximum)};
  return json;
}

// Returns a line whose first members say what became of a line of a list.
std::string LineOf(const std::string& line, std::string_view status, const JsonTree& more) {
  JsonTree json{{"line", line}, {"status", status}};
  json.update(more);
  return PrintJsonLine(json) + '\n';
}

}  // namespace

JsonTree SimulationJson(const Cost& cost) {
  return {{"evaluations", cost.simulation}, {"bytes", cost.memory}};
}

JsonTree ReportOf(const Job& job, const JobResult& result, const JobMeasures& measures) {
  const Recipe& recipe = job.recipe->recipe();
  const auto program = job.recipe->Compile();
  const auto& [range_seconds, render_seconds] = result.seconds;
  const Statistics& statistics = result.bands.statistics;
  JsonTree json = JsonTree::object();
  json["cobble"] = Version();
  json["simd"] = result.simd;
  json["seconds"] = {{"prepare", measures.prepare_seconds},
                     {"range", range_seconds},
                     {"render", render_seconds},
                     {"total", measures.prepare_seconds + range_seconds + render_seconds}};
  json["window"] = WindowJson(job.window);
  json["samples"] = recipe.samples;
  json["evaluations"] = result.evaluations;
  json["simulation"] = SimulationJson(program->cost());
  json["minimum"] = statistics.minimum;
  json["maximum"] = statistics.maximum;
  json["mean"] = statistics.mean;
  if (result.range.keep) {
    json["range"] = "none";
  } else {
    json["range"] = {result.range.low, result.range.high};
  }
  if (WorldScaleOf(recipe)) json["world"] = WorldJson(recipe, result);
  json["limited"] = JsonTree::array();
  for (const LimitedDistances& each : measures.limited)
    json["limited"].push_back(
        {{"key", each.pointer}, {"limit", each.limit}, {"share", each.share}});
  json["clipped"] = JsonTree::array();
  for (const ClippedCurvature& each : measures.clipped)
    json["clipped"].push_back({{"key", each.pointer},
                               {"scale", each.scale},
                               {"share", each.share},
                               {"fitting", each.fitting}});
  json["unmeasured"] = UnmeasuredNodes(*program);
  json["eroded"] = JsonTree::array();
  for (const SourceExtremes& each : ExtremesOfSources(*program, job.window, result.range))
    json["eroded"].push_back({{"key", each.pointer},
                              {"range", {each.low, each.high}},
                              {"minimum", each.minimum},
                              {"maximum", each.maximum}});
  json["outputs"] = PicturesJson(job, result);
  return json;
}

JobPlan PlanOf(const Job& job) {
  const Recipe& recipe = job.recipe->recipe();
  const Window& window = job.window;
  const auto frames = job.sprites ? static_cast<double>(job.sprites->frames.size()) : 1;
  JobPlan plan;
  plan.window = window;
  const double pixels = PixelCount(window.width, window.height);
  plan.pixels = frames * pixels;
  const double measured = PixelsToFind(recipe) * frames;
  plan.evaluations_per_pixel = EvaluationsPerPixel(*job.recipe->Compile());
  plan.total_evaluations = (plan.pixels + measured) * plan.evaluations_per_pixel;
  plan.cost = job.recipe->Compile()->cost();
  plan.total_evaluations += plan.cost.simulation;
  for (const PictureOutput& picture : job.pictures) {
    const Window file =
        job.sprites ? SheetWindow(window, job.sprites->columns, job.sprites->rows) : window;
    plan.pictures.push_back(
        {picture, file, SampleBytes(StoredMaps(picture), picture.bits, file).value()});
  }
  return plan;
}

JsonTree ReportOf(const JobPlan& plan) {
  JsonTree json = JsonTree::object();
  json["cobble"] = Version();
  json["dry_run"] = true;
  json["window"] = WindowJson(plan.window);
  json["pixels"] = plan.pixels;
  json["evaluations"] = plan.evaluations_per_pixel;
  json["total_evaluations"] = plan.total_evaluations;
  json["simulation"] = SimulationJson(plan.cost);
  json["outputs"] = JsonTree::array();
  for (const auto& [output, window, bytes] : plan.pictures) {
    json["outputs"].push_back({{"file", WithSlashes(output.path)},
                               {"format", output.format->name},
                               {"map", MapNames(output.maps)},
                               {"bits", output.bits},
                               {"width", window.width},
                               {"height", window.height},
                               {"sample_bytes", bytes}});
    if (output.elevation) json["outputs"].back().update(ElevationJson(*output.elevation));
  }
  return json;
}

std::string ReportText(const std::vector<JsonTree>& reports) {
  return PrintJson(reports.size() == 1 ? reports.front() : JsonTree(reports)) + '\n';
}

std::string ReportLine(const std::string& line, const JsonTree& report) {
  if (report.contains("dry_run")) return LineOf(line, "planned", report);
  const JsonTree& outputs = report["outputs"];
  const bool is_unchanged =
      !outputs.empty() && std::ranges::all_of(outputs, [](const JsonTree& picture) {
        return picture.contains("unchanged");
      });
  return LineOf(line, is_unchanged ? "unchanged" : "written", report);
}

std::string FailureLine(const std::string& line, const std::string& message) {
  return LineOf(line, "failed", {{"message", message}});
}

}  // namespace cobble
