// The requested outputs: -o, --bits, --format, --compression.
#ifndef COBBLE_CLI_OUTPUTS_H_
#define COBBLE_CLI_OUTPUTS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "jobs/metadata.h"
#include "jobs/plan.h"
#include "output/formats.h"

namespace cobble {

class OutputOptions {
 public:
  void AddTo(CommandLine* line);

  // Throws Error kUsage if the file of an -o was written as a separate argument: -o normal a.png.
  void RefuseSeparateFiles(const std::vector<std::string>& positionals) const;

  // Plans all outputs, of maps of the recipe. `input_metadata` is from the picture that the recipe
  // came from, if any; it supplies default maps and bit depths. Throws Error kUsage if a format
  // cannot hold the requested maps or bits, if a flag has no effect, or if there is no output and
  // !allow_no_outputs.
  std::vector<PicturePlan> Plan(const Recipe& recipe,
                                const std::optional<OutputMetadata>& input_metadata,
                                bool allow_no_outputs) const;

 private:
  struct Request {
    std::string flag, path;
    std::vector<std::string> maps;  // names; empty if not given
  };
  struct Bits {
    std::string flag;
    std::string map;  // its name; empty for all maps
    int bits = 0;
  };

  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);
  const Format& FormatOf(const Request& request) const;
  const Bits* FindBits(const PictureMap& map) const;
  int BitsOf(const PicturePlan& output, const std::optional<OutputMetadata>& input_metadata) const;
  PicturePlan PlanOne(const Recipe& recipe, const Request& request,
                      const std::optional<OutputMetadata>& input_metadata) const;
  void CheckAllUsed(const std::vector<PicturePlan>& outputs) const;

  std::vector<Request> requests_;
  std::vector<Bits> bits_;
  const Format* format_ = nullptr;
  std::optional<Compression> compression_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_OUTPUTS_H_
