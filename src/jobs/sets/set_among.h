// The set for an engine among the requested pictures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/engines.h"
#include "jobs/picture_request.h"

namespace cobble {

// Returns the request without maps, which names the set. Throws Error kUsage unless there is one.
const PictureRequest& SetAmong(const EngineSpec& engine, std::span<const PictureRequest> requests);

// Returns the pictures that the other requests add: files of their own ("height=a.png"), and
// pictures of the set ("NAME:height"). Throws like PicturesOf.
std::vector<PictureOutput> AddedPictures(const EngineSpec& engine, const Recipe& recipe,
                                         std::span<const PictureRequest> requests,
                                         const OutputSettings& settings,
                                         const std::optional<OutputMetadata>& input_metadata);

// Refuses "a:height=a.png", where a: is a Windows drive.
void CheckDrive(const OptionValue& label, const std::string& text);

}  // namespace cobble
