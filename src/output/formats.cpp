// The table of file formats.
#include "output/formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "output/png.h"
#include "output/raw.h"

namespace cobble {
namespace {

constexpr int kHeightBits = 16, kOtherBits = 8;  // where a format leaves the choice

const std::vector<Format>& Table() {
  static const std::vector<Format> formats{
      {.name = "png",
       .suffixes = {".png"},
       .bits = {8, 16},
       .maps = {Map::kHeight, Map::kNormal},
       .help = "PNG, grey or RGB, compressed without loss",
       .open = &OpenPng},
      {.name = "r8",
       .suffixes = {".r8"},
       .bits = {8},
       .maps = {Map::kHeight, Map::kNormal},
       .has_sidecar = true,
       .help = "raw bytes, row 0 first, with FILE.json beside them",
       .open = &OpenRaw},
      {.name = "r16",
       .suffixes = {".r16"},
       .bits = {16},
       .maps = {Map::kHeight, Map::kNormal},
       .has_sidecar = true,
       .help = "raw 16-bit samples, little-endian, row 0 first, with FILE.json beside them",
       .open = &OpenRaw},
      {.name = "r32",
       .suffixes = {".r32"},
       .bits = {32},
       .maps = {Map::kHeight, Map::kNormal, Map::kSlope, Map::kValue},
       .is_float = true,
       .has_sidecar = true,
       .help = "raw float32 samples, little-endian, row 0 first, with FILE.json beside them",
       .open = &OpenRaw},
  };
  return formats;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && std::equal(suffix.rbegin(), suffix.rend(), text.rbegin(),
                                                    [](char a, char b) { return a == Lower(b); });
}

template <typename T>
bool Contains(const std::vector<T>& list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// "PNG", as people write it.
std::string Title(const Format& format) {
  std::string title(format.name);
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return title;
}

// "8 or 16".
std::string Choice(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(numbers, " or "));
}

// ".r32", for a map that some formats cannot hold: the first suffix of each that can.
std::string SuffixesFor(Map map) {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Table())
    if (Contains(format.maps, map)) suffixes.push_back(format.suffixes.front());
  return fmt::format("{}", fmt::join(suffixes, " or "));
}

}  // namespace

std::span<const Format> Formats() { return Table(); }

const Format* FindFormat(std::string_view name) {
  const auto& table = Table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Format& format) { return format.name == name; });
  return found == table.end() ? nullptr : &*found;
}

const Format* FormatOfPath(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const Format& format : Table())
    for (const std::string_view suffix : format.suffixes)
      if (name.size() > suffix.size() && EndsWith(name, suffix)) return &format;
  return nullptr;
}

int DefaultBits(const Format& format, Map map) {
  const int wanted = map == Map::kHeight ? kHeightBits : kOtherBits;
  return Contains(format.bits, wanted) ? wanted : format.bits.back();
}

std::string WhyNot(const Format& format, Map map, int bits) {
  if (!Contains(format.maps, map))
    return fmt::format("{} cannot hold {}: its samples are 0..1; use {}", Title(format), Name(map),
                       SuffixesFor(map));
  if (!Contains(format.bits, bits))
    return fmt::format("{} holds {} bits, not {}", Title(format), Choice(format.bits), bits);
  return {};
}

}  // namespace cobble
