// The frame (noise/kernel.h) of a picture's samples, one or several per pixel.
#pragma once

#include "core/affine.h"
#include "noise/kernel.h"
#include "program/program_impl.h"

namespace cobble {

// Returns the frame of the samples' positions under a map. The caller sets its kind.
Frame PixelFrame(const Program::Impl& program, const Affine& map);

}  // namespace cobble
