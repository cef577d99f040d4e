// What cobble uses of C++20 and emscripten's libc++ 13 lacks. CMakeLists.txt includes it before
// each source. Remove it with the first emscripten whose libc++ is 15 or newer (Debian 13).
#pragma once

#include <bit>
#include <range/v3/algorithm.hpp>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

template <typename To, typename From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

// Without stop tokens.
class jthread {
 public:
  template <typename... Args>
  explicit jthread(Args&&... args) : thread_(std::forward<Args>(args)...) {}
  jthread(jthread&&) = default;
  ~jthread() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  thread thread_;
};

namespace ranges {

using ::ranges::adjacent_find;
using ::ranges::all_of;
using ::ranges::any_of;
using ::ranges::binary_search;
using ::ranges::copy;
using ::ranges::copy_if;
using ::ranges::count;
using ::ranges::count_if;
using ::ranges::equal;
using ::ranges::fill;
using ::ranges::find;
using ::ranges::find_if;
using ::ranges::find_if_not;
using ::ranges::for_each;
using ::ranges::is_sorted;
using ::ranges::lower_bound;
using ::ranges::max;
using ::ranges::max_element;
using ::ranges::min;
using ::ranges::min_element;
using ::ranges::minmax;
using ::ranges::minmax_element;
using ::ranges::mismatch;
using ::ranges::move;
using ::ranges::none_of;
using ::ranges::replace;
using ::ranges::replace_if;
using ::ranges::reverse;
using ::ranges::sort;
using ::ranges::stable_sort;
using ::ranges::transform;

}  // namespace ranges
}  // namespace std
