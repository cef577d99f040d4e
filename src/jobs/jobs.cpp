// The library's lists of jobs.
#include "cobble/jobs.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "cobble/engines.h"
#include "core/list_text.h"
#include "core/memory_error.h"
#include "core/suggest.h"
#include "core/window.h"
#include "engines/set_files.h"
#include "jobs/elevation.h"
#include "jobs/encode_options.h"
#include "jobs/ground.h"
#include "jobs/metadata.h"
#include "jobs/path_check.h"
#include "jobs/request.h"
#include "jobs/run.h"
#include "jobs/run_warnings.h"
#include "jobs/sets/set_pictures.h"
#include "render/call_checks.h"

namespace cobble {
namespace {

EncodeOptions OptionsOf(const OutputFile& file) {
  return {.format = file.format,
          .maps = file.maps,
          .bits = file.bits,
          .compression = file.compression,
          .primaries = file.primaries,
          .metadata = file.metadata};
}

PictureOutput OutputOf(const Recipe& recipe, const OutputFile& file) {
  CheckPath(file.path);
  PictureOutput output = OutputOf(recipe, OptionsOf(file), &file.path);
  output.path = file.path;
  output.label = {"path", Shown(file.path)};
  return output;
}

// Returns the job of a recipe, without pictures.
Job JobOf(const Recipe& recipe, const JobOptions& options) {
  Job job;
  job.window = options.window;
  if (job.window.width == 0 || job.window.height == 0) {
    job.window = {0, 0, recipe.width, recipe.height};
    job.origin.pointer = "/size";
  }
  job.files = {
      .no_clobber = options.no_clobber, .sync = options.sync, .if_changed = options.if_changed};
  job.limits = options.limits;
  if (!options.georeference.empty()) job.anchor = ParseGroundAnchor(options.georeference);
  return job;
}

Request RequestOf(const RecipeLayers& recipe, const Series& series, const JobOptions& options) {
  CheckRenderOptions({.window = options.window});
  if (!IsWithinWindowLimits(options.window))
    throw Error::At(ErrorKind::kUsage, "window", "is too large or too far from the origin");
  CheckLimits(options.limits);
  Request request;
  request.recipe = recipe;
  request.series = series;
  request.job = [&options](const Recipe& resolved) { return JobOf(resolved, options); };
  request.simd = options.simd;
  request.elevation = ElevationWishOf(options.terrain, options.elevation);
  return request;
}

// The default compression is accepted even if no picture uses it.
OutputSettings SettingsOf(const SetOptions& set) {
  OutputSettings settings;
  settings.bits = set.bits;
  if (!set.format.empty()) settings.format = &FormatNamed(set.format);
  const Compression compression = CompressionNamed(set.compression);
  if (compression != Compression::kFast) settings.compression = compression;
  settings.no_metadata = !set.metadata;
  return settings;
}

// Appends the files of a picture: the first is the picture itself.
void AddFiles(const PictureOutput& picture, const Window& window, std::vector<JobFile>* files) {
  for (const std::string& path : PathsOf(*picture.format, picture.path)) {
    JobFile& file = files->emplace_back();
    file.path = path;
    if (path != picture.path) continue;
    file.maps = NamesOf(picture.maps);
    file.format = picture.format->name;
    file.bits = picture.bits;
    file.window = window;
  }
}

}  // namespace

struct JobList::Impl {
  // What one call listed. Written by one thread at a time: sets keep pictures in memory.
  struct Part {
    RenderRun run;
    std::mutex mutex{};
  };
  using Parts = std::vector<std::shared_ptr<Part>>;

  struct Item {
    RunFiles* files = nullptr;
    std::size_t index = 0;
  };

  static JobList ListOf(const Request& request);
  void CheckPaths() const;
  void Write(const WriteOptions& options) const;

