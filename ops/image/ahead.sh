#!/bin/sh
# Makes ahead what every start of a program would make anew: the workflows' code as one file, and in NODE_COMPILE_CACHE the compiled code of the
# programs and of what they load: `ahead.sh [node]`, from the root of the source. By the user who runs them, whose id is part of the cache.
set -eu
node=${1:-node}
"$node" worker/bundle-ahead.ts
"$node" --input-type=module --eval "
for (const program of ['api/app.ts', 'panel/app.ts', 'worker/worker.ts', 'worker/parts.ts'])
  await import('file://' + process.cwd() + '/' + program);
process.exit();"
