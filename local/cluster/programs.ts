import { platform } from 'node:os';
import { join } from 'node:path';
import { builtWithGo } from '../../machine/built-with-go.ts';
import { exists, findProgram } from '../../machine/files.ts';
import { firstThatWorks, type Log } from '../../machine/first-that-works.ts';
import { type MachineSettings, machineSettings } from '../../machine/settings.ts';

/** The programs of a Temporal cluster: the server, and the tool that creates its schemas. */
export type ClusterPrograms = { server: string; sqlTool: string };

const module = 'go.temporal.io/server';
const version = '1.31.2';
const parts = {
  server: { name: 'temporal-server', path: 'cmd/server', file: 'server' },
  sqlTool: { name: 'temporal-sql-tool', path: 'cmd/tools/sql', file: 'sql' },
};
type ClusterPart = (typeof parts)['server'];

const lastWord = 'Instale o Go, ou ponha temporal-server e temporal-sql-tool no PATH.';

/** The programs of a cluster: found, or built once, which takes some minutes. */
export async function clusterPrograms(
  settings: MachineSettings = machineSettings(),
  log: Log = () => {},
): Promise<ClusterPrograms> {
  const get = (part: ClusterPart): Promise<string> => {
    const { name, path } = part;
    const build = (): Promise<string | undefined> =>
      builtWithGo({ name, module, version, path }, folderOf(part, settings), { settings, log });
    const ways = [
      () => found(part, settings),
      async () => ((await build()) ? join(folderOf(part, settings), fileOf(part)) : undefined),
    ];
    return firstThatWorks(name, ways, lastWord, log);
  };
  // One after the other: the second build uses what the first one has left in Go's cache.
  const server = await get(parts.server);
  return { server, sqlTool: await get(parts.sqlTool) };
}

/** The programs, if they are here already; undefined where they would have to be built. */
export async function presentClusterPrograms(
  settings: MachineSettings = machineSettings(),
): Promise<ClusterPrograms | undefined> {
  const [server, sqlTool] = await Promise.all([found(parts.server, settings), found(parts.sqlTool, settings)]);
  return server !== undefined && sqlTool !== undefined ? { server, sqlTool } : undefined;
}

async function found(part: ClusterPart, settings: MachineSettings): Promise<string | undefined> {
  const installed = await findProgram([part.name], settings.searchPath);
  if (installed !== undefined) return installed;
  const folder = folderOf(part, settings);
  return (await exists(folder)) ? join(folder, fileOf(part)) : undefined;
}

function folderOf({ name }: ClusterPart, { cache }: MachineSettings): string {
  return join(cache, `${name}-${version}`);
}

function fileOf({ file }: ClusterPart): string {
  return platform() === 'win32' ? `${file}.exe` : file;
}
