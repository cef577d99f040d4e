// Renders several maps into memory in one pass.
#pragma once

#include <span>

#include "cobble/render.h"
#include "core/maps.h"

namespace cobble {

// Renders the window of all maps. The channels of the image are those of the maps, in their order.
// Throws like RenderImage.
Image RenderMaps(const Program& program, std::span<const PictureMap> maps,
                 const RenderOptions& options);

}  // namespace cobble
