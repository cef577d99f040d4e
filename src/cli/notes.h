// The `cobble:output` of a picture: how it was made beside its recipe.
#ifndef COBBLE_CLI_NOTES_H_
#define COBBLE_CLI_NOTES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/image.h"
#include "output/formats.h"
#include "render/render_bands.h"

namespace cobble {

// {"map": "height", "format": "png", "bits": 16, "window": [0, 0, 512, 512], "range": [-1, 1],
// "cobble": "0.1.0", "noise": 1}. Several maps stand with commas between; "range" is what became 0
// and 1 ("none" where values were kept), "noise" the version of the noises.
struct OutputNotes {
  std::vector<Map> maps;
  const Format* format = nullptr;  // null: of a format that is not known
  int bits = 0;
  Window window;
  int64_t noise_version = 0;  // where they were read
};

std::string WriteOutputNotes(const OutputNotes& notes, const HeightRange& range);

// `name`: of the picture. Throws Error kRecipe where a member is missing or not what it should be.
OutputNotes ReadOutputNotes(const std::string& text, const std::string& name);

// The maps of "height,normal", each known and named once. Returns whether it is such a list; if
// not, *wrong is the word at fault.
bool ParseMaps(std::string_view text, std::vector<Map>* maps, std::string* wrong);

// "height,normal".
std::string MapNames(const std::vector<Map>& maps);

}  // namespace cobble

#endif  // COBBLE_CLI_NOTES_H_
