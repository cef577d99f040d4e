// Tests a TIFF with more than 4 GiB of samples, which takes seconds to write.
#include <doctest/doctest.h>

#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

TEST_CASE("a TIFF of more than 4 GiB of samples is a BigTIFF that carries its recipe") {
  const Folder folder;
  const Outcome outcome =
      RunLine("render --noise constant --value 0.3 --size 65536x65600 --bits 8 --no-sync -o a.tif");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const std::string bytes = ReadAll("a.tif");
  CHECK(bytes.size() < (std::size_t{1} << 24));
  CHECK(bytes.starts_with(std::string_view("II+\0", 4)));
  CHECK(RunCobble({"check", "a.tif"}).status == 0);
  // libtiff reads the tables of all 8200 strips.
  if (!Has(kShell)) return;
  const Outcome info = RunShell("tiffinfo -s a.tif");
  CHECK(info.status == 0);
  CHECK_MESSAGE(info.err == "", info.err);
  CHECK(info.out.find("8199: [") != std::string::npos);
}

}  // namespace
}  // namespace cobble::test
