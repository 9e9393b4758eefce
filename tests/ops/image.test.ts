import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The contents of the image (Dockerfile): production packages, pruned in the same way, and the source that .dockerignore admits. */
let image: string;
const root = fileURLToPath(new URL('../..', import.meta.url));

const runs = process.platform === 'linux' ? test : test.skip;

beforeAll(async () => {
  if (process.platform !== 'linux') return;
  image = await mkdtemp(join(tmpdir(), 'lavra-image-'));
  const closed = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const filter = (path: string) => !closed.some((pattern) => matchesGlob(relative(root, path), pattern));
  await cp(root, image, { recursive: true, filter });
  for (const path of packagesOfProduction()) link(path);
  expect(await ran('sh', ['ops/image/prune.sh', 'node_modules'])).toMatchObject({ code: 0 });
});

afterAll(() => (image ? rm(image, { recursive: true, force: true }) : undefined));

runs.each([
  ['api/server.ts', [], 'LAVRA_MASTER_KEY'],
  ['worker/server.ts', [], 'LAVRA_MASTER_KEY'],
  ['migrations/run.ts', [], 'ECONNREFUSED'],
  ['cli/main.ts', ['--help'], 'Uso: lavra'],
  ['simulator/main.ts', ['--help'], 'Uso: simulator'],
  ['machine/fetch-schemas.ts', [], 'uso: node machine/fetch-schemas.ts'],
])('%s %j starts with what is in the image', async (program, args, words) => {
  const { out } = await ran(process.execPath, [program, ...args]);
  expect(out).not.toMatch(/ERR_\w*MODULE|Cannot find/);
  expect(out).toContain(words);
});

runs('what programs load later is in it, too', async () => {
  const { out, code } = await ran(process.execPath, ['--input-type=module', '--eval', loadLater]);
  expect({ out, code }).toEqual({ out: expect.stringMatching(/^[1-9]\d* modules, workflows bundled\n$/), code: 0 });
});

runs('what every start would make anew is made ahead', async () => {
  const compiled = join(image, 'compiled');
  const { out, code } = await ran('sh', ['ops/image/ahead.sh', process.execPath], { NODE_COMPILE_CACHE: compiled });
  expect({ code, out: /Error.*/.exec(out)?.[0] }).toEqual({ code: 0, out: undefined });
  expect(readdirSync(join(image, 'node_modules', '.cache', 'workflows')).toSorted()).toEqual(['plain.js', 'traced.js']);
  const [cache] = readdirSync(compiled);
  expect(readdirSync(join(compiled, cache ?? '')).length).toBeGreaterThan(1_000);
});

/** Loads each module that a program names in an `import()`, and bundles the workflows as a worker does. */
const loadLater = `
import { globSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const rooms = ['activities', 'adapters', 'api', 'cli', 'config', 'domain', 'http', 'operations', 'simulator', 'telemetry', 'temporal', 'worker'];
const named = new Set();
for (const file of globSync(rooms.map((room) => room + '/**/*.ts')))
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/await import\\('([^']+)'\\)/g))
    named.add(name.startsWith('.') ? new URL(name, pathToFileURL(file)).href : name);
await Promise.all([...named].map((name) => import(name)));
const { bundleWorkflows } = await import(pathToFileURL('worker/bundle.ts').href);
await bundleWorkflows({ isTraced: true });
console.log(named.size + ' modules, workflows bundled');
process.exit();
`;

/** Paths of the packages that `npm ci --omit=dev` installs on this platform; nested packages are within them. */
function packagesOfProduction(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const isOwn = (path: string) => path.lastIndexOf('node_modules/') === 0;
  return Object.keys(packages).filter((path) => isOwn(path) && !packages[path]?.dev && existsSync(join(root, path)));
}

/** Adds hard links to files, so that the tree takes no space, and removing a file there leaves the original. */
function link(path: string): void {
  mkdirSync(join(image, path), { recursive: true });
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) link(inside);
    else if (entry.isFile()) linkOrCopy(join(root, inside), join(image, inside));
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to); // on another file system
  }
}

/** Runs a program in the tree, with no settings but `also`. @returns the output of both streams, and the exit code */
function ran(file: string, args: string[], also: Record<string, string> = {}): Promise<{ out: string; code: number }> {
  const env = {
    ...also,
    HOME: image,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  };
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd: image, env }, (_, out, err) =>
      resolve({ out: out + err, code: child.exitCode ?? -1 }),
    );
  });
}
