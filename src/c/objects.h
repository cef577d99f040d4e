// The objects behind the handles of the C interface.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "c/guard.h"
#include "c/renderer_pool.h"
#include "cobble/cobble_c.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "input/image_file.h"
#include "render/render_bands.h"

// NOLINTBEGIN(readability-identifier-naming): the names of C

struct cobble_bytes {
  std::string bytes;
};

struct cobble_picture {
  mutable cobble::ImageFile file;  // cobble_image cannot point to const samples
};

struct cobble_recipe {
  cobble::RecipeLayers layers;
};

struct cobble_program {
  // For points: a number or a colour.
  struct Map {
    std::string name;
    int channels;
  };

  explicit cobble_program(cobble::Program compiled) : program(std::move(compiled)) {}

  // Returns the range of heights. The first call finds it if the recipe says "fit".
  cobble::HeightRange Range(int threads, const std::function<void(double)>& progress) const;
  // Returns whether Range has it.
  bool HasRange() const;

  cobble::Program program;
  std::vector<Map> maps;
  std::vector<cobble::PictureMap> pictures;  // the same maps; empty in a program for points
  mutable cobble::c::RendererPool renderers;

 private:
  mutable std::mutex mutex_;  // for range_
  mutable std::optional<cobble::HeightRange> range_;
};

// NOLINTEND(readability-identifier-naming)

namespace cobble::c {

// Returns the recipe as pictures show it: without the tiling of a preset in a shape in which it
// cannot tile, since a text does not say that a preset has set it (see Program::Compile).
Recipe RecipeOf(const cobble_recipe& recipe);

// Returns the argument `program`. Throws Error kUsage if it is null or was compiled for points.
const cobble_program& NeededForPictures(const cobble_program* program);

// Guards a call whose result is the text that make() returns.
template <typename Make>
cobble_status GuardText(cobble_bytes** place, std::string_view name, cobble_error** error,
                        const Make& make) noexcept {
  return GuardResult(place, name, error,
                     [&] { return std::unique_ptr<cobble_bytes>(new cobble_bytes{make()}); });
}

}  // namespace cobble::c
