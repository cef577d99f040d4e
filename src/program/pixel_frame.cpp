// The frame of a picture's pixels.
#include "program/pixel_frame.h"

#include <algorithm>

namespace cobble {

Frame PixelFrame(const Program::Impl& program, const Affine& map) {
  Frame frame;
  const Vector3 origin = map.Apply(program.pixel_origin);
  const Vector3 column = map.Linear({program.pixel_step[0], 0, 0});
  const Vector3 row = map.Linear({0, program.pixel_step[1], 0});
  std::copy(origin.begin(), origin.end(), frame.origin);
  std::copy(column.begin(), column.end(), frame.column);
  std::copy(row.begin(), row.end(), frame.row);
  if (program.recipe.tiling) {
    frame.wrap[0] = program.recipe.width;
    frame.wrap[1] = program.recipe.height;
  }
  return frame;
}

}  // namespace cobble
