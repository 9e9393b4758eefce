import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import contract from '../../openapi/generated/admin.json' with { type: 'json' };
import { operatorKey } from '../panel/admin/operator.ts';
import { startPanel } from '../panel/panel-fixture.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { generatedAdministration } from './generated.ts';
import { proves } from './proves.ts';

/** As `generated-sale.test.ts`, of the admin API: a minute of a core for one language, which a proof spares (decision 100). */
const { language, sources, needs, build } = generatedAdministration;
const files = ['openapi/generated/admin.json', 'tests/clients/generated.ts', 'tests/clients/generator.ts', ...sources];

let opened: ReturnType<typeof startPanel> | undefined;
const panel = () => (opened ??= startPanel({ isAdministered: true }));
afterAll(async () => (await opened)?.close());

test('the panel serves the contract of which clients are generated', async () => {
  const served = await fetch(`${(await panel()).url}/admin/v1/openapi.json`);
  expect(await served.json()).toEqual(contract);
});

proves(
  `the client that openapi-generator makes of the admin API for ${language} takes a company on once, lists it, and understands a refusal`,
  { name: `${language}, admin API`, files, needs },
  async () => {
    const { url, orm } = await panel();
    const { key } = await operatorKey(orm);
    const taxId = cnpjOf(61_000_001);
    const folder = await mkdtemp(join(tmpdir(), 'lavra-generated-'));
    try {
      await writeFile(join(folder, 'openapi.json'), JSON.stringify(contract));
      const run = await build(folder);
      expect((await run(url, key, taxId)).trim().split(/\r?\n/)).toEqual([
        `${taxId} HOMOLOGATION once`,
        'listed: 1 of 1, Padaria São José Ltda',
        expect.stringMatching(/^ready: False \['\w+'\]$/),
        '404 not_found',
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
