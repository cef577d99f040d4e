// The C interface: files.
#include "cobble/encode.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "c/guard.h"
#include "c/objects.h"
#include "c/run_options.h"
#include "c/structs.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "core/suggest.h"
#include "jobs/maps_only.h"
#include "jobs/sets/encode_set.h"
#include "render/call_checks.h"

namespace cobble::c {
namespace {

std::vector<MapName> MapsOf(const cobble_program& program, const cobble_encode_options& given) {
  std::vector<MapName> maps;
  if (given.maps == nullptr) {
    if (given.map_count != 0) Refuse("maps", "must not be null");
    for (const cobble_program::Map& map : program.maps) maps.emplace_back(map.name);
    return maps;
  }
  for (std::size_t k = 0; k < given.map_count; ++k) {
    const std::string place = "maps[" + std::to_string(k) + "]";
    maps.emplace_back(TextAt(given.maps[k], place));
    if (std::ranges::count(program.maps, maps.back().name, &cobble_program::Map::name) == 0)
      Refuse(place, Quoted(maps.back().name) + " is not a map of the program");
  }
  return maps;
}

void SetText(const char* given, std::string_view name, std::string* option) {
  if (given != nullptr) *option = TextAt(given, name);
}

EncodeOptions OptionsOf(const cobble_program& program, const cobble_encode_options& given) {
  EncodeOptions options;
  options.maps = MapsOf(program, given);
  options.bits = given.bits;
  SetText(given.format, "format", &options.format);
  SetText(given.compression, "compression", &options.compression);
  SetText(given.primaries, "primaries", &options.primaries);
  SetText(given.georeference, "georeference", &options.georeference);
  options.metadata = !FlagAt(given.no_metadata, "no_metadata");
  SetText(given.terrain, "terrain", &options.terrain);
  const auto [low, high] = given.elevation;
  if (low != 0 || high != 0) options.elevation = {low, high};
  if (given.max_pixels != 0) options.limits.max_pixels = given.max_pixels;
  if (given.max_cost != 0) options.limits.max_cost = given.max_cost;
  if (given.max_memory != 0) options.limits.max_memory = given.max_memory;
  return options;
}

void LimitCost(const RunOptions& run, Limits* limits) {
  if (run.max_cost > 0) limits->max_cost = std::min(limits->max_cost, run.max_cost);
}

// Returns the names and sizes of a set's files, and its notes. Moves the bytes to the end of
// `contents`.
JsonTree ListingOf(EncodedSet set, std::string* contents) {
  JsonTree files = JsonTree::array(), notes = JsonTree::array();
  for (auto& [name, bytes] : set.files) {
    files.push_back({{"name", name}, {"size", bytes.size()}});
    *contents += std::exchange(bytes, {});
  }
  for (Issue& note : set.notes) {
    note.where.clear();  // the engine or the name, which the caller gave
    notes.push_back(note.Text());
  }
  return {{"files", std::move(files)}, {"notes", std::move(notes)}};
}

// In: name, of a map; null: the noise's value.
PictureMap MapOf(const cobble_program& program, const char* name) {
  if (name == nullptr) return Map::kValue;
  return MapNamed(program.program.recipe(), TextAt(name, "map"), "map");
}

}  // namespace
}  // namespace cobble::c

cobble_status cobble_encode(const cobble_program* program, const cobble_encode_options* options,
                            const cobble_render_options* render, cobble_bytes** file,
                            cobble_bytes** sidecar, cobble_error** error) {
  if (sidecar != nullptr) *sidecar = nullptr;
  return cobble::c::GuardResult(file, "file", error, [&] {
    const cobble_program& compiled = cobble::c::NeededForPictures(program);
    const auto given = cobble::c::OptionsAt(options, "options");
    const auto run = cobble::c::RunOptionsOf(render, compiled.program);
    auto encoding = cobble::c::OptionsOf(compiled, given);
    cobble::c::LimitCost(run, &encoding.limits);
    auto encoded = cobble::EncodePicture(compiled.program, encoding, run.render);
    auto bytes = std::make_unique<cobble_bytes>(cobble_bytes{std::move(encoded.bytes)});
    if (sidecar != nullptr && !encoded.sidecar.empty())
      *sidecar = new cobble_bytes{std::move(encoded.sidecar)};
    return bytes;
  });
}

cobble_status cobble_encode_set(const cobble_recipe* recipe, const char* engine, const char* name,
                                const cobble_render_options* render, cobble_bytes** files,
                                cobble_bytes** contents, cobble_error** error) {
  if (contents != nullptr) *contents = nullptr;
  return cobble::c::GuardResult(files, "files", error, [&] {
    cobble_bytes*& place = cobble::c::ResultAt(contents, "contents");
    const auto run = cobble::c::RunOptionsOf(render, cobble::Window{});
    cobble::Limits limits;
    cobble::c::LimitCost(run, &limits);
    auto set = cobble::EncodeSet(cobble::c::Needed(recipe, "recipe").layers,
                                 cobble::c::TextAt(engine, "engine"),
                                 cobble::c::TextAt(name, "name"), limits, run.render);
    auto bytes = std::make_unique<cobble_bytes>();
    auto listing = std::make_unique<cobble_bytes>();
    listing->bytes = cobble::PrintJsonLine(cobble::c::ListingOf(std::move(set), &bytes->bytes));
    place = bytes.release();
    return listing;
  });
}

cobble_status cobble_program_checksum(const cobble_program* program, const char* map,
                                      const cobble_render_options* render, cobble_bytes** text,
                                      cobble_error** error) {
  return cobble::c::GuardText(text, "text", error, [&] {
    const cobble_program& compiled = cobble::c::NeededForPictures(program);
    const cobble::PictureMap shown = cobble::c::MapOf(compiled, map);
    const auto run = cobble::c::RunOptionsOf(render, compiled.program);
    cobble::Limits limits;
    cobble::c::LimitCost(run, &limits);
    return cobble::ChecksumOf(compiled.program, shown, run.render, limits);
  });
}
