// Implements RendererPool as a linked list, so that putting a renderer back needs no memory.
#include "c/renderer_pool.h"

#include <utility>

namespace cobble::c {

std::unique_ptr<RendererPool::Entry> RendererPool::Take(const Window& window, int threads) {
  std::unique_ptr<Entry> freed;  // outside the lock
  const std::lock_guard lock(mutex_);
  for (std::unique_ptr<Entry>* link = &first_; *link; link = &(*link)->next) {
    if (!(*link)->renderer.Fits(window, threads)) continue;
    std::unique_ptr<Entry> found = std::move(*link);
    *link = std::move(found->next);
    return found;
  }
  freed = std::move(first_);
  if (freed) first_ = std::move(freed->next);
  return nullptr;
}

void RendererPool::Put(std::unique_ptr<Entry> entry) {
  const std::lock_guard lock(mutex_);
  entry->next = std::move(first_);
  first_ = std::move(entry);
}

// One by one: destroying a long list from its head would recurse.
void RendererPool::Clear() {
  std::unique_ptr<Entry> list;
  {
    const std::lock_guard lock(mutex_);
    list = std::move(first_);
  }
  while (list) list = std::move(list->next);
}

}  // namespace cobble::c
