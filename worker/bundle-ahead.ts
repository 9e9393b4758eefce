import { keptBundle } from './bundle.ts';

/** `node worker/bundle-ahead.ts`: bundles the workflows' code ahead of the first start, with tracing and without. The build of the image runs it. */
await keptBundle();
await keptBundle({ isTraced: true });
process.exit(); // the bundler leaves a pool of threads behind
