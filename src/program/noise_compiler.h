// Compiles noises: octaves, frames, kernels and slopes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "program/emitter.h"
#include "program/issue_list.h"
#include "program/octaves.h"
#include "program/picture_box.h"
#include "program/tiling.h"

namespace cobble {

class NoiseCompiler {
 public:
  NoiseCompiler(Program::Impl& program, Emitter& emitter, IssueList& issues)
      : program_(program), recipe_(program.recipe), emitter_(emitter), issues_(issues) {}

  // Emits the steps of a noise. Collects its errors, or throws Error.
  Compiled Compile(const NoiseContext& noise, int slopes);
  // Checks and counts a noise whose steps the caller emits. Returns its octaves, or collects an
  // error and returns nullopt if they do not tile because of the picture's shape.
  std::optional<std::vector<Octave>> Octaves(const NoiseContext& noise);
  // Return whether noises do not tile because of the picture's shape, and the error that says so:
  // of one by itself, of several in one line.
  bool has_shape_errors() const { return !shape_errors_.empty(); }
  Error ShapeErrorOfAll() const;

 private:
  std::optional<std::vector<Octave>> FittingOctaves(const NoiseContext& noise);
  // Reports a list of frequencies that does not have one per axis.
  void CheckFrequencies(const NoiseContext& noise);
  void CheckRequirements(const NoiseContext& noise);
  void CheckExtent(const NoiseContext& noise, const PictureBox& box);
  void CheckPositionLimits(const NoiseContext& noise, const std::vector<Octave>& octaves);
  void CountCost(const NoiseContext& noise);
  void NoteScale(const NoiseContext& noise, const std::vector<Octave>& octaves);
  Frame FrameOf(const NoiseContext& noise, const std::vector<Octave>& octaves, NoiseStep* step);
  void EmitProbe(const NoiseContext& noise, const NoiseStep& step);

  Program::Impl& program_;
  const Recipe& recipe_;
  Emitter& emitter_;
  IssueList& issues_;
  std::vector<TiledNoise> tiled_noises_;
  std::map<std::string, Error> shape_errors_;  // by the noise's JSON pointer
};

}  // namespace cobble
