// Portable float maps: float32, grey or RGB, bottom row first.
#ifndef COBBLE_OUTPUT_PFM_H_
#define COBBLE_OUTPUT_PFM_H_

#include <memory>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenPfm(const PictureSpec& spec);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PFM_H_
