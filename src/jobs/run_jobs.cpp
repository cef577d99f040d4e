// Runs lists of jobs.
#include "jobs/run_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cobble/error.h"
#include "core/size.h"
#include "jobs/admission.h"
#include "jobs/picture_run.h"
#include "jobs/series/sprite_run.h"
#include "platform/clock.h"
#include "program/program_impl.h"
#include "render/parallel.h"
#include "render/share_range.h"

namespace cobble {
namespace {

// Jobs of at most this many pixels run side by side, because one alone would leave threads idle. On
// one thread each needs little memory, so a job's limit also holds for all of them together.
constexpr int64_t kSmallPicture = int64_t{1} << 20;

double AreaOf(int64_t width, int64_t height) {
  return static_cast<double>(width) * static_cast<double>(height);
}

int64_t FramesOf(const Job& job) { return job.sprites ? std::ssize(job.sprites->frames) : 1; }

// Returns the number of pixels.
double WorkOf(const Job& job) {
  const Recipe& recipe = job.recipe->recipe();
  const double range = job.range ? 0 : PixelsToFind(recipe);
  const double frame = range + AreaOf(job.window.width, job.window.height);
  return frame * static_cast<double>(FramesOf(job));
}

class ListProgress {
 public:
  ListProgress(std::span<const Job> jobs, const RunRules& rules) : rules_(rules) {
    for (const Job& job : jobs) total_ += WorkOf(job);
    is_single_ = jobs.size() == 1 && !jobs.front().sprites;
  }

  // Returns a callback for a stage of `work` pixels of a job; empty if nobody listens.
  std::function<void(double)> Pass(std::string_view stage, double work) {
    if (!rules_.progress) return {};
    if (is_single_) return [this, stage](double fraction) { rules_.progress(stage, fraction); };
    return [this, work, last = 0.0](double fraction) mutable {
      const std::lock_guard lock(mutex_);
      done_ += work * (fraction - last);
      last = fraction;
      rules_.progress("render", std::min(done_ / total_, 1.0));
    };
  }

 private:
  const RunRules& rules_;
  bool is_single_ = false;
  double total_ = 0, done_ = 0;
  std::mutex mutex_;
};

// A job whose pictures are rendered but have no names yet.
struct Rendered {
  std::shared_ptr<const Program> program;
  Job job;  // with the threads that it may have
  std::unique_ptr<PictureRun> run;
  std::unique_ptr<SpriteRun> sprites;  // instead of `run`
  JobResult result;

