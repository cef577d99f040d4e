// What CMake knows of the build: compiler and libraries. CMake generates the definitions.
#pragma once

#include <span>
#include <string_view>

namespace cobble {

struct Library {
  std::string_view name, version;  // the version that cobble was built with
  bool is_optional = false;        // builds may leave it out
  bool is_in = true;
};

std::span<const Library> Libraries();  // sorted by name, ignoring case

extern const std::string_view kCompilerName, kCompilerVersion;
extern const std::string_view kBuildType;  // "Release"; empty if the project sets none

}  // namespace cobble
