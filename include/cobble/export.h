// What of the library other programs see. A shared library of cobble shows its public names alone.
#ifndef COBBLE_EXPORT_H_
#define COBBLE_EXPORT_H_

#define COBBLE_EXPORT __attribute__((visibility("default")))
// What stands inside of something exported, and is private.
#define COBBLE_HIDDEN __attribute__((visibility("hidden")))

#endif  // COBBLE_EXPORT_H_
