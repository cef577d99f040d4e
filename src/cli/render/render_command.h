// Resolves what a parsed `cobble render` command line asks for, and lines of commands like it.
#pragma once

#include <span>
#include <string>

#include "cli/line/command_line.h"
#include "cli/render/render_request.h"
#include "cli/render/render_work.h"

namespace cobble {

// One recipe. Others are refused by RenderCommand, which may know better what they should be.
inline constexpr Positionals kRenderPositionals{.maximum = kAnyNumber};

inline constexpr CommandText kRenderText{
    .usage = "[RECIPE | PICTURE | -] -o [MAP[,MAP...]=]FILE ... [flags]",
    .summary =
        "Render pictures from a recipe. The recipe is built from a preset (if any), then "
        "RECIPE (a file, a picture or store of cobble, or - for standard input), then flags; "
        "each overrides the ones before it.",
    .positionals = kRenderPositionals,
    .tasks = kPictures | kStore | kShard};

class RenderCommand {
 public:
  // Adds the flags of the line's tasks. Both must live as long as either is used.
  explicit RenderCommand(CommandLine* line);

  // Returns whether the parsed line renders a part of a store.
  bool IsForShard() const { return request_.shard.IsOn(); }

  // Resolves all recipes and checks all jobs of the parsed line. Throws Error.
  RenderWork Resolve(const Args& positionals, Streams& streams);

  // Forgets the flags, before the line parses other arguments.
  void Reset() { request_ = {}; }

 private:
  // Returns what the line makes, after checking that all its flags apply to that.
  Task TaskOf(const Args& positionals) const;
  bool IsStoreFolder(const Args& positionals) const;
  void RequireStoreNames(std::span<const std::string> paths) const;

  CommandLine& line_;
  RenderRequest request_;  // the handlers of the line have pointers to its members
};

}  // namespace cobble