  void Commit() {
    if (run) run->Commit();
    if (sprites) sprites->Commit();
  }
};

int ThreadsOf(const Job& job, int maximum) {
  const int own = job.threads;
  return own > 0 ? std::min(own, maximum) : maximum;
}

HeightRange RangeOfJob(const Job& job, const Program& program,
                       const std::function<void(double)>& progress) {
  if (job.range) return *job.range->found;
  RenderOptions options;
  options.threads = job.threads;
  options.progress = progress;
  return ResolveRange(program, options);
}

// Adds the report of a frame to that of the earlier frames. The mean becomes the sum of the means.
void AddReport(const BandReport& frame, bool is_first, BandReport* all) {
  auto& clamped = all->clamped_samples;
  clamped.resize(frame.clamped_samples.size());
  std::ranges::transform(clamped, frame.clamped_samples, clamped.begin(), std::plus<>());
  const auto& [minimum, maximum, mean] = frame.statistics;
  Statistics& sum = all->statistics;
  sum.minimum = is_first ? minimum : std::min(sum.minimum, minimum);
  sum.maximum = is_first ? maximum : std::max(sum.maximum, maximum);
  sum.mean += mean;
}

// Adds what a run says of its finished picture `index`.
template <typename Run>
void AddPicture(const Run& run, std::size_t index, JobResult* result) {
  result->bytes.push_back(run.bytes_written(index));
  result->unchanged.push_back(run.unchanged(index));
}

void RenderSprites(ListProgress* progress, Rendered* rendered) {
  JobResult& result = rendered->result;
  const Job& job = rendered->job;
  const double area = AreaOf(job.window.width, job.window.height);
  // All frames share a range "fit", which is already known: none has to be found.
  const HeightRange first = RangeOfJob(job, *rendered->program, {});
  rendered->sprites = std::make_unique<SpriteRun>(*rendered->program, job, first);
  for (const auto& frame : job.sprites->frames) {
    const auto program = frame->Compile();
    result.range = RangeOfJob(job, *program, {});
    RenderOptions options;
    options.statistics = job.statistics;
    options.progress = progress->Pass("render", area);
    AddReport(rendered->sprites->AddFrame(*program, result.range, options),
              frame == job.sprites->frames.front(), &result.bands);
  }
  result.bands.statistics.mean /= static_cast<double>(job.sprites->frames.size());
  rendered->sprites->Finish();
  for (std::size_t k = 0; k < job.pictures.size(); ++k) AddPicture(*rendered->sprites, k, &result);
}

void RenderPictures(ListProgress* progress, Rendered* rendered) {
  JobResult& result = rendered->result;
  const Program& program = *rendered->program;
  const Job& job = rendered->job;
  const Recipe& recipe = program.recipe();
  const Stopwatch range_timer;
  result.range =
      RangeOfJob(job, program, progress->Pass("range", AreaOf(recipe.width, recipe.height)));
  result.seconds.range = range_timer.Seconds();

  RenderOptions options;
  options.statistics = job.statistics;
  options.progress = progress->Pass("render", AreaOf(job.window.width, job.window.height));
  rendered->run = std::make_unique<PictureRun>(program, job, result.range);
  result.bands = rendered->run->Render(options);
  for (std::size_t k = 0; k < job.pictures.size(); ++k) AddPicture(*rendered->run, k, &result);
  if (job.has_checksum) result.checksum = rendered->run->ChecksumText();
}

// In: lanes, the number of jobs that share the memory limit.
void Render(const Job& job, int threads, int lanes, ListProgress* progress, Rendered* rendered) {
  JobResult& result = rendered->result;
  rendered->program = job.recipe->Compile();
  const Program& program = *rendered->program;
  rendered->job = job;
  rendered->job.threads = threads;
  rendered->job.limits.max_memory /= static_cast<uint64_t>(lanes);
  rendered->job.threads = Admit(program, rendered->job);
  result.simd = program.simd();
  result.evaluations = EvaluationsPerPixel(program);
  const Stopwatch timer;
  if (job.sprites) {
    RenderSprites(progress, rendered);
  } else {
    RenderPictures(progress, rendered);
  }
  result.seconds.render = timer.Seconds() - result.seconds.range;
}

// Throws Error if the whole sheet is too large for its format or for memory.
void CheckSheet(const Job& job) {
  const auto& [columns, rows, frames] = *job.sprites;
  const Window sheet = SheetWindow(job.window, columns, rows);
  Size bytes;
  for (const PictureOutput& picture : job.pictures) {
    const std::string reason = WhyTooLarge(*picture.format, picture.maps, picture.bits, sheet);
    if (!reason.empty()) throw picture.label.Fault(ErrorKind::kLimit, reason);
    bytes = bytes + SampleBytes(picture.maps, picture.bits, sheet);
  }
  if (bytes > Size(job.limits.max_memory))
    throw Error::At(ErrorKind::kLimit, "sprites",
                    fmt::format("{} x {} frames of {} x {} pixels need {} bytes of memory, but the "
                                "limit is {}",
                                columns, rows, job.window.width, job.window.height, bytes.value(),
                                job.limits.max_memory),
                    "use smaller frames, or a file for each frame");
}

class ListRun {
 public:
  ListRun(std::span<const Job> jobs, const RunRules& rules)
      : jobs_(jobs),
        rules_(rules),
        threads_(cobble::ThreadsOf(rules.threads)),
        progress_(jobs, rules) {}

  void Run();

 private:
  static bool IsSmall(const Job& job) {
    const double area = AreaOf(job.window.width, job.window.height);
    return area * static_cast<double>(FramesOf(job)) <= double{kSmallPicture};
  }

  void FindSharedRanges();
  // Runs `count` jobs from `first` on, `lanes` at a time.
  void RunGroup(std::size_t first, std::size_t count, int lanes);
  int LanesOf(std::size_t count) const;
  void Finish(std::size_t index, Rendered* rendered);

