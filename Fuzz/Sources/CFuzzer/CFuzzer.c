// SPDX-License-Identifier: MIT
#include "CFuzzer.h"
