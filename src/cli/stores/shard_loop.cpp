// The sh code of a task that runs several shards, and names of jobs.
#include "cli/stores/shard_loop.h"

#include <fmt/format.h>

#include <algorithm>

#include "cobble/error.h"
#include "core/suggest.h"
#include "core/utf8.h"

namespace cobble {
namespace {

bool IsAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

void CheckScriptStore(const std::string& store) {
  if (IsPrintable(store)) return;
  throw Error(ErrorKind::kUsage, "--scheduler",
              "a script cannot contain the path " + Quoted(store) +
                  ", which has characters that are not printable",
              "rename it");
}

std::string JobName(std::string_view text, std::string_view others, std::size_t length) {
  std::string name;
  for (const char c : text) {
    const bool is_kept = IsAlphanumeric(c) || others.find(c) != std::string_view::npos;
    if (is_kept)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name.resize(std::min(name.size(), length));
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "cobble" : name;
}

std::string DollarsDoubled(std::string_view text) {
  std::string doubled;
  for (const char c : text) doubled += c == '$' ? std::string("$$") : std::string(1, c);
  return doubled;
}

// A shell runs a trap only after the foreground command, so cobble runs in the background. If the
// signal arrives before `child` is set, the line after sends it.
std::string ShardLoopText(const ShardLoop& loop) {
  return fmt::format(R"(stopped='' child='' failed=0
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM

shard={first}
while [ "$shard" -le {shards} ]; do
{before}  {command} --shard "$shard/{shards}"{flags} &
  child=$!
  [ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
  status=0
  wait "$child" || status=$?
  [ -z "$stopped" ] || wait "$child" || : # the signal ends the first wait early
  child=''
  if [ -n "$stopped" ] || [ "$status" -eq 75 ]; then stop; fi
  [ "$status" -eq 0 ] || failed=$status
  shard=$((shard + {tasks}))
done
exit "$failed"
)",
                     fmt::arg("first", loop.first), fmt::arg("shards", loop.shards),
                     fmt::arg("tasks", loop.tasks), fmt::arg("before", loop.before),
                     fmt::arg("command", loop.command), fmt::arg("flags", loop.flags));
}

}  // namespace cobble
