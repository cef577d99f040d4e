// Structs that grow: either side may know more fields than the other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "cobble/cobble_c.h"
#include "render/sample_sink.h"

namespace cobble::c {

// A larger struct_size is not initialised.
inline constexpr std::size_t kMaxStructSize = 4096;

inline std::size_t StructSize(const void* given) {
  std::size_t size;
  std::memcpy(&size, given, sizeof size);
  return size;
}

// Throws Error kUsage unless the struct has all fields of its first version, `first` bytes, and 0
// in all fields past the `known` bytes that this library knows.
void CheckStruct(const void* given, std::size_t first, std::size_t known, std::string_view name);

// The size of a struct in its first version.
template <typename Struct>
inline constexpr std::size_t kFirstSize = sizeof(Struct);
template <>
inline constexpr std::size_t kFirstSize<cobble_render_options> = offsetof(cobble_render_options,
                                                                          max_cost);
template <>
inline constexpr std::size_t kFirstSize<cobble_compile_options> = offsetof(cobble_compile_options,
                                                                           values_only) +
                                                                  sizeof(int32_t);
template <>
inline constexpr std::size_t kFirstSize<cobble_encode_options> = offsetof(cobble_encode_options,
                                                                          terrain);

// Returns the argument's struct, with 0 in fields that it lacks. Throws Error kUsage at `name` like
// CheckStruct, and if the argument is null.
template <typename Struct>
Struct StructAt(const Struct* given, std::string_view name) {
  CheckStruct(given, kFirstSize<Struct>, sizeof(Struct), name);
  Struct result{};
  std::memcpy(&result, given, std::min(StructSize(given), sizeof(Struct)));
  return result;
}

// Returns the same for options: defaults if the argument is null.
template <typename Struct>
Struct OptionsAt(const Struct* given, std::string_view name) {
  return given == nullptr ? Struct{} : StructAt(given, name);
}

// Copies a result into the caller's struct, as far as it goes. Returns false and changes nothing if
// its struct_size is not set.
template <typename Struct>
bool PutStruct(const Struct& result, Struct* place) {
  const std::size_t size = StructSize(place);
  if (size < sizeof(std::size_t) || size > kMaxStructSize) return false;
  const std::size_t known = std::min(size, sizeof(Struct));
  std::memcpy(place, &result, known);
  std::memset(reinterpret_cast<std::byte*>(place) + known, 0, size - known);
  std::memcpy(place, &size, sizeof size);
  return true;
}

// Returns where the rows of an image are in memory. In: image, whose width, height and channels are
// at least 1. Throws Error kUsage at `place` ("images[0]") if they do not fit into its memory.
SampleRows RowsIn(const cobble_image& image, const std::string& place);

}  // namespace cobble::c
