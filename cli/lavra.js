#!/usr/bin/env node
// Runs on Node 20.19 or newer, and starts the command on the Node 24 that npm installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const runsTypeScript = major > 22 || (major === 22 && minor >= 18);
const binary = process.platform === 'win32' ? 'node.exe' : 'node';
const brought = ['../node_modules/node/bin', '../../node/bin']
  .map((folder) => fileURLToPath(new URL(`${folder}/${binary}`, import.meta.url)))
  .find((path) => existsSync(path));
const node = brought ?? (runsTypeScript ? process.execPath : undefined);

if (node === undefined) {
  process.stderr.write(
    `O comando lavra precisa do Node.js 22.18 ou mais novo; este é o ${process.versions.node}. Rode "npm ci".\n`,
  );
  process.exit(70);
}

/** The folder in which `npm start` writes the settings of its parts, for the command to find; variables of the shell override them. */
const home = process.env.LAVRA_HOME || '.lavra';
const local = existsSync(`${home}/environment.json`)
  ? JSON.parse(readFileSync(`${home}/environment.json`, 'utf8'))
  : {};

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env: { ...local, ...process.env } });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 70 : 130);
});
