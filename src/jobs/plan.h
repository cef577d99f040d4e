// A run of pictures, as decided before it begins: what admission checks and PictureRun makes.
#ifndef COBBLE_JOBS_PLAN_H_
#define COBBLE_JOBS_PLAN_H_

#include <string>
#include <vector>

#include "cobble/enums.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "output/formats.h"
#include "output/picture.h"

namespace cobble {

struct PicturePlan {
  std::string name;                // in messages: "-o height=a.png", "format"
  std::string path;                // "-": standard output
  PictureBytes* memory = nullptr;  // where the picture goes instead of a file
  const Format* format = nullptr;
  std::vector<Map> maps;
  int bits = 0;
  Compression compression = Compression::kFast;
};

// Where the window comes from, for messages.
struct WindowOrigin {
  std::string text = "window";         // "--window", or a pointer into the recipe: "/size"
  ErrorKind kind = ErrorKind::kUsage;  // of a window out of range, unless a pointer says it
};

struct RunPlan {
  std::vector<PicturePlan> pictures;
  Window window;
  WindowOrigin origin;
  int threads = 0;            // at most; 0: as many as this process may use
  bool has_checksum = false;  // of the noise's values, too
  FileRules files{};
};

}  // namespace cobble

#endif  // COBBLE_JOBS_PLAN_H_
