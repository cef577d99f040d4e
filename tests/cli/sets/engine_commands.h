// Commands for tests of cobble render --for.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "support/harness.h"
#include "support/readers/png.h"

namespace cobble {

inline bool SamePixels(const std::string& a, const std::string& b) {
  const PngPicture one = ReadPng(a), two = ReadPng(b);
  return one.ok && two.ok && one.width == two.width && one.bits == two.bits &&
         one.channels == two.channels && one.bytes == two.bytes;
}

}  // namespace cobble
