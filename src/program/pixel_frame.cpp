// The frame of a picture's samples.
#include "program/pixel_frame.h"

#include <algorithm>

#include "recipe/fields/picture_steps.h"

namespace cobble {

Frame PixelFrame(const Program::Impl& program, const Affine& map) {
  Frame frame;
  const Vector3 origin = map.Apply(program.sample_origin);
  const Vector3 column = map.Linear({program.sample_step[0], 0, 0});
  const Vector3 row = map.Linear({0, program.sample_step[1], 0});
  std::copy(origin.begin(), origin.end(), frame.origin);
  std::copy(column.begin(), column.end(), frame.column);
  std::copy(row.begin(), row.end(), frame.row);
  if (program.recipe.tiling) {
    const PictureSteps steps = StepsOf(program.recipe);
    frame.wrap[0] = steps.x * program.recipe.samples;
    frame.wrap[1] = steps.y * program.recipe.samples;
  }
  return frame;
}

}  // namespace cobble
