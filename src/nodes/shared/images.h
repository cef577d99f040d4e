// Shared by the types that show images.
#pragma once

#include <functional>
#include <memory>

#include "core/bounds.h"
#include "noise/image/image.h"
#include "noise/kernel.h"
#include "program/compile.h"
#include "recipe/fields/field.h"
#include "recipe/images/image_planes.h"

namespace cobble::nodes {

Field ImageNameField();
Field ImageChannelField();
Field ImageEncodingField();
Field ImageFilterField();
Field ImageSumField();

// Returns the node's image. Throws Error if missing, or if its checksum or channels do not fit.
const SourceImage& ImageOf(const Compiler& compiler, const NodeContext& context);

// Returns how the node reads a channel of its image.
PlaneRequest RequestOf(const NodeContext& context, const SourceImage& image, ImageChannel channel,
                       PlaneEdges edges);

// Emits the steps of a kernel that computes a value from the node's positions.
Compiled EmitPixels(Compiler& compiler, const NodeContext& context,
                    std::shared_ptr<const void> args, const Kernel& kernel, const Bounds& bounds);

ImageArgs::Filter ImageFilterOf(const Node& node);

// Compiles a node that shows a colour, by calls of `channel`. An image without colours is grey.
CompiledColor ColorOf(const SourceImage& image,
                      const std::function<Compiled(ImageChannel)>& channel);

// In: a node whose result is a number.
ImageChannel ImageChannelOf(const Node& node);

}  // namespace cobble::nodes
