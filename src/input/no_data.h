// Samples that stand for NoData, as a file or its name declares: "dem.tif:nodata=-9999".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/picture_reader.h"

namespace cobble {

// What a name or a file declares if no sample stands for NoData, whatever it looks like.
inline constexpr std::string_view kNoNoData = "none";

// What declares that infinite samples stand for NoData, of either sign.
inline constexpr std::string_view kInfiniteNoData = "inf";

// Takes the declaration from the end of a name, and returns it: a number, "inf", "-inf" or "none".
// Returns nullopt if the name has none. Throws Error kUsage if it is something else.
std::optional<std::string> TakeNoData(std::string* name);

// Returns whether the name of a picture, or else the file, declares kNoNoData.
bool IsComplete(const PictureFile& file, const PictureInfo& info);

// Returns a reader of the picture in which samples that stand for NoData are NaN: of a colour, if
// red, green and blue all do; never alpha. The name's declaration replaces the file's, but
// kInfiniteNoData adds to it.
// Throws Error kUsage if the name declares a number that no sample can have.
std::unique_ptr<PictureReader> WithoutNoData(const PictureFile& file,
                                             std::unique_ptr<PictureReader> reader);

}  // namespace cobble
