// Programs: render windows into arrays, sample points, encode pictures in memory.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "c/objects.h"
#include "cobble/cobble_c.h"
#include "python/errors.h"
#include "python/parts.h"
#include "python/run.h"

namespace cobble::python {
namespace {

using Floats = py::array_t<float, 0>;  // of any strides
using Doubles = py::array_t<double, py::array::c_style>;

// A window: x, y, width, height.
using Rectangle = std::array<int64_t, 4>;

Floats NewArray(const Rectangle& window, int channels) {
  std::vector<py::ssize_t> shape{window[3], window[2]};
  if (channels > 1) shape.push_back(channels);
  return Floats(std::move(shape));
}

// Returns the memory of an array. There may be gaps between rows, but not within them.
cobble_image ImageOf(Floats* array, std::size_t index) {
  const auto refuse = [&](const std::string& message) {
    throw py::value_error("out[" + std::to_string(index) + "] " + message);
  };
  const py::ssize_t dimensions = array->ndim();
  if (dimensions < 2 || dimensions > 3) refuse("must have 2 or 3 dimensions");
  if (!array->writeable()) refuse("must be writable");
  const py::ssize_t channels = dimensions == 3 ? array->shape(2) : 1;
  constexpr py::ssize_t kBytes = sizeof(float);
  const bool are_together = (dimensions == 2 || array->strides(2) == kBytes || channels == 1) &&
                            (array->strides(1) == kBytes * channels || array->shape(1) == 1);
  if (array->size() > 0 && (!are_together || array->strides(0) < 0))
    refuse("must have rows without gaps, from the top, as numpy.empty makes them");
  const py::ssize_t stride = array->shape(0) > 1 ? array->strides(0) : 0;
  const py::ssize_t row = array->shape(1) * channels * kBytes;
  if (stride != 0 && stride < row) refuse("has rows that overlap");
  return {.samples = array->mutable_data(),
          .size = static_cast<std::size_t>(std::max<py::ssize_t>(array->shape(0) - 1, 0) * stride +
                                           row),
          .width = array->shape(1),
          .height = array->shape(0),
          .channels = static_cast<int32_t>(channels),
          .format = 0,
          .row_stride = static_cast<std::size_t>(stride)};
}

// Points are sampled in pieces, so that Ctrl-C takes effect in between.
constexpr std::size_t kPiece = 1 << 16;

py::bytes BytesOf(const cobble_bytes* bytes) {
  return bytes == nullptr ? py::bytes()
                          : py::bytes(cobble_bytes_data(bytes), cobble_bytes_size(bytes));
}

class Program {
 public:
  Program(const cobble_recipe& recipe, const std::vector<std::string>& maps, bool is_for_points,
          bool values_only, const std::optional<std::string>& simd) {
    std::vector<const char*> names(maps.size());
    std::ranges::transform(maps, names.begin(), &std::string::c_str);
    cobble_compile_options options = COBBLE_COMPILE_OPTIONS_INIT;
    options.values_only = values_only ? 1 : 0;
    options.simd = simd ? simd->c_str() : nullptr;
    const auto compile = is_for_points ? &cobble_program_for_points : &cobble_program_for_maps;
    cobble_program* compiled = nullptr;
    const cobble_recipe constant = recipe;  // other threads may change the recipe meanwhile
    Run(py::none()).Do(false, [&](cobble_progress, void*, cobble_error** error) {
      return compile(&constant, names.data(), names.size(), &options, &compiled, error);
    });
    program_.reset(compiled);
    Checked([&](cobble_error** error) { return cobble_program_get_info(compiled, &info_, error); });
  }

  // See cobble_program_info.
  py::dict Info() const {
    py::dict info;
    info["size"] = py::make_tuple(info_.width, info_.height);
    info["bounds"] = py::make_tuple(info_.low, info_.high);
    info["evaluations"] = info_.evaluations;
    info["simd"] = info_.simd;
    return info;
  }

  // Returns the names and channels of its maps.
  std::vector<std::pair<std::string, int>> Maps() const {
    std::vector<std::pair<std::string, int>> maps;
    for (std::size_t k = 0; k < info_.map_count; ++k)
      maps.emplace_back(cobble_program_map_name(program_.get(), k),
                        cobble_program_map_channels(program_.get(), k));
    return maps;
  }

