import { keptBundle } from './bundle.ts';

/** `node worker/bundle-ahead.ts`: makes the workflows' code ahead of the first start, with traces and without, as the image's build does. */
await keptBundle();
await keptBundle({ isTraced: true });
process.exit(); // what makes it leaves a pool of threads behind
