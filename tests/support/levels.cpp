// Names of SIMD levels.
#include "support/levels.h"

#include "core/simd_level.h"

namespace cobble::test {
namespace {

std::vector<std::string> LevelsThat(bool run) {
  std::vector<std::string> names;
  for (const SimdLevel& level : SimdLevels())
    if (level.is_supported == run) names.emplace_back(level.name);
  return names;
}

}  // namespace

std::vector<std::string> RunningLevels() { return LevelsThat(true); }
std::vector<std::string> MissingLevels() { return LevelsThat(false); }

}  // namespace cobble::test
