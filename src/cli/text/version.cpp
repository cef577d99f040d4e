// cobble version: prints the version, and on request the build and its libraries.
#include <ostream>

#include "cli/line/command.h"
#include "cli/text/build_info.h"
#include "cobble/version.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/simd_level.h"

namespace cobble {
namespace {

JsonTree SimdJson() {
  JsonTree compiled = JsonTree::array(), supported = JsonTree::array();
  for (const SimdLevel& level : SimdLevels()) {
    compiled.push_back(level.name);
    if (level.is_supported) supported.push_back(level.name);
  }
  return {{"compiled", compiled},
          {"missing", MissingSimdLevels()},
          {"supported", supported},
          {"chosen", FindSimdLevel("auto")->name}};
}

JsonTree VersionJson() {
  JsonTree libraries = JsonTree::object(), optional = JsonTree::object();
  for (const Library& library : Libraries()) {
    const std::string name(library.name);
    if (library.is_in) libraries[name] = library.version;
    if (library.is_optional) optional[name] = library.is_in;
  }
  return {{"cobble", Version()},
          {"recipe_version", kRecipeVersion},
          {"noise_version", kNoiseVersion},
          {"compiler", {{"name", kCompilerName}, {"version", kCompilerVersion}}},
          {"build_type", kBuildType},
          {"simd", SimdJson()},
          {"libraries", libraries},
          {"optional", optional}};
}

}  // namespace

void DeclareVersion(CommandLine* line) {
  line->Describe({.usage = "[--json]",
                  .summary =
                      "Print the version of cobble. As JSON, also the versions of the recipe "
                      "format and of the noises, the compiler, the build type, the SIMD "
                      "levels, the versions of the libraries that cobble was built with, and "
                      "which of the optional ones it has",
                  .positionals = {.maximum = 0}});
  const auto json = line->Keep<bool>();
  line->BeginGroup("Output");
  line->AddSwitch({"--json", "print JSON"}, json);
  line->OnRun([json](const Args&, Streams& streams) {
    if (*json) {
      streams.out << PrintJson(VersionJson()) << '\n';
    } else {
      streams.out << "cobble " << Version() << '\n';
    }
  });
}

}  // namespace cobble
