import { readdir, readFile } from 'node:fs/promises';

/** The length of a tick in /proc, on every Linux that Node runs on. */
const tickMs = 10;

/** Names of processes, with a part of their command lines. */
const names = [
  ['PostgreSQL', /postgres/],
  ['Temporal', /start-dev|--service.(frontend|history|matching|worker)/],
  ['authority', /simulator\/main\.ts/],
  ['API', /api\/server\.ts/],
  ['panel', /panel\/server\.ts/],
  ['worker', /worker\/server\.ts/],
  ['floor worker', /(floor|single)\/worker\.ts/],
  ['receiver', /webhooks\/receiver\.ts/],
  ['load', /bench\/\w+\/run\.ts/],
] as const;
export type ProcessName = (typeof names)[number][0];

/** CPU time in milliseconds of each kind of process below this one; unlike wall clock time it hardly depends on other load. */
export type CpuTimes = Map<ProcessName, number>;

/** Reads the current times; empty without /proc. */
export async function cpuTimes(): Promise<CpuTimes> {
  const processes = await Promise.all((await pids()).map(read));
  const known = new Map(processes.flatMap((each) => (each ? [[each.pid, each]] : [])));
  const isOurs = (pid: number): boolean => pid === process.pid || (known.has(pid) && isOurs(known.get(pid)!.parent));
  const times: CpuTimes = new Map();
  for (const { pid, name, ms } of known.values()) {
    if (name && isOurs(pid)) times.set(name, (times.get(name) ?? 0) + ms);
  }
  return times;
}

/** CPU time between two readings. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return new Map([...after].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
}

async function pids(): Promise<string[]> {
  const entries = await readdir('/proc').catch(() => []);
  return entries.filter((entry) => /^\d+$/.test(entry));
}

async function read(pid: string) {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile(`/proc/${pid}/cmdline`, 'latin1'),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process's own times, and those of its ended children: PostgreSQL's backends end with their connections.
    const [parent, ...times] = [fields[1], ...fields.slice(11, 15)].map(Number);
    const ms = times.reduce((sum, ticks) => sum + ticks, 0) * tickMs;
    const name = names.find(([, pattern]) => pattern.test(command))?.[0];
    return { pid: Number(pid), parent: parent ?? 0, name, ms };
  } catch {
    return null; // the process ended between the listing and the reading
  }
}
