// The requested outputs: -o, --bits, --format, --compression, --no-metadata.
#ifndef COBBLE_CLI_RENDER_OUTPUTS_H_
#define COBBLE_CLI_RENDER_OUTPUTS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "engines/engines.h"
#include "jobs/metadata.h"
#include "jobs/render_pass.h"
#include "output/formats.h"

namespace cobble {

class OutputOptions {
 public:
  void AddTo(CommandLine* line);

  // Throws Error kUsage if the file of an -o was written as a separate argument: -o normal a.png.
  void RefuseSeparateFiles(const std::vector<std::string>& positionals) const;

  // Returns the path of each -o.
  std::vector<std::string> Paths() const;

  // Returns all outputs, of maps of the recipe. `input_metadata` is from the picture that the
  // recipe came from, if any; it supplies default maps and bit depths. Throws Error kUsage if a
  // format cannot hold the requested maps or bits, if a flag has no effect, or if there is no
  // output and !allow_no_outputs.
  std::vector<PictureOutput> Pictures(const Recipe& recipe,
                                      const std::optional<OutputMetadata>& input_metadata,
                                      bool allow_no_outputs) const;

  // A picture of a set for an engine (--for). `stem` is its path without the format's suffix, `map`
  // the name of its map in the recipe.
  struct SetRequest {
    const SetPicture* picture = nullptr;
    std::string stem, map;
  };
  // Returns DIR/NAME of the only -o. Throws Error kUsage if there is none or more than one, or if
  // it has another form.
  std::string SetName(const Engine& engine) const;
  // Returns the pictures of a set. Throws Error kUsage if a flag contradicts the engine.
  std::vector<PictureOutput> PicturesOfSet(const Recipe& recipe, const Engine& engine,
                                           std::span<const SetRequest> requests) const;

 private:
  struct Request {
    OptionValue label;  // as given, for messages
    std::string path;
    std::vector<std::string> maps;  // names; empty if not given
  };
  struct Bits {
    OptionValue label;  // likewise
    std::string map;    // its name; empty for all maps
    int bits = 0;
  };

  void AddOutput(CommandLine* line);
  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);
  const Format& FormatOf(const Request& request) const;
  const Bits* FindBits(const PictureMap& map) const;
  int BitsOf(const PictureOutput& output,
             const std::optional<OutputMetadata>& input_metadata) const;
  // Returns those of one -o: a picture, or one for each map of a Zarr store.
  std::vector<PictureOutput> PicturesOf(const Recipe& recipe, const Request& request,
                                        const std::optional<OutputMetadata>& input_metadata) const;
  PictureOutput PictureOf(const Recipe& recipe, const Request& request,
                          const std::optional<OutputMetadata>& input_metadata) const;
  PictureOutput SetPictureOf(const Recipe& recipe, const Engine& engine,
                             const SetRequest& request) const;
  static void CheckSetBits(const Bits& given, const Engine& engine, const SetRequest& request,
                           const Format& format);
  void CheckBitsMaps(const Recipe& recipe) const;
  void CheckAllUsed(const std::vector<PictureOutput>& outputs) const;

  std::vector<Request> requests_;
  std::vector<Bits> bits_;
  const Format* format_ = nullptr;
  std::optional<Compression> compression_;
  bool no_metadata_ = false;
};

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_OUTPUTS_H_
