import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Removes from the lock file which Node each package demands: `npm run lock`, after package.json was changed. Everything here runs on the
 * Node that is itself a package, while npm runs on the machine's Node and would warn that it is too old. New packages are still checked:
 * this script runs after `npm install`, on the Node that will run them.
 */
const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { engines?: unknown }> };
for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
