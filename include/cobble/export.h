// Marks the names that other programs use: a shared library of cobble exports no others.
#ifndef COBBLE_EXPORT_H_
#define COBBLE_EXPORT_H_

#define COBBLE_EXPORT __attribute__((visibility("default")))
// For a private part of an exported class.
#define COBBLE_HIDDEN __attribute__((visibility("hidden")))

#endif  // COBBLE_EXPORT_H_
