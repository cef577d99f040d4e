// Recipes: from presets, texts, formulas and files; images from arrays and files.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "c/objects.h"
#include "cobble/image.h"
#include "cobble/recipe_io.h"
#include "core/memory_error.h"
#include "input/image_file.h"
#include "jobs/ground.h"
#include "jobs/rivers.h"
#include "python/errors.h"
#include "python/parts.h"
#include "python/run.h"
#include "sources/picture_source.h"
#include "sources/recipe_source.h"

namespace cobble::python {
namespace {

using PixelArray = py::array_t<float, py::array::c_style>;

// The name of formulas in messages.
constexpr std::string_view kFormula = "formula";

// Returns a new recipe, filled by fill(layers).
template <typename Fill>
std::unique_ptr<cobble_recipe> Make(const Fill& fill) {
  auto recipe = std::make_unique<cobble_recipe>();
  Guarded([&] { fill(&recipe->layers); });
  return recipe;
}

std::unique_ptr<cobble_recipe> FromPreset(const std::string& name) {
  return Make([&](RecipeLayers* layers) { layers->AddPreset(name); });
}

std::unique_ptr<cobble_recipe> FromText(const std::string& text, const std::string& name) {
  return Make([&](RecipeLayers* layers) { layers->AddText(text, name); });
}

std::unique_ptr<cobble_recipe> FromFormula(const std::string& formula) {
  return Make([&](RecipeLayers* layers) { layers->AddKey("noise", formula, kFormula); });
}

std::unique_ptr<cobble_recipe> Copy(const cobble_recipe& recipe) {
  return Make([&](RecipeLayers* layers) { *layers = recipe.layers; });
}

// Reads the recipe in a file, a picture or a store. In: path, as bytes.
std::unique_ptr<cobble_recipe> FromFile(const std::string& path) {
  return Make([&](RecipeLayers* layers) {
    std::istringstream none;
    const RecipeSource input = ReadRecipeSource(path, none);
    layers->AddText(input.text, input.name);
  });
}

void Set(cobble_recipe& recipe, const std::string& path, const std::string& value) {
  Guarded([&] { recipe.layers.AddSet(path, value); });
}

// Returns the result of cobble_recipe_knobs.
py::str Knobs(const cobble_recipe& recipe) {
  cobble_bytes* rows = nullptr;
  Checked([&](cobble_error** error) { return cobble_recipe_knobs(&recipe, &rows, error); });
  const std::unique_ptr<cobble_bytes> owned(rows);
  return TextOf(owned->bytes);
}

void SetFormula(cobble_recipe& recipe, const std::string& name, const std::string& formula) {
  Guarded([&] { recipe.layers.AddFormula(name, formula); });
}

void AddLibrary(cobble_recipe& recipe, const std::string& text, const std::string& name) {
  Guarded([&] { recipe.layers.AddLibrary(text, name); });
}

Image PixelsOf(const PixelArray& array) try {
  Image pixels{.width = array.shape(1), .height = array.shape(0), .channels = 1, .samples = {}};
  if (array.ndim() == 3) pixels.channels = static_cast<int>(array.shape(2));
  pixels.samples.assign(array.data(), array.data() + array.size());
  return pixels;
} catch (...) {
  RethrowMemoryError("an image this large");
}

// An image that recipes can share.
struct SharedImage {
  std::shared_ptr<const SourceImage> image;
};

// As in _arrays.py; null if there is none.
using TerrainTuple = std::tuple<std::optional<std::array<double, 2>>, double, double, double, int>;

// In: array, of 2 or 3 dimensions.
SharedImage ImageOf(const PixelArray& array, bool is_srgb,
                    const std::optional<TerrainTuple>& terrain) {
  SharedImage made;
  Guarded([&] {
    std::optional<ImageTerrain> known;
    if (terrain) {
      const auto& [heights, step, x, y, epsg] = *terrain;
      known = ImageTerrain{.heights = heights, .step = step, .x = x, .y = y, .epsg = epsg};
    }
    made.image = std::make_shared<const SourceImage>(PixelsOf(array), is_srgb, std::move(known));
  });
  return made;
}

// Reads a file without Python's lock. In: path, as bytes.
SharedImage ImageFromFile(const std::string& path) {
  SharedImage made;
  Run(py::none()).Do(false, [&](cobble_progress, void*, cobble_error** error) {
    return c::Guard(error, [&] {
      std::istringstream none;
      ImageFile file = ReadImageFile(OpenPictureSource(path, none).file);
      made.image = std::make_shared<const SourceImage>(std::move(file.pixels), file.is_srgb,
                                                       std::move(file.terrain), file.is_complete);
    });
  });
  return made;
}

void AddImage(cobble_recipe& recipe, const std::string& name, const SharedImage& image) {
  Guarded([&] { recipe.layers.AddImage(name, image.image); });
}

py::str WriteText(const cobble_recipe& recipe, bool is_brief) {
  std::string text;
  Guarded([&] {
    const Recipe resolved = c::RecipeOf(recipe);
    text = is_brief ? WriteBriefRecipe(resolved) : WriteRecipe(resolved);
  });
  return TextOf(text);
}

// Returns the names of the recipe's own maps, then those of its packs.
std::vector<std::string> MapsOf(const cobble_recipe& recipe) {
  std::vector<std::string> names;
  Guarded([&] {
    const Recipe resolved = recipe.layers.Resolve();
    for (const auto& map : resolved.maps) names.push_back(map.first);
    for (const auto& pack : resolved.packs) names.push_back(pack.first);
  });
  return names;
}

py::list Warnings(const cobble_recipe& recipe) {
  cobble_error* warnings = nullptr;
  Checked([&](cobble_error** error) { return cobble_recipe_warnings(&recipe, &warnings, error); });
  return TakeIssues(warnings);
}

// Returns the recipe's images by name, each as the arguments of ImageOf.
py::dict Images(const cobble_recipe& recipe) {
  Recipe resolved;
  Guarded([&] { resolved = recipe.layers.Resolve(); });
  py::dict images;
  for (const auto& [name, image] : resolved.images) {
    const Image& pixels = image->pixels();
    PixelArray array(std::vector<py::ssize_t>{pixels.height, pixels.width, pixels.channels});
    std::ranges::copy(pixels.samples, array.mutable_data());
    std::optional<TerrainTuple> terrain;
    if (const auto& of = image->terrain())
      terrain = TerrainTuple(of->heights, of->step, of->x, of->y, of->epsg);
    images[TextOf(name)] = py::make_tuple(array, image->is_srgb(), terrain);
  }
  return images;
}

// Returns the text of RiversText.
py::str Rivers(const cobble_recipe& recipe, const std::string& node,
               const std::optional<double>& min_size, const std::string& georeference,
               int threads) {
  const RecipeLayers layers = recipe.layers;  // a copy, since other threads may set values
  std::string text;
  Run(py::none()).Do(false, [&](cobble_progress, void*, cobble_error** error) {
    return c::Guard(error, [&] {
      RiverOptions options{.node = node, .min_size = min_size, .threads = threads};
      if (!georeference.empty()) options.anchor = ParseGroundAnchor(georeference);
      text = RiversText(layers.Resolve(), options);
    });
  });
  return TextOf(text);
}

}  // namespace

void AddRecipe(py::module_* module) {
  py::class_<SharedImage>(*module, "Image")
      .def_static("from_array", &ImageOf)
      .def_static("from_file", &ImageFromFile);
  py::class_<cobble_recipe>(*module, "Recipe")
      .def_static("from_preset", &FromPreset)
      .def_static("from_text", &FromText)
      .def_static("from_formula", &FromFormula)
      .def_static("from_file", &FromFile)
      .def("copy", &Copy)
      .def("set", &Set)
      .def("set_formula", &SetFormula)
      .def("add_image", &AddImage)
      .def("add_library", &AddLibrary)
      .def("write", &WriteText)
      .def("maps", &MapsOf)
      .def("knobs", &Knobs)
      .def("warnings", &Warnings)
      .def("images", &Images)
      .def("rivers", &Rivers);
}

}  // namespace cobble::python
