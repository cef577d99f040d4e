// What the C interface's fuzzer checks of every call: its status, its error and its result.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cobble/cobble_c.h"
#include "fuzz/fuzzer.h"
#include "support/random/recipe.h"

namespace cobble::test {

inline constexpr double kSpoilt = 0.04;  // how often a choice is an invalid one

// Memory that ends where its size says, so that asan sees writes behind it, and that need not be
// aligned. It is filled with a pattern, which shows where it was written.
class Memory {
 public:
  explicit Memory(std::size_t size, std::size_t offset = 0)
      : bytes_(size + offset, kUntouched), offset_(offset) {}

  template <typename T>
  T* As() {
    return reinterpret_cast<T*>(bytes_.data() + offset_);
  }
  const std::byte* data() const { return bytes_.data() + offset_; }
  std::size_t size() const { return bytes_.size() - offset_; }
  bool IsUntouched(std::size_t first, std::size_t count) const {
    return std::all_of(data() + first, data() + first + count,
                       [](std::byte byte) { return byte == kUntouched; });
  }
  bool IsUntouched() const { return IsUntouched(0, size()); }

 private:
  static constexpr std::byte kUntouched{0xA5};

  std::vector<std::byte> bytes_;
  std::size_t offset_;
};

// A struct with the fields of a newer version.
template <typename Struct>
struct Grown {
  Struct known{};
  std::array<uint64_t, 2> unknown{};

  // Sets struct_size, sometimes to another size. Returns the struct.
  Struct* Sized(Random& random) {
    known.struct_size = sizeof(Struct);
    if (!random.Chance(kSpoilt)) return &known;
    known.struct_size = random.OneOf<std::size_t>(
        {0, 8, sizeof(Struct) - 8, sizeof(Grown), sizeof(Grown), SIZE_MAX});
    unknown[1] = random.Chance(0.3) ? 1 : 0;
    return &known;
  }
};

template <typename T>
T* MaybeNull(Random& random, T* pointer) {
  return random.Chance(kSpoilt) ? nullptr : pointer;
}

// Demand that a call may have that status, and that its error describes it.
void CheckStatus(cobble_status status, const cobble_error* error);
void CheckError(cobble_status status, const cobble_error* error);

// Makes a call and returns its status. Sometimes leaves out the error.
template <typename Call>
cobble_status Try(Random& random, const Call& call) {
  cobble_error* error = nullptr;
  const bool is_wanted = !random.Chance(kSpoilt);
  const cobble_status status = call(is_wanted ? &error : nullptr);
  CheckStatus(status, error);
  if (is_wanted) CheckError(status, error);
  cobble_error_free(error);
  return status;
}

// Makes a call and returns its result; null after an error.
template <typename Object, typename Call>
Object* Made(Random& random, const Call& call) {
  Object* const before = reinterpret_cast<Object*>(8);  // must be replaced
  Object* made = before;
  const bool is_wanted = !random.Chance(kSpoilt);
  const cobble_status status =
      Try(random, [&](cobble_error** error) { return call(is_wanted ? &made : nullptr, error); });
  if (!is_wanted) {
    Demand(status != COBBLE_OK, "a result without a place");
    return nullptr;
  }
  Demand(made != before && (status == COBBLE_OK) == (made != nullptr), "a status without a result");
  return made;
}

}  // namespace cobble::test
