// Writes pictures, series of pictures, and sets for engines.
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "c/objects.h"
#include "cobble/jobs.h"
#include "python/errors.h"
#include "python/parts.h"
#include "python/run.h"

namespace cobble::python {
namespace {

// Options by name. The Python code has checked them and set all of them.
class Options {
 public:
  explicit Options(py::dict options) : options_(std::move(options)) {}

  template <typename T>
  T Get(const char* name, const char* wanted) const {
    const py::object value = options_[name];
    try {
      return value.cast<T>();
    } catch (const py::cast_error&) {
      RefuseType(name, wanted, value);
    }
  }
  std::string Text(const char* name) const { return Get<std::string>(name, "a str"); }
  bool Flag(const char* name) const { return Get<bool>(name, "a bool"); }
  int Number(const char* name) const { return Get<int>(name, "an int"); }

 private:
  py::dict options_;
};

// The paths of pictures, and the maps in each.
using Files = std::vector<std::pair<std::string, std::vector<std::string>>>;

std::vector<MapName> MapNames(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

Series SeriesOf(const Options& options) {
  Series series;
  using Vary = std::vector<std::pair<std::string, std::vector<std::string>>>;
  for (auto& [path, values] : options.Get<Vary>("vary", "a dict of lists"))
    series.vary.push_back({path, std::move(values)});
  series.frames = options.Number("frames");
  using Grid = std::optional<std::pair<int64_t, int64_t>>;
  if (const Grid sprites = options.Get<Grid>("sprites", "two ints"))
    series.sprites = SpriteGrid{sprites->first, sprites->second};
  if (const Grid tiles = options.Get<Grid>("tiles", "two ints"))
    series.tiles = TileGrid{tiles->first, tiles->second, options.Number("overlap")};
  return series;
}

JobOptions JobOptionsOf(const Options& options) {
  JobOptions job;
  using Window = std::optional<std::array<int64_t, 4>>;
  if (const Window window = options.Get<Window>("window", "four ints"))
    job.window = {(*window)[0], (*window)[1], (*window)[2], (*window)[3]};
  job.georeference = options.Text("georeference");
  job.terrain = options.Text("terrain");
  using Metres = std::optional<std::pair<double, double>>;
  if (const Metres metres = options.Get<Metres>("elevation", "two numbers"))
    job.elevation = {metres->first, metres->second};
  job.no_clobber = options.Flag("no_clobber");
  job.sync = options.Flag("sync");
  job.if_changed = options.Flag("if_changed");
  using Limits = std::pair<double, double>;
  const auto [cost, memory] = options.Get<Limits>("limits", "two numbers");
  if (cost > 0) job.limits.max_cost = cost;
  if (memory > 0) job.limits.max_memory = static_cast<uint64_t>(std::min(memory, 1e18));
  return job;
}

// Writes the files of a list, and returns their paths, each once. Warns of what may surprise.
py::list WriteList(const std::function<JobList()>& make, int threads, py::object progress) {
  std::vector<std::string> paths, warnings;
  Run(std::move(progress)).Do(false, [&](cobble_progress report, void* user, cobble_error** error) {
    return c::Guard(error, [&] {
      const JobList list = make();
      for (const Issue& warning : list.Warnings()) warnings.push_back(warning.Text());
      list.Write({.threads = threads, .progress = [&](double fraction) {
                    if (report(fraction, user) != 0) throw c::Stopped();
                  }});
      for (const JobFile& file : list.Files())
        if (std::ranges::count(paths, file.path) == 0) paths.push_back(file.path);
    });
  });
  constexpr int kCallerOfWrite = 2;
  for (const std::string& warning : warnings)
    if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), kCallerOfWrite) != 0)
      throw py::error_already_set();
  py::list written;
  for (const std::string& path : paths) written.append(py::bytes(path));
  return written;
}

py::list WritePictures(const cobble_recipe& recipe, const Files& files, py::dict given,
                       py::object progress) {
  const Options options(std::move(given));
  std::vector<OutputFile> outputs;
  for (const auto& [path, maps] : files) {
    OutputFile& output = outputs.emplace_back();
    output.path = path;
    output.maps = MapNames(maps);
    output.format = options.Text("format");
    output.bits = options.Number("bits");
    output.compression = options.Text("compression");
    output.primaries = options.Text("primaries");
    output.metadata = options.Flag("metadata");
  }
  const Series series = SeriesOf(options);
  const JobOptions job = JobOptionsOf(options);
  const RecipeLayers layers = recipe.layers;  // a copy, since other threads may set values
  return WriteList([&] { return JobList::Pictures(layers, outputs, series, job); },
                   options.Number("threads"), std::move(progress));
}

py::list WriteSet(const cobble_recipe& recipe, const std::string& engine, const std::string& path,
                  const std::vector<std::string>& maps, py::dict given, py::object progress) {
  const Options options(std::move(given));
  SetOptions set;
  set.format = options.Text("format");
  if (const int bits = options.Number("bits"); bits != 0) set.bits.push_back({"", bits});
  set.compression = options.Text("compression");
  set.metadata = options.Flag("metadata");
  set.materialx = options.Flag("materialx");
  set.maps = MapNames(maps);
  const Series series = SeriesOf(options);
  const JobOptions job = JobOptionsOf(options);
  const RecipeLayers layers = recipe.layers;
  return WriteList([&] { return JobList::Set(layers, engine, path, set, series, job); },
                   options.Number("threads"), std::move(progress));
}

}  // namespace

void AddWrite(py::module_* module) {
  module->def("write_pictures", &WritePictures);
  module->def("write_set", &WriteSet);
}

}  // namespace cobble::python
