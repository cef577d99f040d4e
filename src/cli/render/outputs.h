// The requested outputs: -o, --bits, --format, --compression, --primaries, --no-metadata.
#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "jobs/output_settings.h"
#include "jobs/picture_request.h"

namespace cobble {

class OutputOptions {
 public:
  void AddTo(CommandLine* line);

  // Throws Error kUsage if an -o has its file as a separate argument: -o normal a.png.
  void RefuseSeparateFiles(const std::vector<std::string>& positionals) const;

  void RequireAny() const;

  // Returns the path of each -o.
  std::vector<std::string> Paths() const;
  // Returns each -o as given, for messages.
  std::vector<std::string> Given() const;

  const std::vector<PictureRequest>& requests() const { return requests_; }
  const OutputSettings& settings() const { return settings_; }

 private:
  void AddOutput(CommandLine* line);
  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);

  std::vector<PictureRequest> requests_;
  OutputSettings settings_;
};

}  // namespace cobble