  std::span<const Job> jobs_;
  const RunRules& rules_;
  const int threads_;
  ListProgress progress_;
};

// An error waits until the job's turn, so that the same list always reports the same error.
void ListRun::RunGroup(std::size_t first, std::size_t count, int lanes) {
  const auto items = static_cast<int64_t>(count);
  std::vector<Rendered> slots(static_cast<std::size_t>(SlotCount(items, lanes)));
  const auto at = [&](int slot) { return &slots[static_cast<std::size_t>(slot)]; };
  ItemSteps steps;
  steps.make = [&](int slot, int64_t item) {
    const Job& job = jobs_[first + static_cast<std::size_t>(item)];
    *at(slot) = {};
    try {
      const int share = std::max(threads_ / lanes, 1);
      // Small jobs alone share nothing: see kSmallPicture.
      Render(job, ThreadsOf(job, share), rules_.jobs > 0 ? lanes : 1, &progress_, at(slot));
    } catch (...) {
      *at(slot) = {};
      at(slot)->result.error = std::current_exception();
    }
  };
  steps.finish = [&](int slot, int64_t item) {
    Finish(first + static_cast<std::size_t>(item), at(slot));
    *at(slot) = {};
  };
  InOrder(items, lanes, steps);
}

void ListRun::Finish(std::size_t index, Rendered* rendered) {
  JobResult& result = rendered->result;
  if (!result.error) {
    try {
      if (rules_.complete) rules_.complete(index, result);
      rendered->Commit();
    } catch (...) {
      result = {};
      result.error = std::current_exception();
    }
  }
  if (result.error && !rules_.keep_going) std::rethrow_exception(result.error);
  if (rules_.committed) rules_.committed(index, result);
}

void ListRun::FindSharedRanges() {
  for (const Job& job : jobs_) {
    if (!job.range || job.range->found) continue;
    HeightRange all;
    bool is_first = true;
    for (std::size_t k = 0; k < job.range->recipes.size(); ++k) {
      RenderOptions options;
      options.threads = threads_;
      const double count = static_cast<double>(job.range->recipes.size());
      if (rules_.progress)
        options.progress = [&, k](double fraction) {
          rules_.progress("range", (static_cast<double>(k) + fraction) / count);
        };
      const HeightRange one = ResolveRange(*job.range->recipes[k]->Compile(), options);
      all.keep = one.keep;
      all.low = is_first ? one.low : std::min(all.low, one.low);
      all.high = is_first ? one.high : std::max(all.high, one.high);
      is_first = false;
    }
    job.range->found = all;
  }
}

int ListRun::LanesOf(std::size_t count) const {
  if (rules_.jobs > 0) return std::min(rules_.jobs, std::max(static_cast<int>(count), 1));
  return count > 1 ? threads_ : 1;
}

void ListRun::Run() {
  if (rules_.jobs > 1) ReserveThreads(threads_);
  std::vector<std::string> paths;
  for (const Job& job : jobs_)
    for (const PictureOutput& picture : job.pictures)
      if (!picture.memory) paths.push_back(picture.path);
  TidyFolders(paths);
  FindSharedRanges();
  for (std::size_t first = 0, count = 1; first < jobs_.size(); first += count) {
    const auto rest = jobs_.subspan(first);
    const auto end = rules_.jobs > 0 ? rest.end() : std::ranges::find_if_not(rest, &IsSmall);
    count = std::max<std::size_t>(static_cast<std::size_t>(end - rest.begin()), 1);
    RunGroup(first, count, LanesOf(count));
  }
}

}  // namespace

std::shared_ptr<const Program> JobRecipe::Compile() {
  const std::lock_guard lock(mutex_);
  auto program = program_.lock();
  if (!program) {
    program = std::make_shared<const Program>(is_checked_
                                                  ? Program::Impl::CompileChecked(recipe_, options_)
                                                  : Program::Compile(recipe_, options_));
    program_ = program;
  }
  return program;
}

std::shared_ptr<const Program> CheckJob(const Job& job) {
  const auto check = [&](JobRecipe* recipe) {
    auto program = recipe->Compile();
    CheckProgram(*program, job.pictures);
    Admit(*program, job);
    return program;
  };
  if (!job.sprites) return check(job.recipe.get());
  if (!job.pictures.empty()) CheckSheet(job);
  std::shared_ptr<const Program> first;
  for (const auto& frame : job.sprites->frames) {
    auto program = check(frame.get());
    if (!first) first = std::move(program);
  }
  return first;
}

void RunJobs(std::span<const Job> jobs, const RunRules& rules) { ListRun(jobs, rules).Run(); }

}  // namespace cobble
