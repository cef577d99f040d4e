// Symbol visibility: the shared library exports only what COBBLE_EXPORT marks.
#ifndef COBBLE_EXPORT_H_
#define COBBLE_EXPORT_H_

#define COBBLE_EXPORT __attribute__((visibility("default")))
// Hides a private part of an exported class.
#define COBBLE_HIDDEN __attribute__((visibility("hidden")))

#endif  // COBBLE_EXPORT_H_
