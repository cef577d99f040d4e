// Shared by the types that show images.
#pragma once

#include <functional>
#include <memory>

#include "core/bounds.h"
#include "noise/image/image.h"
#include "noise/kernel.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "recipe/fields/field.h"
#include "recipe/images/image_planes.h"

namespace cobble::nodes {

Field ImageNameField();
Field ImageChannelField();
Field ImageEncodingField();
Field ImageFilterField();
Field ImageSumField();

// Returns the node's image. Throws Error if it is not given, has another checksum, or lacks the
// node's channel.
const SourceImage& ImageOf(const Compiler& compiler, const NodeContext& context);

// Returns how the node reads a channel of its image.
PlaneRequest RequestOf(const NodeContext& context, const SourceImage& image, ImageChannel channel,
                       PlaneEdges edges);

// Emits the steps of a kernel that computes a value from the node's positions. In: dimensions, of
// these and of the kernel's slopes.
Compiled EmitPixels(Compiler& compiler, const NodeContext& context,
                    std::shared_ptr<const void> args, const Kernel& kernel, const Bounds& bounds,
                    int dimensions = 2);

ImageArgs::Filter ImageFilterOf(const Node& node);

// Compiles a channel of an image.
using EmitImageChannel = std::function<Compiled(ImageChannel)>;

// Makes a type that shows an image: a channel, or a colour. In: prepare, which checks and counts a
// node, and returns how its channels are compiled, or null if the node is 0. The node's image, its
// checksum and its channels are checked before.
NodeType ImageType(NodeSpec spec,
                   EmitImageChannel (*prepare)(Compiler& compiler, const NodeContext& context,
                                               const SourceImage& image));

}  // namespace cobble::nodes
