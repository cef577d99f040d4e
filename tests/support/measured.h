// Runs of processes whose peak of memory is told.
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
  std::string told, err;
};

// Runs a test case of this program that is skipped otherwise, in a process of its own: only so does
// the count begin at its own start. In: words without quotes ('), for that test case.
Measured RunMeasured(const std::string& words, const std::string& test_case);

// The same with one that runs cobble with these words, with blanks between them.
Measured RunMeasured(const std::string& words);

// For such a test case: its words, and what it hands back: a status and a line.
std::string MeasuredWords();
void TellMeasured(int status, const std::string& line);

}  // namespace cobble

#endif  // COBBLE_TESTS_SUPPORT_MEASURED_H_
