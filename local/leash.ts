/**
 * Preloaded into the Node programs that local mode starts: when the pipe from the parent closes, however the parent ended,
 * the program is asked to end in order. Without it a killed `npm start` would leave API and worker behind.
 */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.on('error', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref();
