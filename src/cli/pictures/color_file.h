// A picture's file that a command composes: RGB with 8 bits per channel.
#pragma once

#include <cstdint>
#include <string>

#include "cli/line/command_line.h"
#include "core/size.h"
#include "jobs/job.h"
#include "jobs/path_check.h"
#include "output/sink/sink.h"
#include "views/pixel_buffer.h"

namespace cobble {

// What messages call the picture.
struct ComposedPicture {
  std::string name;     // "sheet"
  std::string many;     // "sheets"
  std::string size_by;  // the flag that makes it smaller: "--cell"
};

class ColorFile {
 public:
  explicit ColorFile(ComposedPicture picture) : picture_(std::move(picture)) {}

  // Adds -o. In: traits, besides its own.
  void AddOutput(CommandLine* line, FlagTraits traits = {});
  // Adds --no-clobber, --if-changed and --no-sync.
  void AddRules(CommandLine* line);

  bool is_given() const { return !path_.empty(); }
  bool refuses_existing() const { return no_clobber_; }

  // Throws Error kUsage if the output is not given, or its format cannot hold it.
  PictureOutput Output() const;
  // Throws Error kLimit if it is too large for its format or, with `other` bytes, for memory.
  void CheckSize(const PictureOutput& output, int64_t width, int64_t height, Size other) const;
  void Write(const PictureOutput& output, const PixelBuffer& pixels, int threads) const;

 private:
  ComposedPicture picture_;
  std::string path_;
  bool no_clobber_ = false, if_changed_ = false, no_sync_ = false;
};

}  // namespace cobble
