// The sanitizers of this build.
#pragma once

namespace cobble::test {

// g++ defines macros, clang has __has_feature.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool kUnderAsan = true;
#else
inline constexpr bool kUnderAsan = false;
#endif

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool kUnderTsan = true;
#else
inline constexpr bool kUnderTsan = false;
#endif

inline constexpr bool kUnderSanitizer = kUnderAsan || kUnderTsan;

// Under Wine, each file call asks a server.
#if defined(_WIN32)
inline constexpr double kSlowFiles = 5;
#else
inline constexpr double kSlowFiles = 1;
#endif

// Multiplies time limits.
inline constexpr double kSlowdown = (kUnderSanitizer ? 20 : 1) * kSlowFiles;

}  // namespace cobble::test
