import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { companyScopes } from '../../domain/access/scopes.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createKey } from '../../operations/provisioning.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';
import { generatedSales, onlyGenerated } from './generated.ts';
import { olderContract, unknownOfSales, withContract } from './older.ts';
import { proves } from './proves.ts';

/**
 * Generators and compilers of hundreds of classes take minutes, and what they make follows from the contract, from the sale in the language and
 * from how it is built: see decision 100.
 */
const common = [
  'openapi/generated/openapi.json',
  ...['generated', 'generator', 'older'].map((name) => `tests/clients/${name}.ts`),
];

let opened: Promise<Deployment> | undefined;
const deployment = (): Promise<Deployment> => (opened ??= openDeployment());
afterAll(async () => {
  await (await opened)?.close();
});

describe.each(generatedSales)(
  'the client that openapi-generator makes for $language',
  ({ language, sources, needs, laterCode, build }) => {
    const title =
      'issues a note, reads all of it, finds it in the list, and understands a refusal, also where Lavra is newer';
    proves(title, { name: language, files: [...common, ...sources], needs }, async () => {
      const { addresses, orm, company } = await deployment();
      const input = { company, name: language, scopes: companyScopes };
      const { secret } = await createKey(acrossCompanies(orm), input);
      await inFolder(laterCode && 'not_found', async (folder) => {
        const run = await build(folder);
        const said = await run(addresses[0]!, secret, `gerado-${language}`);
        expect(said.trim().split(/\r?\n/)).toEqual([
          expect.stringMatching(/^AUTHORIZED \d{44}$/),
          expect.stringMatching(/^tax rule: (null|None)$/),
          'listed: 1 of 1',
          `404 ${laterCode ?? 'not_found'}`,
        ]);
      });
    });
  },
);

describe.each(onlyGenerated('Lavra.Client', 'FiscalDocumentsApi'))(
  'for $language',
  ({ language, needs, write, file }) => {
    proves('openapi-generator takes the contract', { name: language, files: common, needs }, () =>
      inFolder(undefined, async (folder) => {
        await write(folder);
        expect(await readFile(join(folder, file), 'utf8')).toContain('class FiscalDocumentsApi');
      }),
    );
  },
);

/** A folder with the contract that the running stack serves. */
async function inFolder(withoutCode: string | undefined, use: (folder: string) => Promise<void>): Promise<void> {
  const served = await fetch(`${(await deployment()).addresses[0]}/openapi.json`);
  await withContract(olderContract(await served.text(), unknownOfSales, withoutCode), use);
}
