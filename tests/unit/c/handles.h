// Objects of the C interface that free themselves, and short ways to make them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/cobble_c.h"

namespace cobble::test {

template <auto free_function>
struct Freed {
  void operator()(auto* object) const { free_function(object); }
};
using RecipeHandle = std::unique_ptr<cobble_recipe, Freed<&cobble_recipe_free>>;
using ProgramHandle = std::unique_ptr<cobble_program, Freed<&cobble_program_free>>;
using BytesHandle = std::unique_ptr<cobble_bytes, Freed<&cobble_bytes_free>>;
using ErrorHandle = std::unique_ptr<cobble_error, Freed<&cobble_error_free>>;
using PictureHandle = std::unique_ptr<cobble_picture, Freed<&cobble_picture_free>>;

using MapNames = std::vector<const char*>;

// Return the object. Throw std::runtime_error with the error's text if it cannot be made.
RecipeHandle RecipeOf(std::string_view json);
RecipeHandle PresetOf(const char* name);
RecipeHandle FormulaOf(const char* formula);
void Set(const RecipeHandle& recipe, const char* path, const char* value);
ProgramHandle ForMaps(const RecipeHandle& recipe, const MapNames& maps, const char* simd = nullptr);
ProgramHandle ForPoints(const RecipeHandle& recipe, const MapNames& maps = {});

inline std::string_view TextOf(const BytesHandle& bytes) {
  return {cobble_bytes_data(bytes.get()), cobble_bytes_size(bytes.get())};
}

// A call, given the place for its error: the last argument of the function in Of.
using Call = std::function<cobble_status(cobble_error** error)>;
template <typename Function, typename... Arguments>
Call Of(Function function, Arguments... arguments) {
  return [=](cobble_error** error) { return function(arguments..., error); };
}

// Makes a call and returns "STATUS TEXT", or "0". Checks that its error has the call's status.
std::string ResultOf(const Call& call);
template <typename Function, typename... Arguments>
std::string ResultOf(Function function, Arguments... arguments) {
  return ResultOf(Of(function, arguments...));
}

// The same for a function that returns an object by its last argument but one.
template <typename Handle, typename Function, typename... Inputs>
std::string Make(Handle* handle, Function make, const Inputs&... inputs) {
  return ResultOf([&](cobble_error** error) {
    typename Handle::pointer made = nullptr;
    const cobble_status status = make(inputs..., &made, error);
    handle->reset(made);
    return status;
  });
}

// An image of the window's size for each map of a program, without gaps.
class Images {
 public:
  Images(const ProgramHandle& program, int64_t width, int64_t height);

  // Renders on that many threads, and returns like ResultOf.
  std::string Render(const cobble_window& window = {}, int32_t threads = 1);

  const std::vector<float>& samples(std::size_t map) const { return samples_[map]; }
  std::vector<cobble_image>& images() { return images_; }

 private:
  const cobble_program* program_;
  std::vector<std::vector<float>> samples_;
  std::vector<cobble_image> images_;
};

}  // namespace cobble::test
