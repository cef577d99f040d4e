// The `cobble:output` of a picture: how it was made, beside its recipe.
#ifndef COBBLE_JOBS_METADATA_H_
#define COBBLE_JOBS_METADATA_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/enums.h"
#include "cobble/image.h"
#include "output/formats.h"
#include "render/render_bands.h"

namespace cobble {

// {"map": "height", "format": "png", "bits": 16, "window": [0, 0, 512, 512], "range": [-1, 1],
// "cobble": "0.1.0", "noise": 1}. Several maps are separated by commas; "range" is what became 0
// and 1 ("none" where values were kept), "noise" the version of the noises.
struct OutputMetadata {
  std::vector<Map> maps;
  const Format* format = nullptr;  // null: a format that is not known
  int bits = 0;
  Window window;
  int64_t noise_version = 0;  // as it was read
};

std::string WriteOutputMetadata(const OutputMetadata& metadata, const HeightRange& range);

// Nothing where `text` is no such object, or a member is missing or not what it should be.
std::optional<OutputMetadata> ReadOutputMetadata(std::string_view text);

// The maps of "height,normal", each known and named once. Returns whether it is such a list; if
// not, *wrong is the word at fault.
bool ParseMaps(std::string_view text, std::vector<Map>* maps, std::string* wrong);

// "height,normal".
std::string MapNames(const std::vector<Map>& maps);

}  // namespace cobble

#endif  // COBBLE_JOBS_METADATA_H_
