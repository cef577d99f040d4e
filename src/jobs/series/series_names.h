// The file names of a series of pictures, which have placeholders: rock_{seed}.png.
#ifndef COBBLE_JOBS_SERIES_SERIES_NAMES_H_
#define COBBLE_JOBS_SERIES_SERIES_NAMES_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "cobble/series.h"
#include "jobs/option_value.h"
#include "jobs/render_pass.h"
#include "jobs/series/name_template.h"

namespace cobble {

class SeriesNames {
 public:
  // Without a series, names have no placeholders, and Apply and FillSet leave them as they are.
  // Throws Error kUsage for a name that cannot name several pictures, and for an unknown
  // placeholder.
  SeriesNames(const Series& series, std::span<const PictureOutput> pictures);
  // For the sets of an engine, which are named after `path`: DIR/NAME.
  SeriesNames(const Series& series, const std::string& path);

  // Throw Error kUsage if a value cannot be part of a file name.
  void Apply(const Placeholders& values, std::vector<PictureOutput>* pictures) const;
  std::string FillSet(const Placeholders& values) const;

  // Returns the first of the placeholders that the name of picture `index` does not have.
  std::string FirstMissing(std::size_t index) const;

 private:
  void Add(const Series& series, NameTemplate name, const OptionValue& at);

  std::string set_;                      // the name of a set, without a series
  std::vector<std::string> known_;       // placeholders
  std::vector<NameTemplate> templates_;  // of pictures, or of the set; empty without a series
};

}  // namespace cobble

#endif  // COBBLE_JOBS_SERIES_SERIES_NAMES_H_
