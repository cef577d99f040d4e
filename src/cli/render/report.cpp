// Writes the report as JSON.
#include "cli/render/report.h"

#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "jobs/metadata.h"

namespace cobble {
namespace {

JsonTree PictureJson(const RunReport::Picture& picture) {
  JsonTree json = JsonTree::object();
  json["file"] = picture.output.path;
  json["format"] = picture.output.format->name;
  json["map"] = MapNames(picture.output.maps);
  json["bits"] = picture.output.bits;
  json["bytes"] = picture.bytes;
  json["clamped"] = picture.clamped_samples;
  return json;
}

JsonTree RunJson(const RunReport& report) {
  const auto& [prepare, range, render] = report.seconds;
  const Window& window = report.window;
  JsonTree json = JsonTree::object();
  json["cobble"] = Version();
  json["simd"] = report.simd;
  json["seconds"] = {{"prepare", prepare},
                     {"range", range},
                     {"render", render},
                     {"total", prepare + range + render}};
  json["window"] = {window.x, window.y, window.width, window.height};
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
  json["outputs"] = JsonTree::array();
  for (const auto& picture : report.pictures) json["outputs"].push_back(PictureJson(picture));
  return json;
}

}  // namespace

std::string ReportText(std::span<const RunReport> reports) {
  JsonTree json = JsonTree::array();
  for (const RunReport& report : reports) json.push_back(RunJson(report));
  const JsonTree& all = reports.size() == 1 ? json.front() : json;
  // A path may be invalid UTF-8.
  return PrintJson(all) + '\n';
}

}  // namespace cobble
