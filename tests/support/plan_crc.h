// Gives the edited text of a store's plan its matching CRC.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "output/byte_checksums.h"

namespace cobble::test {

// In: a plan's text, whose last member, "crc32", may be missing.
inline std::string WithPlanCrc(std::string_view text) {
  const std::string_view body = text.substr(0, text.rfind(",\n  \"crc32\""));
  return fmt::format("{},\n  \"crc32\": \"{:08x}\"\n}}\n", body,
                     Crc32(0, body.data(), body.size()));
}

}  // namespace cobble::test
