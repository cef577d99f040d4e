// Strict parsing of flag values other than recipe fields. Throws Error kUsage at `flag`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/line/flag.h"
#include "cobble/image.h"

namespace cobble {

bool SwitchValue(const std::string& flag, std::string_view text);

// Parses a whole number, also as 1e10, but not 8.0; nullopt for other text.
std::optional<int64_t> ParseWhole(std::string_view text);

int64_t WholeValue(const std::string& flag, std::string_view text, int64_t minimum,
                   int64_t maximum);

// In: what, which of the flag's numbers, for the error: "the zoom".
double NumberValue(const std::string& flag, std::string_view text, double minimum, double maximum,
                   std::string_view what = {});

// Returns the index of `text` in `choices`.
std::size_t ChoiceValue(const std::string& flag, std::string_view text,
                        std::span<const std::string_view> choices);

// Return flags that several commands have.
FlagSpec SimdFlag();
FlagSpec QuietFlag();

// Parses "X,Y,WIDTH,HEIGHT" in pixels. The window may extend beyond the picture.
Window WindowValue(const std::string& flag, std::string_view text);

}  // namespace cobble
