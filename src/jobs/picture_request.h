// A picture requested by a path and names of maps, and the output that it becomes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "jobs/job.h"
#include "jobs/metadata.h"
#include "jobs/option_value.h"
#include "jobs/output_settings.h"

namespace cobble {

struct PictureRequest {
  OptionValue label;  // as given, for messages
  std::string path;
  std::vector<std::string> maps;  // names; empty if not given
  // Not empty if the names may be part of the file's name, "v1.2=a.png": all of it. They are unless
  // all are maps, or one is near to a map.
  std::string whole{};
};

// Return the picture of one request, and the pictures of all: one per request, or one per map of a
// Zarr store. In: input_metadata, of the picture that the recipe came from, if any: default maps
// and bits. Throw Error kUsage if a format cannot hold maps or bits, or a setting has no effect.
PictureOutput PictureOf(const Recipe& recipe, const PictureRequest& request,
                        const OutputSettings& settings,
                        const std::optional<OutputMetadata>& input_metadata);
std::vector<PictureOutput> PicturesOf(const Recipe& recipe,
                                      std::span<const PictureRequest> requests,
                                      const OutputSettings& settings,
                                      const std::optional<OutputMetadata>& input_metadata);

// Returns whether there are pictures, and all their maps are nodes.
bool ShowNodesAlone(std::span<const PictureOutput> pictures);

// Chooses what the samples of nodes are: 0 to 1 by their bounds, and values in float formats; if
// all maps are nodes, and a range is given, 0 to 1 by the range.
void ScaleNodes(const std::optional<Bounds>& range, std::span<PictureOutput> pictures);

// In: names, all maps of the same request. Throws Error kUsage at the label if `name` is unknown.
PictureMap MapNamed(const Recipe& recipe, const OptionValue& label,
                    const std::vector<std::string>& names, const std::string& name);

// Throws Error kUsage for a path whose suffix no format has. In: may_be_store, whether the hint
// also names the suffix of stores.
[[noreturn]] void RefuseSuffix(const OptionValue& label, const std::string& path,
                               bool may_be_store);

// Returns the names of all formats, then "raw" for OutputSettings::is_raw.
std::vector<std::string_view> FormatNames();

// Returns whether the text is a list of built-in maps: "height", "normal,ao".
bool NamesBuiltInMaps(std::string_view text);

}  // namespace cobble
