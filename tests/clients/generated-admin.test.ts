import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import contract from '../../openapi/generated/admin.json' with { type: 'json' };
import { operatorKey } from '../panel/admin/operator.ts';
import { startPanel } from '../panel/panel-fixture.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { generatedAdministrations, onlyGenerated } from './generated.ts';
import { olderContract, unknownOfCompanies, withContract } from './older.ts';
import { proves } from './proves.ts';

/** As `generated-sale.test.ts`, of the admin API: minutes of a core, which a proof spares (decision 100). */
const common = [
  'openapi/generated/admin.json',
  ...['generated', 'generator', 'older'].map((name) => `tests/clients/${name}.ts`),
];

let opened: ReturnType<typeof startPanel> | undefined;
const panel = () => (opened ??= startPanel({ isAdministered: true }));
afterAll(async () => (await opened)?.close());

test('the panel serves the contract of which clients are generated', async () => {
  const served = await fetch(`${(await panel()).url}/admin/v1/openapi.json`);
  expect(await served.json()).toEqual(contract);
});

describe.each(generatedAdministrations)(
  'the client that openapi-generator makes of the admin API for $language',
  ({ language, sources, needs, laterCode, build }) => {
    const title = 'takes a company on once, lists it, and understands a refusal, also where Lavra is newer';
    proves(title, { name: `${language}, admin API`, files: [...common, ...sources], needs }, async () => {
      const { url, orm } = await panel();
      const { key } = await operatorKey(orm);
      const taxId = cnpjOf(61_000_001 + generatedAdministrations.findIndex((each) => each.language === language));
      const older = olderContract(JSON.stringify(contract), unknownOfCompanies, laterCode && 'not_found');
      await withContract(older, async (folder) => {
        const run = await build(folder);
        expect((await run(url, key, taxId)).trim().split(/\r?\n/)).toEqual([
          `${taxId} HOMOLOGATION once`,
          'listed: 1 of 1, Padaria São José Ltda',
          expect.stringMatching(/^not ready: [a-z_]+$/),
          `404 ${laterCode ?? 'not_found'}`,
        ]);
      });
    });
  },
);

describe.each(onlyGenerated('Lavra.Admin', 'CompaniesApi'))('for $language', ({ language, needs, write, file }) => {
  proves('openapi-generator takes the contract', { name: `${language}, admin API`, files: common, needs }, () =>
    withContract(JSON.stringify(contract), async (folder) => {
      await write(folder);
      expect(await readFile(join(folder, file), 'utf8')).toContain('class CompaniesApi');
    }),
  );
});
