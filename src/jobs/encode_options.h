// Checks the options of pictures that callers of the library give.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/encode.h"
#include "cobble/recipe.h"
#include "jobs/job.h"

namespace cobble {

// Return the index of `word` in `words`, and the format or compression of a name. Throw Error
// kUsage at the option if there is none.
std::size_t ChoiceOf(const std::string& option, std::string_view word,
                     const std::vector<std::string_view>& words);
const Format& FormatNamed(std::string_view name);
Compression CompressionNamed(std::string_view name);

// Returns the picture of a recipe. In: path, null for a picture in memory. Throws Error kUsage at
// the option that is invalid.
PictureOutput OutputOf(const Recipe& recipe, const EncodeOptions& options, const std::string* path);

// Throws Error kUsage at a negative limit.
void CheckLimits(const Limits& limits);

// Throws Error kUsage at `path` if the path contains a NUL, at which a system call would end it: it
// may name another file.
void CheckPath(const std::string& path);

}  // namespace cobble
