// The requested outputs: -o, --bits, --format, --compression, --primaries, --no-metadata.
#ifndef COBBLE_CLI_RENDER_OUTPUTS_H_
#define COBBLE_CLI_RENDER_OUTPUTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"
#include "engines/engines.h"
#include "jobs/metadata.h"
#include "jobs/output_settings.h"
#include "jobs/render_pass.h"
#include "jobs/sets/engine_set.h"
#include "output/formats.h"

namespace cobble {

// Returns whether the text is a list of built-in maps: "height", "normal,ao".
bool NamesBuiltInMaps(std::string_view text);
// Refuses "a:height=a.png", where a: is a drive, as Windows has them.
void CheckDrive(const OptionValue& label, const std::string& text);

class OutputOptions {
 public:
  void AddTo(CommandLine* line);

  // Throws Error kUsage if the file of an -o was written as a separate argument: -o normal a.png.
  void RefuseSeparateFiles(const std::vector<std::string>& positionals) const;

  // Returns the path of each -o.
  std::vector<std::string> Paths() const;
  // Returns each -o as given, for messages.
  std::vector<std::string> Given() const;

  // Returns all outputs, of maps of the recipe. `input_metadata` is from the picture that the
  // recipe came from, if any; it supplies default maps and bit depths. Throws Error kUsage if a
  // format cannot hold the requested maps or bits, if a flag has no effect, or if there is no
  // output and !allow_no_outputs.
  std::vector<PictureOutput> Pictures(const Recipe& recipe,
                                      const std::optional<OutputMetadata>& input_metadata,
                                      bool allow_no_outputs) const;

  // Returns the set that an -o without maps names. Throws Error kUsage unless there is exactly one.
  SetRequest Set(const EngineSpec& engine) const;
  // Returns the pictures that the other outputs add: files of their own (-o height=a.png), and
  // pictures of the set (-o NAME:height). Throws like Pictures.
  std::vector<PictureOutput> AddedPictures(
      const EngineSpec& engine, const Recipe& recipe,
      const std::optional<OutputMetadata>& input_metadata) const;

 private:
  struct Request {
    OptionValue label;  // as given, for messages
    std::string path;
    std::vector<std::string> maps;  // names; empty if not given
  };

  const Request& SetOutput(const EngineSpec& engine) const;
  void AddOutput(CommandLine* line);
  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);
  // In: names, all maps before the = of the output `label`.
  static PictureMap MapNamed(const Recipe& recipe, const OptionValue& label,
                             const std::vector<std::string>& names, const std::string& name);
  const Format& FormatOf(const Request& request, const PictureMap& map) const;
  // Sets the bits of the picture and, where they differ, of its maps.
  void SetBits(const std::optional<OutputMetadata>& input_metadata, PictureOutput* output) const;
  // Returns those of one -o: a picture, or one for each map of a Zarr store.
  std::vector<PictureOutput> PicturesOf(const Recipe& recipe, const Request& request,
                                        const std::optional<OutputMetadata>& input_metadata) const;
  PictureOutput PictureOf(const Recipe& recipe, const Request& request,
                          const std::optional<OutputMetadata>& input_metadata) const;

  std::vector<Request> requests_;
  OutputSettings settings_;
  bool is_raw_ = false;  // --format raw, instead of settings_.format
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_OUTPUTS_H_
