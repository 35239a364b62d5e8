// SPDX-License-Identifier: MIT
#include <iio.h>