  // Renders the window of each map. In: window, none for the whole picture; arrays for the maps,
  // empty to make them. Returns the arrays, of shape (height, width), or (height, width, channels)
  // for maps with several channels.
  std::vector<Floats> Render(std::optional<Rectangle> window, std::vector<Floats> arrays,
                             int threads, py::object progress) const {
    cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
    if (window) options.window = {(*window)[0], (*window)[1], (*window)[2], (*window)[3]};
    options.threads = threads;
    const Rectangle size = window.value_or(Rectangle{0, 0, info_.width, info_.height});
    if (arrays.empty() && size[2] > 0 && size[3] > 0)
      for (const auto& map : Maps()) arrays.push_back(NewArray(size, map.second));
    std::vector<cobble_image> images;
    for (std::size_t k = 0; k < arrays.size(); ++k) images.push_back(ImageOf(&arrays[k], k));
    Run(std::move(progress))
        .Do(IsShort(size), [&](cobble_progress report, void* user, cobble_error** error) {
          options.progress = report;
          options.user = user;
          return cobble_render(program_.get(), images.data(), images.size(), &options, error);
        });
    return arrays;
  }

  // Samples points. In: x, y, z, arrays of one dimension and the same length; without z, points lie
  // in the picture. Returns the values; the slopes, of shape (3, n), or None; and an array of shape
  // (channels, n) for each map.
  py::tuple Sample(const Doubles& x, const Doubles& y, const std::optional<Doubles>& z,
                   bool slopes) const {
    const py::ssize_t count = x.size();
    if (y.size() != count || (z && z->size() != count))
      throw py::value_error("x, y and z must have the same length");
    Floats value(count);
    Floats slope(std::vector<py::ssize_t>{3, slopes ? count : 0});
    py::list maps;
    std::vector<float*> channels;
    for (const auto& map : Maps()) {
      Floats array(std::vector<py::ssize_t>{map.second, count});
      for (int c = 0; c < map.second; ++c) channels.push_back(array.mutable_data() + c * count);
      maps.append(std::move(array));
    }
    std::vector<float*> here(channels.size());
    float* const slope_data = slopes ? slope.mutable_data() : nullptr;
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); k += kPiece) {
      cobble_points points = COBBLE_POINTS_INIT;
      points.count = std::min(kPiece, static_cast<std::size_t>(count) - k);
      points.x = x.data() + k;
      points.y = y.data() + k;
      if (z) points.z = z->data() + k;
      points.value = value.mutable_data() + k;
      if (slopes) {
        points.dx = slope_data + k;
        points.dy = slope_data + count + k;
        points.dz = slope_data + 2 * count + k;
      }
      std::transform(channels.begin(), channels.end(), here.begin(),
                     [&](float* channel) { return channel + k; });
      points.maps = here.data();
      points.map_channels = here.size();
      Run(py::none()).Do(true, [&](cobble_progress, void*, cobble_error** error) {
        return cobble_sample(program_.get(), &points, error);
      });
    }
    return py::make_tuple(value, slopes ? py::object(slope) : py::object(py::none()), maps);
  }

  // Returns a file and its sidecar, as bytes. See cobble_encode_options.
  py::tuple Encode(const std::string& format, int bits, const std::string& compression,
                   bool metadata, const std::string& terrain,
                   const std::optional<std::array<double, 2>>& elevation, int threads) const {
    cobble_encode_options options = COBBLE_ENCODE_OPTIONS_INIT;
    options.format = format.c_str();
    options.bits = bits;
    options.compression = compression.c_str();
    options.no_metadata = metadata ? 0 : 1;
    options.terrain = terrain.empty() ? nullptr : terrain.c_str();
    if (elevation) std::ranges::copy(*elevation, options.elevation);
    cobble_render_options render = COBBLE_RENDER_OPTIONS_INIT;
    render.threads = threads;
    cobble_bytes* file = nullptr;
    cobble_bytes* sidecar = nullptr;
    Run(py::none())
        .Do(IsShort({0, 0, info_.width, info_.height}),
            [&](cobble_progress report, void* user, cobble_error** error) {
              render.progress = report;
              render.user = user;
              return cobble_encode(program_.get(), &options, &render, &file, &sidecar, error);
            });
    const std::unique_ptr<cobble_bytes> owned[] = {std::unique_ptr<cobble_bytes>(file),
                                                   std::unique_ptr<cobble_bytes>(sidecar)};
    return py::make_tuple(BytesOf(file), BytesOf(sidecar));
  }

 private:
  // Short: up to about ten milliseconds on one core.
  bool IsShort(const Rectangle& window) const {
    constexpr double kShort = 2e7;  // evaluations
    return (info_.evaluations + 1) * static_cast<double>(window[2]) *
               static_cast<double>(window[3]) <
           kShort;
  }

  std::unique_ptr<cobble_program> program_;
  cobble_program_info info_ = COBBLE_PROGRAM_INFO_INIT;
};

}  // namespace

void AddProgram(py::module_* module) {
  py::class_<Program>(*module, "Program")
      .def(py::init<const cobble_recipe&, const std::vector<std::string>&, bool, bool,
                    const std::optional<std::string>&>())
      .def("info", &Program::Info)
      .def("maps", &Program::Maps)
      .def("render", &Program::Render)
      .def("sample", &Program::Sample)
      .def("encode", &Program::Encode);
}

}  // namespace cobble::python