  Parts parts;
};

JobList JobList::Impl::ListOf(const Request& request) {
  auto part = std::make_shared<Part>();
  part->run = MakeRun(request);
  auto impl = std::make_unique<Impl>();
  impl->parts.push_back(std::move(part));
  return JobList(std::move(impl));
}

void JobList::Impl::CheckPaths() const {
  PathCheck check;
  const auto add = [&](const std::string& path) { check.AddOutput(Shown(path), path); };
  for (const auto& part : parts) {
    check.set_rules({.no_clobber = part->run.jobs.front().files.no_clobber});
    for (const Job& job : part->run.jobs)
      for (const PictureOutput& picture : job.pictures)
        if (!picture.memory) std::ranges::for_each(PathsOf(*picture.format, picture.path), add);
    for (const auto& set : part->run.sets) std::ranges::for_each(set->OtherPaths(), add);
    if (part->run.vrt) add(part->run.vrt->path);
  }
}

void JobList::Impl::Write(const WriteOptions& options) const {
  std::vector<Job> jobs;
  std::vector<Item> items;
  std::vector<std::unique_ptr<RunFiles>> files;
  for (const auto& part : parts) {
    files.push_back(std::make_unique<RunFiles>(part->run));
    for (std::size_t k = 0; k < part->run.jobs.size(); ++k) {
      const Job& job = jobs.emplace_back(part->run.jobs[k]);
      items.push_back({files.back().get(), k});
      for (const PictureOutput& picture : job.pictures)
        if (picture.memory) *picture.memory = {};  // of an earlier call
    }
  }
  RunRules rules;
  rules.threads = options.threads;
  if (options.progress)
    rules.progress = [&](std::string_view, double fraction) { options.progress(fraction); };
  rules.complete = [&](std::size_t index, const JobResult&) {
    items[index].files->Complete(items[index].index);
  };
  rules.committed = [&](std::size_t index, const JobResult&) { items[index].files->Commit(); };
  RunJobs(jobs, rules);
}

JobList::JobList(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JobList::JobList(const JobList& other)
    : impl_(other.impl_ ? std::make_unique<Impl>(*other.impl_) : nullptr) {}
JobList::JobList(JobList&&) noexcept = default;
JobList& JobList::operator=(const JobList& other) { return *this = JobList(other); }
JobList& JobList::operator=(JobList&&) noexcept = default;
JobList::~JobList() = default;

JobList JobList::Pictures(const RecipeLayers& recipe, const std::vector<OutputFile>& files,
                          const Series& series, const JobOptions& options) {
  if (files.empty()) throw Error::At(ErrorKind::kUsage, "files", "must name at least one picture");
  Request request = RequestOf(recipe, series, options);
  request.job = [&](const Recipe& resolved) {
    Job job = JobOf(resolved, options);
    for (const OutputFile& file : files) job.pictures.push_back(OutputOf(resolved, file));
    return job;
  };
  for (const OutputFile& file : files)
    if (!file.vrt.empty()) request.vrt = file.vrt;
  return Impl::ListOf(request);
}

JobList JobList::Set(const RecipeLayers& recipe, const std::string& engine, const std::string& path,
                     const SetOptions& set, const Series& series, const JobOptions& options) {
  Request request = RequestOf(recipe, series, options);
  CheckPath(path);
  request.set = {.engine = &EngineNamed(engine),
                 .path = path,
                 .materialx = set.materialx,
                 .settings = SettingsOf(set)};
  request.job = [&](const Recipe& resolved) {
    Job job = JobOf(resolved, options);
    for (const MapName& name : set.maps)
      job.pictures.push_back(AddedPicture(*request.set.engine, MapNamed(resolved, name, "maps"),
                                          request.set.settings, {.option = "maps"}));
    return job;
  };
  return Impl::ListOf(request);
}

std::vector<JobFile> JobList::Files() const {
  std::vector<JobFile> files;
  if (!impl_) return files;
  for (const auto& part : impl_->parts) {
    const RenderRun& run = part->run;
    for (std::size_t k = 0; k < run.jobs.size(); ++k) {
      const Job& job = run.jobs[k];
      const std::vector<std::string> pictures = FilesOf(job);
      for (const PictureOutput& picture : job.pictures) AddFiles(picture, job.window, &files);
      if (run.sets.empty()) continue;
      for (const std::string& path : run.sets[k]->OtherPaths())
        if (std::ranges::count(pictures, path) == 0) files.emplace_back().path = path;
    }
    if (run.vrt) files.emplace_back().path = run.vrt->path;
  }
  return files;
}

std::vector<Issue> JobList::Warnings() const {
  std::vector<Issue> warnings;
  if (!impl_) return warnings;
  for (const auto& part : impl_->parts) {
    for (const auto& more : {WarningsOf(part->run), ClampWarnings(part->run.jobs)})
      warnings.insert(warnings.end(), more.begin(), more.end());
  }
  return warnings;
}

void JobList::Append(const JobList& other) {
  if (!other.impl_) return;
  const Impl::Parts added = other.impl_->parts;  // `other` may be this list
  if (!impl_) impl_ = std::make_unique<Impl>();
  impl_->parts.insert(impl_->parts.end(), added.begin(), added.end());
}

// Locks parts in the order of their addresses, so that lists which share some cannot deadlock.
void JobList::Write(const WriteOptions& options) const try {
  CheckRenderOptions({.threads = options.threads});
  if (!impl_) return;
  std::set<Impl::Part*> parts;
  for (const auto& part : impl_->parts) parts.insert(part.get());
  std::vector<std::unique_lock<std::mutex>> locks;
  locks.reserve(parts.size());
  for (Impl::Part* const part : parts) locks.emplace_back(part->mutex);
  impl_->CheckPaths();
  impl_->Write(options);
} catch (...) {
  RethrowMemoryError("pictures this large");
}

}  // namespace cobble
