// Tests the add-on for Blender in Blender itself, if it is installed.
#include <doctest/doctest.h>

#include "support/harness.h"
#include "support/skip.h"
#include "test_paths.h"

namespace cobble {
namespace {

TEST_CASE("the add-on makes materials and terrains, and follows knobs, undo, saving and opening") {
  Folder folder;
  if (RunShell("blender --version").status != 0) return test::Skip("no Blender");
  const Outcome run = RunShell(
      "mkdir -p scripts/addons && BLENDER_USER_SCRIPTS=$PWD/scripts blender -b --factory-startup "
      "--python-exit-code 1 --python " COBBLE_SOURCE_DIR
      "/tests/cli/blender/addon.py -- " COBBLE_SOURCE_DIR
      "/src/blender/cobble_textures " COBBLE_BINARY " 2>&1");
  REQUIRE_MESSAGE(run.status == 0, run.out);
  CHECK(ReadAll("result.txt") == ReadAll(COBBLE_SOURCE_DIR "/tests/cli/blender/addon.txt"));
}

TEST_CASE("knobs are the numbers of every preset, with limits that the recipe takes") {
  if (test::Lacks(test::kShell)) return;
  Folder folder;
  const Outcome run = RunShell("PYTHONDONTWRITEBYTECODE=1 python3 " COBBLE_SOURCE_DIR
                               "/tests/cli/blender/knobs.py " COBBLE_SOURCE_DIR
                               "/src/blender/cobble_textures " COBBLE_BINARY " 2>&1");
  CHECK_MESSAGE(run.status == 0, run.out);
}

}  // namespace
}  // namespace cobble
