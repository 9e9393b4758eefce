import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorScopes } from '../../domain/access/scopes.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { localSettings } from '../../local/settings.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { startApi, type TestApi } from '../api/fixture.ts';
import { certificateMaker, operatorKey, password } from '../panel/admin/operator.ts';
import { startPanel } from '../panel/panel-fixture.ts';

const page = await readFile('docs/admin-api.md', 'utf8');
const run = promisify(execFile);
const certificates = certificateMaker();
let panel: Awaited<ReturnType<typeof startPanel>>;
let api: TestApi;
let folder: string;
beforeAll(async () => {
  panel = await startPanel({ trust: certificates.trust });
  api = await startApi({ databaseUrl: panel.database });
  folder = await mkdtemp(join(tmpdir(), 'lavra-docs-'));
  await writeFile(join(folder, 'certificado.pfx'), Buffer.from(certificates.fileFor('11444777000161'), 'base64'));
  await writeFile(join(folder, 'senha.txt'), `${password}\n`);
});
afterAll(async () => {
  await api.close();
  await panel.close();
  await rm(folder, { recursive: true });
});

test('the page takes a customer on, up to its first note, by its own commands', async () => {
  const { key } = await operatorKey(panel.orm);
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
  const called = blocks.filter((block) => !/^npx lavra|lk_…/m.test(block));
  expect(called.length).toBe(blocks.length - 2);
  const env = { ...localSettings().inherited, ADMIN: panel.url, API: api.url, ADMIN_KEY: key };
  const script = ['set -euo pipefail', ...called].join('\n');
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env });
  const [ends, isReady, status, ...later] = stdout.trim().split('\n');
  expect(new Date(ends ?? '').getTime()).toBeGreaterThan(Date.now());
  expect([isReady, status]).toEqual(['true', 'PROCESSING']);
  expect(later.slice(0, 6)).toEqual(['PRODUCTION', '4321', '1', '500', 'false', 'true']);
  const [hint = '', ...told] = later.slice(6);
  expect(hint).toMatch(/^ok_/);
  const linked = ['PENDING', 'ACTIVE', '11444777000161'];
  const waits = ['0', '0', '11444777000161', '0'];
  expect(told).toEqual([
    ...linked,
    ...['COMPANY_ADMIN', 'bia@example.com', '8'],
    ...waits,
    ...['HOMOLOGATION', 'OFF', 'system', 'AL', 'OPERATOR_KEY'],
  ]);
  const [document, ...others] = await acrossCompanies(panel.orm).findAll(Document);
  expect([document?.status, others]).toEqual(['PROCESSING', []]);
});

test('the page names every scope', () => {
  const named = [...page.matchAll(/^\| `([a-z-]+:[a-z]+)` /gm)].map(([, scope]) => scope);
  expect(named).toEqual([...operatorScopes]);
});
