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

/** Interceptors of the OpenTelemetry package, which make the spans of workflows. */
const tracing = '@temporalio/interceptors-opentelemetry-v2/lib/workflow-interceptors.js';

/** Bundles the workflows' code and their interceptors, once for all queues; the code that makes spans is in it only where tracing is on. */
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

/** Path of a module beside the workflows: `.ts` when run from source, `.js` from the build. */
function beside(name: string): string {
  return fileURLToPath(new URL(`../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
}

const root = fileURLToPath(new URL('..', import.meta.url));
const inPackages = join(root, 'node_modules', '.cache', 'workflows');
/** Rooms whose code is in the bundle. Of other rooms workflows import types alone, which do not survive bundling. */
const rooms = ['workflows', 'domain', 'temporal', 'telemetry'];

/**
 * The bundle of the workflows' code, reused while source and packages are the same: making it costs seconds of a core, and memory that the process
 * does not give back. A bundle that cannot be kept is made at each start.
 *
 * @param folder where it is kept; by default inside `node_modules`, which the image ships (`Dockerfile`)
 */
export async function keptBundle({ isTraced = false, folder = inPackages } = {}): Promise<WorkflowBundle> {
  const file = join(folder, isTraced ? 'traced.js' : 'plain.js');
  const sign = `// ${signOf(isTraced)}\n`;
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.startsWith(sign)) return { code: kept.slice(sign.length) };
  const { code } = await bundleWorkflows({ isTraced });
  await keep(folder, file, `${sign}${code}`).catch(() => {}); // the packages may lie in a folder that is read-only
  return { code };
}

/** Writes by rename, because two workers may start at once: each reads a whole file or none. */
async function keep(folder: string, file: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(`${file}.${process.pid}`, text);
  await rename(`${file}.${process.pid}`, file);
}

/** Hash of what the bundle is made of: the source of the rooms, and the packages that make it and go into it. */
function signOf(isTraced: boolean): string {
  const hash = createHash('sha256').update(`${process.version} ${isTraced}`);
  const require = createRequire(import.meta.url);
  for (const name of ['worker', 'workflow', 'interceptors-opentelemetry-v2'])
    hash.update(readFileSync(require.resolve(`@temporalio/${name}/package.json`)));
  const files = globSync(rooms.map((room) => join(root, room, '**/*.{ts,js,json}'))).toSorted();
  for (const file of files) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
