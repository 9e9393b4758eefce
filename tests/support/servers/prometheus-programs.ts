import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cached } from '../../../machine/cache.ts';
import { command } from '../../../machine/command.ts';
import { exists, findProgram } from '../../../machine/files.ts';
import { firstThatWorks, type Log } from '../../../machine/first-that-works.ts';
import { type MachineSettings, machineSettings } from '../../../machine/settings.ts';

/** The server that scrapes and evaluates, and the tool that checks rules and metrics. */
export type PrometheusPrograms = { prometheus: string; promtool: string };

const lastWord = 'Instale o Prometheus (apt-get install prometheus).';
const withinMs = 120_000;

/** The programs of Prometheus: found, or unpacked once from Debian's package, which takes seconds; compiling them would take a quarter of an hour. */
export function prometheusPrograms(
  settings: MachineSettings = machineSettings(),
  log: Log = () => {},
): Promise<PrometheusPrograms> {
  const folder = join(settings.cache, 'prometheus-debian');
  return firstThatWorks(
    'Prometheus',
    [
      async () => {
        const prometheus = await findProgram(['prometheus'], settings.searchPath);
        const promtool = await findProgram(['promtool'], settings.searchPath);
        return prometheus && promtool ? { prometheus, promtool } : undefined;
      },
      async () => ((await exists(folder)) ? programsIn(folder) : undefined),
      async () => ((await unpackedFromDebian(folder, settings)) ? programsIn(folder) : undefined),
    ],
    lastWord,
    log,
  );
}

function programsIn(folder: string): PrometheusPrograms {
  const programs = join(folder, 'usr', 'bin');
  return { prometheus: join(programs, 'prometheus'), promtool: join(programs, 'promtool') };
}

/** Nothing is installed on the system: the package lists go into the folder, too, if the system has none. */
async function unpackedFromDebian(folder: string, { searchPath, inherited }: MachineSettings): Promise<boolean> {
  const apt = await findProgram(['apt-get'], searchPath);
  const dpkg = await findProgram(['dpkg-deb'], searchPath);
  if (!apt || !dpkg) return false;
  await cached(folder, async (staging) => {
    const options = { env: inherited, cwd: staging, timeoutMs: withinMs };
    const download = ['download', 'prometheus'];
    await command(apt, download, options).catch(async () => {
      const state = `${dirname(staging)}/prometheus-lists`;
      for (const part of ['lists/partial', 'cache/archives/partial'])
        await mkdir(join(state, part), { recursive: true });
      const own = ['-o', `Dir::State::Lists=${state}/lists`, '-o', `Dir::Cache=${state}/cache`];
      await command(apt, [...own, 'update'], options);
      await command(apt, [...own, ...download], options);
    });
    const [file] = (await readdir(staging)).filter((name) => name.endsWith('.deb'));
    if (!file) throw new Error('apt-get não baixou o pacote prometheus');
    await command(dpkg, ['--extract', file, '.'], options);
  });
  return true;
}
