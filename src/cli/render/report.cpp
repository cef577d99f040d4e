// Writes the report as JSON.
#include "cli/render/report.h"

#include <algorithm>

#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "jobs/metadata.h"
#include "platform/path.h"

namespace cobble {
namespace {

JsonTree PictureJson(const RunReport::Picture& picture) {
  JsonTree json = JsonTree::object();
  json["file"] = WithSlashes(picture.output.path);
  json["format"] = picture.output.format->name;
  json["map"] = MapNames(picture.output.maps);
  json["bits"] = picture.output.bits;
  json["bytes"] = picture.bytes;
  json["clamped"] = picture.clamped_samples;
  if (picture.unchanged) json["unchanged"] = true;
  return json;
}

JsonTree WindowJson(const Window& window) {
  return {window.x, window.y, window.width, window.height};
}

JsonTree PlanJson(const RunPlan& plan) {
  JsonTree json = JsonTree::object();
  json["cobble"] = Version();
  json["dry_run"] = true;
  json["window"] = WindowJson(plan.window);
  json["pixels"] = plan.pixels;
  json["evaluations"] = plan.evaluations_per_pixel;
  json["total_evaluations"] = plan.total_evaluations;
  json["outputs"] = JsonTree::array();
  for (const auto& [output, window, bytes] : plan.pictures)
    json["outputs"].push_back({{"file", WithSlashes(output.path)},
                               {"format", output.format->name},
                               {"map", MapNames(output.maps)},
                               {"bits", output.bits},
                               {"width", window.width},
                               {"height", window.height},
                               {"sample_bytes", bytes}});
  return json;
}

JsonTree RunJson(const RunReport& report) {
  const auto& [prepare, range, render] = report.seconds;
  JsonTree json = JsonTree::object();
  json["cobble"] = Version();
  json["simd"] = report.simd;
  json["seconds"] = {{"prepare", prepare},
                     {"range", range},
                     {"render", render},
                     {"total", prepare + range + render}};
  json["window"] = WindowJson(report.window);
  json["samples"] = report.samples;
  json["evaluations"] = report.evaluations;
  json["minimum"] = report.statistics.minimum;
  json["maximum"] = report.statistics.maximum;
  json["mean"] = report.statistics.mean;
  if (report.range.keep) {
    json["range"] = "none";
  } else {
    json["range"] = {report.range.low, report.range.high};
  }
  if (report.world)
    json["world"] = {{"width", report.world->width},
                     {"heights", report.world->heights},
                     {"metres_per_pixel", report.metres_per_pixel},
                     {"elevations", report.elevations}};
  json["limited"] = JsonTree::array();
  for (const LimitedDistances& each : report.limited)
    json["limited"].push_back(
        {{"key", each.pointer}, {"limit", each.limit}, {"share", each.share}});
  json["clipped"] = JsonTree::array();
  for (const ClippedCurvature& each : report.clipped)
    json["clipped"].push_back({{"key", each.pointer},
                               {"scale", each.scale},
                               {"share", each.share},
                               {"fitting", each.fitting}});
  json["unmeasured"] = report.unmeasured;
  json["eroded"] = JsonTree::array();
  for (const SourceExtremes& each : report.eroded)
    json["eroded"].push_back({{"key", each.pointer},
                              {"range", {each.low, each.high}},
                              {"minimum", each.minimum},
                              {"maximum", each.maximum}});
  json["outputs"] = JsonTree::array();
  for (const auto& picture : report.pictures) json["outputs"].push_back(PictureJson(picture));
  return json;
}

// Returns one object, or a list of several. A path may be invalid UTF-8.
std::string TextOf(const JsonTree& runs) {
  return PrintJson(runs.size() == 1 ? runs.front() : runs) + '\n';
}

// Returns a line whose first members say what became of a line of a list.
std::string LineOf(const std::string& line, std::string_view status, const JsonTree& more) {
  JsonTree json{{"line", line}, {"status", status}};
  json.update(more);
  return PrintJsonLine(json) + '\n';
}

}  // namespace

std::string ReportText(std::span<const RunReport> reports) {
  JsonTree json = JsonTree::array();
  for (const RunReport& report : reports) json.push_back(RunJson(report));
  return TextOf(json);
}

std::string ReportText(std::span<const RunPlan> plans) {
  JsonTree json = JsonTree::array();
  for (const RunPlan& plan : plans) json.push_back(PlanJson(plan));
  return TextOf(json);
}

std::string ReportLine(const std::string& line, const RunReport& report) {
  const bool is_unchanged = !report.pictures.empty() &&
                            std::ranges::all_of(report.pictures, &RunReport::Picture::unchanged);
  return LineOf(line, is_unchanged ? "unchanged" : "written", RunJson(report));
}

std::string ReportLine(const std::string& line, const RunPlan& plan) {
  return LineOf(line, "planned", PlanJson(plan));
}

std::string FailureLine(const std::string& line, const std::string& message) {
  return LineOf(line, "failed", {{"message", message}});
}

}  // namespace cobble
