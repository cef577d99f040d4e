// Renders several maps into memory in one pass.
#pragma once

#include <span>

#include "cobble/render.h"
#include "core/maps.h"

namespace cobble {

// Renders the window of all maps into the channels of one image, in order. Throws like RenderImage.
Image RenderMaps(const Program& program, std::span<const PictureMap> maps,
                 const RenderOptions& options);

}  // namespace cobble
