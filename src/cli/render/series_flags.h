// The flags for many pictures from one command: --vary, --frames and --tiles.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/line/command_line.h"
#include "cobble/series.h"
#include "jobs/series/series_items.h"

namespace cobble {

// How messages denote flags' settings of recipes.
inline const SettingNames kSettingFlags{
    .vary = "--vary ", .frames = "--frames", .sprites = "--sprites", .engine = "--for "};

class SeriesFlags {
 public:
  void AddTo(CommandLine* line);
  // Adds --vary only, with this help.
  void AddVary(CommandLine* line, const std::string& help);

  Series series() const;
  const std::string& vrt() const { return vrt_; }
  // Returns the variations per value of the first key, if there are several keys.
  std::optional<std::size_t> VariationsPerValue() const;

 private:
  Series series_;
  std::optional<int> overlap_;
  std::string vrt_;
};

}  // namespace cobble
