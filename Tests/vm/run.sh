#!/bin/bash
# SPDX-License-Identifier: MIT
# run.sh [OPTIONS] PAYLOAD_DIR 'COMMAND' - see run.py
here=$(cd "$(dirname "$0")" && pwd)
exec python3 "$here/run.py" "$@"
