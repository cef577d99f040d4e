// The file names of a series of pictures, which have placeholders: rock_{seed}.png.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/series.h"
#include "jobs/job.h"
#include "jobs/option_value.h"
#include "jobs/series/name_template.h"

namespace cobble {

class SeriesNames {
 public:
  // Without a series, names have only the placeholders of knobs, whose values are in `knobs` (see
  // PlainName). Throws Error kUsage for an unknown placeholder, or a name that cannot name several
  // pictures.
  SeriesNames(const Series& series, std::span<const PictureOutput> pictures, Placeholders knobs);
  // For the sets of an engine, which are named after `path`: DIR/NAME.
  SeriesNames(const Series& series, const std::string& path, Placeholders knobs);

  // Throw Error kUsage if a value cannot be part of a file name.
  void Apply(const Placeholders& values, std::span<PictureOutput> pictures) const;
  std::string FillSet(const Placeholders& values) const;
  bool SetHas(std::string_view placeholder) const {
    return is_set_ && !names_.empty() && names_.front().text.Has(placeholder);
  }

  // Returns the Error of two items whose pictures `index` have the same name. Its hint adds all
  // placeholders that the name lacks. In: labels, of the items: "seed=1 and seed=2".
  Error SameName(std::size_t index, const std::string& labels) const;

 private:
  struct Name {
    NameTemplate text;
    OptionValue at;
    std::string maps, path;  // as the caller wrote them: "normal=", "a.png"
  };

  void Add(const Series& series, Name name);
  void CheckForeign(const Series& series, const Name& name) const;

  std::string set_;                 // the name of a set, without a series
  std::vector<std::string> known_;  // placeholders of the series
  Placeholders knobs_;
  bool is_set_ = false;
  std::vector<Name> names_;         // of pictures, or of the set; empty without a series
  std::vector<std::string> plain_;  // the paths of pictures without a series
};

}  // namespace cobble
