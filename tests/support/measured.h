// Runs cobble in a process of its own, whose peak of memory is therefore its own, too.
#ifndef COBBLE_TESTS_SUPPORT_MEASURED_H_
#define COBBLE_TESTS_SUPPORT_MEASURED_H_

#include <cstdint>
#include <string>

namespace cobble {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COBBLE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define COBBLE_SANITIZED 1
#endif
#endif

// Whether what is resident is what the program asked for: a sanitizer keeps far more.
#ifdef COBBLE_SANITIZED
inline constexpr bool kIsMeasurable = false;
#else
inline constexpr bool kIsMeasurable = true;
#endif
inline constexpr const char* kWhyNotMeasurable = "a sanitizer takes memory of its own";

struct Measured {
  int status = -1;
  uint64_t peak = 0;  // bytes that were resident at once, at most
  std::string err;
};

// In: the words after "cobble", with blanks between them and no quote (') in them. The process is
// this program started anew: only so does the count begin at its own start.
Measured RunMeasured(const std::string& words);

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_MEASURED_H_
