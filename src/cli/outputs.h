// The pictures that a command line asks for: -o, --bits, --format, --compression.
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

  // `picture`: where the recipe came from one, its maps and bits stand where nobody says.
  // Throws Error kUsage where a format cannot hold what it is asked to, or nothing is asked for
  // unless `may_be_none`.
  std::vector<PicturePlan> Plan(const std::optional<OutputMetadata>& picture,
                                bool may_be_none) const;

 private:
  struct Request {
    std::string flag, path;
    std::vector<Map> maps;  // empty: not said
  };
  struct Bits {
    std::string flag;
    std::optional<Map> map;  // nothing: of all
    int bits = 0;
  };

  void AddRequest(const std::string& text);
  void AddBits(const std::string& text);
  const Format& FormatOf(const Request& request) const;
  const Bits* SaidOf(Map map) const;
  int BitsOf(const PicturePlan& output, const std::optional<OutputMetadata>& picture) const;
  PicturePlan PlanOne(const Request& request, const std::optional<OutputMetadata>& picture) const;
  void CheckAllUsed(const std::vector<PicturePlan>& outputs) const;

  std::vector<Request> requests_;
  std::vector<Bits> bits_;
  const Format* format_ = nullptr;
  std::optional<Compression> compression_;
};

}  // namespace cobble

#endif  // COBBLE_CLI_OUTPUTS_H_
