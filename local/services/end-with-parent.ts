import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the Node programs that local mode starts: when the pipe from the parent closes, however the parent ended, the program gets
 * SIGTERM. Without it a killed `npm start` would leave API and worker running.
 */
const endInOrder = (): void => void process.kill(process.pid, 'SIGTERM');

// A program's threads inherit the preload, but have no pipe.
if (isMainThread) {
  process.stdin.on('end', endInOrder);
  process.stdin.on('error', endInOrder);
  process.stdin.resume();
  process.stdin.unref();
}
