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

class ColorFile {
 public:
  // In: name, that messages call the picture, "sheet"; size_by, the flag that makes it smaller.
  ColorFile(std::string name, std::string size_by)
      : name_(std::move(name)), size_by_(std::move(size_by)) {}

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
  std::string name_, size_by_, path_;
  bool no_clobber_ = false, if_changed_ = false, no_sync_ = false;
};

}  // namespace cobble
