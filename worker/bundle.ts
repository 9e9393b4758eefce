import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundle,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/** The package's own: spans of workflows. */
const tracing = '@temporalio/interceptors-opentelemetry-v2/lib/workflow-interceptors.js';

/** The workflows' code with what surrounds each run, made once for all queues; with the code that makes spans only where traces are on. */
export function bundleWorkflows({ isTraced = false } = {}): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: beside('index'),
    workflowInterceptorModules: [
      ...(isTraced ? [fileURLToPath(import.meta.resolve(tracing))] : []),
      beside('carried-headers'),
    ],
    logger: new DefaultLogger('ERROR'),
  });
}

/** A module of the workflows: `.ts` when run from source, `.js` from the build. */
function beside(name: string): string {
  return fileURLToPath(new URL(`../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
}

const root = fileURLToPath(new URL('..', import.meta.url));
const inPackages = join(root, 'node_modules', '.cache', 'workflows');
/** Rooms that workflows take code of. Of all others they take types, of which nothing is left. */
const rooms = ['workflows', 'domain', 'temporal', 'telemetry'];

/**
 * The workflows' code, of the last time that it was made from the same source and packages: to make it takes seconds of a core and memory that the
 * process does not give back. What cannot be kept is made each time.
 *
 * @param folder where it is kept; it goes with the packages, and the image brings it (`Dockerfile`)
 */
export async function keptBundle({ isTraced = false, folder = inPackages } = {}): Promise<WorkflowBundle> {
  const file = join(folder, isTraced ? 'traced.js' : 'plain.js');
  const sign = `// ${signOf(isTraced)}\n`;
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.startsWith(sign)) return { code: kept.slice(sign.length) };
  const { code } = await bundleWorkflows({ isTraced });
  await keep(folder, file, `${sign}${code}`).catch(() => {}); // a folder of packages that nobody may write to
  return { code };
}

/** Two workers may start at once: whoever reads finds a whole file. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
}

/** What the code is made of: the source of the rooms, and the packages that make it and go into it. */
function signOf(isTraced: boolean): string {
  const hash = createHash('sha256').update(`${process.version} ${isTraced}`);
  const require = createRequire(import.meta.url);
  for (const name of ['worker', 'workflow', 'interceptors-opentelemetry-v2'])
    hash.update(readFileSync(require.resolve(`@temporalio/${name}/package.json`)));
  const files = globSync(rooms.map((room) => join(root, room, '**/*.{ts,js,json}'))).toSorted();
  for (const file of files) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
