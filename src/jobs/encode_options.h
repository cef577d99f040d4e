// Checks the picture options that callers of the library give.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/encode.h"
#include "cobble/recipe.h"
#include "engines/engines.h"
#include "jobs/elevation.h"
#include "jobs/job.h"

namespace cobble {

// Return the index of `word` in `words`, and the format, engine or compression of a name. Throw
// Error kUsage at the option if the word is unknown.
std::size_t ChoiceOf(const std::string& option, std::string_view word,
                     const std::vector<std::string_view>& words);
const Format& FormatNamed(std::string_view name);
const EngineSpec& EngineNamed(std::string_view name);
Compression CompressionNamed(std::string_view name);

// Returns the wish of EncodeOptions::terrain and elevation, or of JobOptions'. Throws Error kUsage.
std::optional<ElevationWish> ElevationWishOf(const std::string& terrain,
                                             const std::vector<double>& elevation);

// In: path, null for a picture in memory. Throws Error kUsage at an invalid option.
PictureOutput OutputOf(const Recipe& recipe, const EncodeOptions& options, const std::string* path);

// Throws Error kUsage at a negative limit.
void CheckLimits(const Limits& limits);

// Throws Error kUsage at `path` if it contains a NUL, where system calls would cut it.
void CheckPath(const std::string& path);

}  // namespace cobble
