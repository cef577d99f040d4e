// Tests what the C interface says about a picture without writing it: its checksum and its cost.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "cobble/encode.h"
#include "output/byte_checksums.h"
#include "unit/c/handles.h"

namespace cobble::test {
namespace {

std::string ChecksumOf(const ProgramHandle& program, const char* map,
                       const cobble_render_options* options = nullptr) {
  BytesHandle bytes;
  const std::string result = Make(&bytes, &cobble_program_checksum, program.get(), map, options);
  return result == "0" ? std::string(TextOf(bytes)) : result;
}

// Returns the checksum of a file of the format r32, which covers its bytes.
std::string ChecksumOfFile(const ProgramHandle& program, const char* map) {
  cobble_encode_options options = COBBLE_ENCODE_OPTIONS_INIT;
  options.format = "r32";
  options.maps = &map;
  options.map_count = 1;
  cobble_bytes* file = nullptr;
  REQUIRE(cobble_encode(program.get(), &options, nullptr, &file, nullptr, nullptr) == COBBLE_OK);
  const BytesHandle bytes(file);
  const std::string_view data = TextOf(bytes);
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(Crc64(0, data.data(), data.size())));
  return text;
}

cobble_program_info InfoOf(const ProgramHandle& program) {
  cobble_program_info info = COBBLE_PROGRAM_INFO_INIT;
  CHECK(cobble_program_get_info(program.get(), &info, nullptr) == COBBLE_OK);
  return info;
}

TEST_CASE("the checksum of a map is that of its bytes in a raw file") {
  const RecipeHandle recipe = RecipeOf(R"json({"cobble": 1, "size": [130, 70], "range": "fit",
      "noise": "perlin(4, 3)", "maps": {"tint": "ramp(voronoi(5), [[0, teal], [1, wheat]])"},
      "pack": {"both": ["tint", "height"]}})json");
  const ProgramHandle program =
      ForMaps(recipe, {"value", "height", "normal", "tint", "both", "ao", "@/maps/tint"});
  for (const char* map : {"value", "height", "normal", "tint", "both", "ao", "@/maps/tint"})
    CHECK_MESSAGE(ChecksumOf(program, map) == ChecksumOfFile(program, map), map);
  CHECK(ChecksumOf(program, nullptr) == ChecksumOf(program, "value"));
  CHECK(ChecksumOf(program, "tint") != ChecksumOf(program, "height"));
}

TEST_CASE("a checksum is of a window if one is given, and depends on nothing else") {
  const ProgramHandle program = ForMaps(FormulaOf("ridged(perlin(4), 6)"), {"height"}),
                      scalar = ForMaps(FormulaOf("ridged(perlin(4), 6)"), {"height"}, "scalar");
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = {3, 5, 64, 40};
  const std::string of_window = ChecksumOf(program, nullptr, &options);
  CHECK(of_window != ChecksumOf(program, nullptr));
  options.threads = 1;
  CHECK(ChecksumOf(scalar, nullptr, &options) == of_window);
  CHECK(std::string(InfoOf(scalar).simd) == "scalar");
  CHECK(InfoOf(scalar).low < InfoOf(scalar).high);
}

TEST_CASE("a checksum needs a program that computes the map") {
  const ProgramHandle color =
      ForMaps(RecipeOf(R"({"cobble": 1, "noise": "perlin", "maps": {"tint": "teal"}})"), {"tint"});
  CHECK(ChecksumOf(color, nullptr).starts_with("2 program: was compiled without the value"));
  CHECK(ChecksumOf(color, "tnit") == "2 map: unknown map \"tnit\"; did you mean \"tint\"?");
  CHECK(ChecksumOf(color, "\xff") == "2 map: is not valid UTF-8");
  CHECK(ChecksumOf(ForPoints(FormulaOf("perlin")), nullptr) ==
        "2 program: was compiled for points, not for pictures");
}

TEST_CASE("the cost of a picture is the number that its limit is compared with") {
  const RecipeHandle recipe = FormulaOf("perlin(4, 8)");
  Set(recipe, "size", "[64, 32]");
  for (const char* range : {"\"natural\"", "\"fit\""}) {
    CAPTURE(range);
    Set(recipe, "range", range);
    const ProgramHandle program = ForMaps(recipe, {"height", "ao"});
    const cobble_program_info info = InfoOf(program);
    CHECK(info.cost >= info.evaluations * 64 * 32);
    CHECK(info.max_cost == Limits().max_cost);
    cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
    options.max_cost = info.cost;
    Images images(program, 64, 32);
    const auto render = [&] {
      return ResultOf(&cobble_render, program.get(), images.images().data(), 2, &options);
    };
    options.max_cost = info.cost * 0.99;
    CHECK(render().starts_with("4 "));
    CHECK(render().find("max_cost") != std::string::npos);
    options.max_cost = info.cost;
    CHECK(render() == "0");
    CHECK(ChecksumOf(program, nullptr, &options).size() == 16);
    options.max_cost = 1;
    CHECK(ChecksumOf(program, nullptr, &options).starts_with("4 "));
    cobble_bytes* file = nullptr;
    const char* const maps[] = {"height"};
    cobble_encode_options encoding = COBBLE_ENCODE_OPTIONS_INIT;
    encoding.maps = maps;
    encoding.map_count = 1;
    CHECK(cobble_encode(program.get(), &encoding, &options, &file, nullptr, nullptr) ==
          COBBLE_LIMIT);
  }
  CHECK(InfoOf(ForPoints(recipe)).cost == 0);
}

TEST_CASE("encode options of the first version have no terrain") {
  const ProgramHandle program = ForMaps(FormulaOf("perlin"), {"height"});
  cobble_render_options window = COBBLE_RENDER_OPTIONS_INIT;
  window.window = {0, 0, 8, 8};
  cobble_encode_options options = COBBLE_ENCODE_OPTIONS_INIT;
  options.struct_size = offsetof(cobble_encode_options, terrain);
  options.terrain = "no such code";  // beyond the struct
  cobble_bytes* file = nullptr;
  CHECK(cobble_encode(program.get(), &options, &window, &file, nullptr, nullptr) == COBBLE_OK);
  cobble_bytes_free(file);
}

TEST_CASE("render options of the first version have no max_cost, and invalid ones are refused") {
  const ProgramHandle program = ForMaps(FormulaOf("perlin"), {"height"});
  cobble_render_options options = COBBLE_RENDER_OPTIONS_INIT;
  options.window = {0, 0, 8, 8};
  options.struct_size = offsetof(cobble_render_options, max_cost);
  options.max_cost = 1e-9;  // beyond the struct
  CHECK(ChecksumOf(program, nullptr, &options).size() == 16);
  options.struct_size -= sizeof(void*);
  CHECK(ChecksumOf(program, nullptr, &options).starts_with("2 options.struct_size: is "));
  options.struct_size = sizeof options;
  options.max_cost = -1;
  CHECK(ChecksumOf(program, nullptr, &options) == "2 max_cost: must be 0 or more");
}

}  // namespace
}  // namespace cobble::test
