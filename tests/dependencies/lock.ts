import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Takes from the lock file which Node each package asks for: `npm run lock`, after package.json was changed. Everything runs on the Node
 * that is itself a package here, and npm, which installs with the Node of the machine, would warn of what that one is too old for. A new
 * package is still judged: this script runs after `npm install`, on the Node that will run it.
 */
const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { engines?: unknown }> };
for (const [path, entry] of Object.entries(lock.packages)) if (path !== '') delete entry.engines;
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
