// The whole library. Or include only the headers that you need.
#ifndef COBBLE_COBBLE_H_
#define COBBLE_COBBLE_H_

#include "cobble/encode.h"
#include "cobble/engines.h"
#include "cobble/enums.h"
#include "cobble/error.h"
#include "cobble/image.h"
#include "cobble/jobs.h"
#include "cobble/program.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "cobble/series.h"
#include "cobble/version.h"

#endif  // COBBLE_COBBLE_H_
